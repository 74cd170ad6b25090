import ClipFiles
import Clips
import HTTPServing
import Timing

/// What somebody asks of several cameras at once.
struct CameraWish: Sendable {
    /// The channels, in the order in which they were named.
    var channels: [ChannelView]
    /// The window, and how it is cut.
    var request: ClipRequest
    /// In which form.
    var format: ClipFormat
    /// Names of the arguments of a plan; those of a clip but for the accuracy, which is that of pictures.
    static let arguments = [
        "channels", "last", "start", "duration", "end", "from", "to", "timerange", "clamp", "wait", "as", "gap",
        "format",
    ]

    /// Reads the arguments of a request.
    init(_ request: Request, _ view: VenueView) throws(Refusal) {
        let named = request.query.filter { $0.name == "channels" }.flatMap { $0.value.split(separator: ",") }
        guard !named.isEmpty else {
            throw Refusal(.error(400, "channels= is missing: name channels by id or name, with commas between them"))
        }
        guard named.count <= CameraClips.cameraLimit else {
            throw Refusal(.error(400, "at most \(CameraClips.cameraLimit) channels go into one answer"))
        }
        channels = []
        for name in named {
            do throws(ChannelProblem) {
                let channel = try view.channel(String(name))
                if !channels.contains(where: { $0.id == channel.id }) { channels.append(channel) }
            } catch {
                throw Refusal(error.response)
            }
        }
        do throws(ClipQueryError) {
            self.request = try ClipRequest(query: request.query.map { ($0.name, $0.value) })
        } catch {
            throw Refusal(.error(400, "\(error)"))
        }
        guard self.request.accuracy == .frame else {
            throw Refusal(.error(400, "several cameras begin together to the frame: leave accuracy= away"))
        }
        format = .progressive
        if let word = request.value(of: "format") {
            guard let format = ClipFormat(rawValue: word), format != .fragmented else {
                throw Refusal(.error(400, "format= is one of mp4, ts"))
            }
            self.format = format
        }
    }
}
