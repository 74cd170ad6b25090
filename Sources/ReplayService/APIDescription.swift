import HTTPServing
import Reports
import VenueSettings

/// The description of the routes that programs read (OpenAPI 3.1), made of the route table itself.
enum APIDescription {
    static var text: String {
        let paths = Route.all.map { route in
            OrderedJSON.Member(route.path, .object(operations(route)))
        }
        let document: OrderedJSON = [
            "openapi": .string("3.1.0"),
            "info": [
                "title": .string("stadium-replay"), "version": .string(Release.version),
                "description": .string("Instant replay of a venue's multicast channels, with the evidence."),
            ],
            "paths": .object(paths),
        ]
        return document.document
    }

    private static func operations(_ route: Route) -> [OrderedJSON.Member] {
        let path = route.parameters.map { parameter($0, place: "path") }
        var operations: [OrderedJSON.Member] = []
        if route.methods.contains(.get) {
            operations.append(
                operation(
                    .get, route.summary, path + route.arguments.map { parameter($0, place: "query") },
                    answers: [Change.Outcome(200, "As asked", type: route.type)]))
        }
        for change in route.changes {
            operations.append(operation(change.method, change.summary, path, change.body, answers: change.answers))
        }
        return operations
    }

    private static func operation(
        _ method: HTTPServing.Method, _ summary: String, _ parameters: [OrderedJSON],
        _ body: Change.Body? = nil, answers: [Change.Outcome]
    ) -> OrderedJSON.Member {
        let refused: OrderedJSON = [
            "description": .string("Not as asked; the sentence in \"error\" says why"),
            "content": .object([.init("application/json", ["schema": Self.error])]),
        ]
        let responses = answers.map { answer in
            let content = answer.type.map { OrderedJSON.object([.init($0, .object([]))]) }
            let response: OrderedJSON = ["description": .string(answer.meaning), "content": content]
            return OrderedJSON.Member(String(answer.status), response)
        }
        let operation: OrderedJSON = [
            "summary": .string(summary),
            "parameters": parameters.isEmpty ? nil : .array(parameters),
            "requestBody": body.map(requestBody),
            "responses": .object(responses + [.init("default", refused)]),
        ]
        return OrderedJSON.Member(method.rawValue.lowercased(), operation)
    }

    private static let error: OrderedJSON = [
        "type": .string("object"),
        "properties": ["status": ["const": .string("error")], "error": ["type": .string("string")]],
        "required": .array([.string("status"), .string("error")]),
    ]

    private static func requestBody(_ body: Change.Body) -> OrderedJSON {
        let properties = body.fields.map { field -> OrderedJSON.Member in
            .init(
                field.name, ["type": .string(field.type.rawValue), "description": .string(field.meaning)])
        }
        let required = body.fields.filter(\.isRequired).map { OrderedJSON.string($0.name) }
        let schema: OrderedJSON = [
            "type": .string("object"), "description": body.meaning.map(OrderedJSON.string),
            "properties": properties.isEmpty ? nil : .object(properties),
            "required": required.isEmpty ? nil : .array(required),
        ]
        return [
            "required": .bool(!required.isEmpty || body.fields.isEmpty),
            "content": .object([.init("application/json", ["schema": schema])]),
        ]
    }

    private static func parameter(_ name: String, place: String) -> OrderedJSON {
        [
            "name": .string(name), "in": .string(place), "required": .bool(place == "path"),
            "schema": ["type": .string("string")],
        ]
    }
}
