import Channels
import NetworkFormats
import ObjectDelivery
import Pipeline
import VenueRuntime
import VenueWire

extension MetricsText {
    /// How the messages and files of data and file channels fare.
    mutating func objects(_ view: VenueView) {
        typealias Value = (ObjectSnapshot) -> Int
        let messages: [(name: String, help: String, value: Value)] = [
            ("svm_channel_messages_delivered_total", "Messages received whole", { $0.counters.delivered }),
            (
                "svm_channel_messages_duplicate_total", "Repetitions of messages that had been received",
                { $0.counters.duplicates }
            ),
            (
                "svm_channel_messages_incomplete_total", "Messages of which a part was missing",
                { $0.counters.incomplete }
            ),
            ("svm_channel_messages_out_of_order_total", "Messages behind a later one", { $0.counters.outOfOrder }),
        ]
        for entry in messages { objectFamily(view, .data, entry.name, "counter", entry.help, entry.value) }
        let files: [(name: String, help: String, value: Value)] = [
            ("svm_channel_files_listed_total", "Files and versions of files that were listed", { $0.ledger.listed }),
            ("svm_channel_files_completed_total", "Files of which every byte came", { $0.ledger.completed }),
            (
                "svm_channel_files_abandoned_total", "Files that left the table before every byte had come",
                { $0.ledger.abandoned }
            ),
        ]
        for entry in files { objectFamily(view, .file, entry.name, "counter", entry.help, entry.value) }
        objectFamily(view, .file, "svm_channel_files", "gauge", "Files in the distribution table") { $0.table.count }
        let both: [(name: String, help: String, value: Value)] = [
            ("svm_channel_objects_corrupt_total", "Whole objects with a wrong checksum", { $0.counters.corrupt }),
            (
                "svm_channel_objects_refused_total", "Tables, files and objects that were refused",
                { $0.counters.refused }
            ),
            (
                "svm_channel_symbols_recovered_total", "Symbols rebuilt from repair symbols",
                { $0.counters.recovered }
            ),
        ]
        for entry in both { objectFamily(view, nil, entry.name, "counter", entry.help, entry.value) }
    }

    private mutating func objectFamily(
        _ view: VenueView, _ kind: ChannelKind?, _ name: String, _ type: String, _ help: String,
        _ value: (ObjectSnapshot) -> Int
    ) {
        family(name, type, help, of: view) { channel in
            guard kind == nil || channel.snapshot.identity.kind == kind else { return nil }
            return channel.snapshot.objects.map { Double(value($0)) }
        }
    }

    /// The folder of received files.
    mutating func store(_ files: FileStoreFacts) {
        let families: [(name: String, kind: String, help: String, value: UInt64)] = [
            ("svm_files_bytes", "gauge", "Bytes of received files on the disk", files.bytes),
            ("svm_files_ready_total", "counter", "Files that became whole and were checked", files.ready),
            (
                "svm_files_refused_for_space_total", "counter", "Files that had no room on the disk",
                files.refusedForSpace
            ),
            (
                "svm_files_refused_for_name_total", "counter", "Files whose name the disk did not take",
                files.refusedForName
            ),
            ("svm_files_failed_checks_total", "counter", "Files whose digest was wrong", files.failedChecks),
            ("svm_files_failed_writes_total", "counter", "Files that could not be written", files.failedWrites),
        ]
        for entry in families {
            family(entry.name, entry.kind, entry.help)
            sample(entry.name, Double(entry.value))
        }
    }
}
