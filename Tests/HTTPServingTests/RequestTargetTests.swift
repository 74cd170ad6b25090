import HTTPServing
import Testing

@Suite("Request target")
struct RequestTargetTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var target: String
        var path: [String] = []
        var query: [QueryItem] = []
        var fault: TargetFault?

        var testDescription: String { target }
    }

    // Decoded by hand after RFC 3986, sections 2.1 and 3.3.
    static let cases = [
        Case(target: "/"),
        Case(target: "/api/v1/channels", path: ["api", "v1", "channels"]),
        Case(target: "//a///b/", path: ["a", "b"]),
        Case(target: "/a%2Fb/c", path: ["a/b", "c"]),
        Case(target: "/100%2525", path: ["100%25"]),
        Case(target: "/Stra%C3%9Fe", path: ["Stra\u{df}e"]),
        Case(target: "/a+b?x=1+1", path: ["a+b"], query: [QueryItem(name: "x", value: "1+1")]),
        Case(
            target: "/c?last=20s&last=3s&flag&=v&e=a%3Db%26c", path: ["c"],
            query: [
                QueryItem(name: "last", value: "20s"), QueryItem(name: "last", value: "3s"),
                QueryItem(name: "flag", value: ""), QueryItem(name: "", value: "v"),
                QueryItem(name: "e", value: "a=b&c"),
            ]),
        Case(target: "/x?a=b?c=d", path: ["x"], query: [QueryItem(name: "a", value: "b?c=d")]),
        Case(target: "/x?", path: ["x"]),
        Case(target: "http://host:80/a?b", path: ["a"], query: [QueryItem(name: "b", value: "")]),
        Case(target: "HTTPS://host/a", path: ["a"]),
        Case(target: "http://host", fault: .noPath),
        Case(target: "", fault: .noPath),
        Case(target: "a/b", fault: .noPath),
        Case(target: "/%", fault: .badEscape),
        Case(target: "/%4", fault: .badEscape),
        Case(target: "/%4/x", fault: .badEscape),
        Case(target: "/%zz", fault: .badEscape),
        Case(target: "/x?a=%q0", fault: .badEscape),
        Case(target: "/a%00b", fault: .nul),
        Case(target: "/a?b=%00", fault: .nul),
        Case(target: "/a\0b", fault: .nul),
        Case(target: "/a b", fault: .forbiddenCharacter),
        Case(target: "/a#b", fault: .forbiddenCharacter),
        Case(target: "/%ff", fault: .notUnicode),
        Case(target: "/%C3", fault: .notUnicode),
        Case(target: "/%ED%A0%80", fault: .notUnicode),
    ]

    @Test("is split as it was sent, and each part is decoded once", arguments: cases)
    func parses(_ example: Case) throws {
        if let fault = example.fault {
            #expect(throws: fault) { _ = try Request(.get, example.target) }
            return
        }
        let request = try Request(.get, example.target)
        #expect(request.path == example.path)
        #expect(request.query == example.query)
    }

    @Test("keeps the path as it was sent")
    func rawPath() throws {
        #expect(try Request(.get, "/a%2Fb//c?d=e").rawPath == "/a%2Fb//c")
    }

    @Test("finds header fields whatever the case of their letters, and shows HEAD as GET")
    func fields() throws {
        let request = try Request(.head, "/", headers: [Header("X-One", "1"), Header("x-one", "2"), Header("Y", "")])
        #expect(request.header("x-ONE") == "1")
        #expect(request.header("y") == "")
        #expect(request.header("z") == nil)
        #expect(request.method == .get)
        #expect(request.isHead)
    }
}
