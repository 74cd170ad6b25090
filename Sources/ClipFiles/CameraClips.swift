public import Clips
public import History
public import Timing
public import TransportStream

/// Clips of several cameras with a common start to the frame (definitions D18).
///
/// Each begins with its first picture at or after the common start, so that the cameras differ by less than a picture. Where
/// one of them cannot be decoded or has no pictures there yet, the common start moves on. Different delays of encoders are
/// invisible here; a camera's offset corrects them.
public struct CameraClips: Sendable {
    /// A camera that takes part.
    public struct Camera: Sendable {
        /// The channel.
        public var channel: ClipChannel
        /// What is kept of it; nil for nothing.
        public var history: HistorySnapshot?
        /// Its tracks; nil when it carries no transport stream.
        public var media: TransportFacts?
        /// What is added to its picture times.
        public var offset: StreamDuration

        /// States a camera.
        public init(
            channel: ClipChannel, history: HistorySnapshot?, media: TransportFacts?, offset: StreamDuration = .zero
        ) {
            self.channel = channel
            self.history = history
            self.media = media
            self.offset = offset
        }
    }

    /// What one camera gives.
    public enum Part: Sendable {
        /// A clip that begins so much later than the common start, on the time line of all.
        case clip(TransportClip, skew: StreamDuration)
        /// Nothing; why.
        case absent(ClipFailure)
    }

    /// Cameras of one request.
    public static let cameraLimit = 16
    /// A start that differs by more from the common one is no matter of pictures that come in turn: the common one moves on.
    static let pictureLimit = StreamDuration(milliseconds: 200)
    /// How often the common start moves at most.
    private static let rounds = 6

    /// The window that the clips have in common.
    public private(set) var window: CommonWindow
    /// What is added to the picture times of each camera, in their order.
    public let offsets: [StreamDuration]
    /// What each camera gives, in their order.
    public private(set) var parts: [Part] = []

    /// Cuts what `request` asks for, frame by frame, out of the histories of `cameras`.
    public init(_ request: ClipRequest, of cameras: [Camera]) throws(ClipFailure) {
        var request = request
        request.accuracy = .frame
        let kept = cameras.map { camera in
            CommonWindow.Camera(camera.media == nil ? nil : camera.history, offset: camera.offset)
        }
        offsets = cameras.map(\.offset)
        window = try CommonWindow(request, of: kept)
        parts = Self.cut(request, window, cameras)
        for _ in 0..<Self.rounds {
            let skew = parts.map(\.skew).max() ?? .zero
            guard skew > Self.pictureLimit, window.begin(at: window.start + skew) else { break }
            parts = Self.cut(request, window, cameras)
        }
        if parts.allSatisfy({ $0.isAbsent }) { throw parts.first?.failure ?? .noPicture }
    }

    /// What is asked of one camera once the window is settled.
    public func request(_ request: ClipRequest, of camera: Camera) -> ClipRequest {
        window.request(request, offset: camera.offset)
    }

    private static func cut(_ request: ClipRequest, _ window: CommonWindow, _ cameras: [Camera]) -> [Part] {
        zip(cameras, window.absences).map { camera, absence in
            guard absence == nil, let history = camera.history else { return .absent(absence ?? .nothingKept) }
            do throws(ClipFailure) {
                let own = window.request(request, offset: camera.offset)
                let clip = try TransportClip(own, of: camera.channel, media: camera.media, from: history)
                return .clip(clip, skew: clip.facts.start + camera.offset - window.start)
            } catch {
                return .absent(error)
            }
        }
    }
}

extension CameraClips.Part {
    fileprivate var skew: StreamDuration { if case .clip(_, let skew) = self { skew } else { .zero } }
    fileprivate var isAbsent: Bool { failure != nil }
    fileprivate var failure: ClipFailure? { if case .absent(let failure) = self { failure } else { nil } }
}
