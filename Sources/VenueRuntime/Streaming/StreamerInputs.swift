import Dispatch
import Foundation
import PacketIO
import Timing
public import VenueSettings

/// What feeds a Streamer while it sends: folders that are watched, addresses that are asked, standard input.
///
/// Each works on a thread of its own, so that nothing that waits holds up what is sent.
public final class StreamerInputs: Sendable {
    /// How often a folder is looked at.
    private static let folderPeriod = StreamDuration(seconds: 1)
    /// The longest sleep, after which it is looked whether all is over.
    private static let nap = StreamDuration(milliseconds: 100)

    private let streamer: VenueStreamer
    private let isOver = Guarded(false)
    private let threads = DispatchGroup()
    private let log: @Sendable (String) -> Void

    /// Feeds `streamer`; `log` is told of trouble, one sentence at a time, on the threads.
    public init(for streamer: VenueStreamer, log: @escaping @Sendable (String) -> Void) {
        self.streamer = streamer
        self.log = log
    }

    /// Begins to feed what `file`, which lies in `folder`, asks for.
    public func start(_ file: VenueFile, in folder: String) {
        for (index, channel) in file.channels.enumerated() {
            switch channel.content {
            case .video: break
            case .file(let path):
                let path = WholeFile.path(path, in: folder)
                run("folder") { $0.watch(path, for: index) }
            case .data(let messages, _):
                for message in messages {
                    switch message.source {
                    case .text: break
                    case .standardInput: run("input") { $0.readLines(for: index) }
                    case .address(let address): run("address") { $0.poll(address, message, for: index) }
                    }
                }
            }
        }
    }

    /// Ends the feeding and waits for all but the reader of standard input, who may be waiting for a person.
    public func stop() {
        isOver.withLock { $0 = true }
        threads.wait()
    }

    private func run(_ name: String, _ work: @escaping @Sendable (StreamerInputs) -> Void) {
        let mayWait = name == "input"
        if !mayWait { threads.enter() }
        let thread = Thread { [self] in
            work(self)
            if !mayWait { threads.leave() }
        }
        thread.name = name
        thread.start()
    }

    /// Sleeps for `duration`, and says whether it goes on behind that.
    private func sleep(_ duration: StreamDuration) -> Bool {
        let end = MonotonicClock.now() + duration.nanoseconds
        while !isOver.withLock({ $0 }) {
            let now = MonotonicClock.now()
            if now >= end { return true }
            MonotonicClock.sleep(until: min(end, now + Self.nap.nanoseconds))
        }
        return false
    }

    /// Offers a folder's files anew whenever they have changed and then stayed so for a look.
    private func watch(_ path: String, for channel: Int) {
        // What changed since the venue file was read is not known: the first look is offered in any case.
        var offered: FolderFiles?
        var before = FolderFiles(at: path)
        while sleep(Self.folderPeriod) {
            let now = FolderFiles(at: path)
            defer { before = now }
            guard now == before, now != offered else { continue }
            offered = now
            streamer.offer(now.load(from: path), on: channel)
        }
    }

    /// Sends each line that `next` gives, which is standard input's unless a test says otherwise.
    func readLines(for channel: Int, _ next: () -> String? = { readLine(strippingNewline: true) }) {
        while let line = next() {
            let bytes = Array(line.utf8)
            guard bytes.count <= VenueFileMessage.sizeLimit else {
                log("a line of \(bytes.count) bytes is too long for a message; it is passed over")
                continue
            }
            if !bytes.isEmpty { streamer.send(bytes, to: channel) }
        }
    }

    private func poll(_ address: String, _ message: VenueFileMessage, for channel: Int) {
        guard let poll = AddressPoll(address) else {
            log("cannot ask \(address): libcurl does not start")
            return
        }
        guard sleep(StreamDuration(milliseconds: Int64(message.atMs))) else { return }
        var isComplained = false
        repeat {
            do throws(AddressPoll.Failure) {
                if let bytes = try poll.ask(), !bytes.isEmpty { streamer.send(bytes, to: channel) }
                isComplained = false
            } catch {
                if !isComplained { log("cannot get \(address): \(error); it is asked again") }
                isComplained = true
            }
        } while sleep(StreamDuration(milliseconds: Int64(message.everyMs ?? 10_000)))
    }
}
