import HTTPServing

/// Something that a route lets people do: what is sent for it, what comes of it, and who does it.
struct Change: Sendable {
    /// What is sent: an object with these fields.
    struct Body: Sendable {
        /// One field.
        struct Field: Sendable {
            /// What may stand in a field, as JSON Schema calls it.
            enum Kind: String, Sendable {
                case string, integer, boolean, object
            }

            /// Its key.
            var name: String
            /// What may stand in it.
            var type: Kind
            /// What it means, for people.
            var meaning: String
            /// Whether it must be there.
            var isRequired: Bool

            /// The field `name`.
            init(_ name: String, _ type: Kind, _ meaning: String, isRequired: Bool = true) {
                self.name = name
                self.type = type
                self.meaning = meaning
                self.isRequired = isRequired
            }
        }

        /// Its fields; none when they are told elsewhere.
        var fields: [Field]
        /// What the whole is, for people.
        var meaning: String?

        /// An object with these fields.
        init(_ fields: [Field], meaning: String? = nil) {
            self.fields = fields
            self.meaning = meaning
        }
    }

    /// What may come of it when all goes well.
    struct Outcome: Sendable {
        /// The status code.
        var status: Int
        /// What it means here.
        var meaning: String
        /// The media type of what is answered; nil for nothing.
        var type: String?

        /// The status code, and what it means here.
        init(_ status: Int, _ meaning: String, type: String? = "application/json") {
            self.status = status
            self.meaning = meaning
            self.type = type
        }
    }

    /// POST, PUT or DELETE.
    let method: HTTPServing.Method
    /// What it does, for people.
    let summary: String
    /// What is sent; nil when nothing is read.
    let body: Body?
    /// What may come of it when all goes well.
    let answers: [Outcome]
    /// Who does it.
    let answer: @Sendable (ReplayService, Request) -> Answer

    /// What `method` does.
    init(
        _ method: HTTPServing.Method, _ summary: String, body: Body? = nil,
        answers: [Outcome] = [Outcome(200, "As asked")],
        answer: @escaping @Sendable (ReplayService, Request) -> Answer
    ) {
        self.method = method
        self.summary = summary
        self.body = body
        self.answers = answers
        self.answer = answer
    }
}
