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
        let parameters =
            route.parameters.map { parameter($0, place: "path") }
            + route.arguments.map { parameter($0, place: "query") }
        return route.methods.map { method in
            let ok: OrderedJSON = [
                "description": .string("As asked"), "content": .object([.init(route.type, .object([]))]),
            ]
            let refused: OrderedJSON = [
                "description": .string("Not as asked; the sentence in \"error\" says why"),
                "content": .object([.init("application/json", .object([]))]),
            ]
            let operation: OrderedJSON = [
                "summary": .string(route.summary),
                "parameters": parameters.isEmpty ? nil : .array(parameters),
                "responses": .object([.init("200", ok), .init("default", refused)]),
            ]
            return OrderedJSON.Member(method.rawValue.lowercased(), operation)
        }
    }

    private static func parameter(_ name: String, place: String) -> OrderedJSON {
        [
            "name": .string(name), "in": .string(place), "required": .bool(place == "path"),
            "schema": ["type": .string("string")],
        ]
    }
}
