import Testing

@testable import ObjectDelivery

@Suite("Paths of files")
struct FilePathTests {
    @Test(
        "a Content-Location is a relative path, percent-encoded bytes decoded once",
        arguments: [
            ("a", "a"), ("a/b.ts", "a/b.ts"), ("file:///a/b", "a/b"), ("file:/a/b", "a/b"), ("FILE:///a", "a"),
            ("http://host/a/b?x=1", "host/a/b?x=1"), ("urn:x:y", "urn:x:y"), ("a:b/c", "a:b/c"),
            ("clips/t%C3%B6r.ts", "clips/tör.ts"), ("100%2525", "100%25"), ("..a/b..", "..a/b.."), ("a b", "a b"),
        ])
    func accepted(_ location: String, _ path: String) {
        #expect(FilePath.relative(location) == path)
    }

    @Test(
        "what could lead out of the folder, or is no name for a file, is refused",
        arguments: [
            "", "/", "/etc/passwd", "..", "../a", "a/../b", "a/..", "a/./b", ".", "a//b", "a/", "file:///../a",
            "file:////etc/passwd", "http:///a", "%2e%2e/a", "a/%2E%2e/b", ".%2e", "a%2fb", "%2Fetc", "a%5c..%5cb",
            "a\\b", "C:\\x", "a%00b", "a\0b", "a%", "a%4", "a%zz", "a%+1", "a\nb", "goal\u{202e}gnp.ts", "a\u{9b}b",
            "%7f", "%ff", "file://", "file:///",
            "http://host/", String(repeating: "x", count: 256), "a/" + String(repeating: "x", count: 256),
            String(repeating: "abcdefg/", count: 129) + "x", String(repeating: "%41", count: 1_100),
        ])
    func refused(_ location: String) {
        #expect(FilePath.relative(location) == nil)
    }
}
