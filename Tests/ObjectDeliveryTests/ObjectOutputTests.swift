import ObjectDelivery
import Testing

@Suite("Output of an object channel")
struct ObjectOutputTests {
    @Test("clearing forgets events and bytes")
    func clearing() {
        var output = ObjectOutput()
        output.bytes = [1, 2]
        output.events = [.fileBytes(FileKey(serial: 0), offset: 0, 0..<2)]
        output.clear()
        #expect(output.events.isEmpty)
        #expect(output.bytes.isEmpty)
    }
}
