import Storage

extension MetricsText {
    /// Adds what is counted of saved clips.
    mutating func add(_ clips: ClipDesk) {
        let facts = clips.store.facts
        family("svm_saved_clips", "gauge", "Clips on the disk")
        sample("svm_saved_clips", Double(facts.pinned), labels: [("kind", "pinned")])
        sample("svm_saved_clips", Double(facts.automatic), labels: [("kind", "automatic")])
        let gauges: [(name: String, help: String, value: Int)] = [
            ("svm_saved_clip_bytes", "Bytes of clips on the disk", facts.bytes),
            ("svm_saved_clip_quota_bytes", "Bytes that clips on the disk may take", facts.quota),
            ("svm_saved_clips_damaged", "Clips on the disk that contradict themselves", facts.damaged),
        ]
        for gauge in gauges {
            family(gauge.name, "gauge", gauge.help)
            sample(gauge.name, Double(gauge.value))
        }
        family("svm_clip_saves_total", "counter", "Clips that were to be saved, by what became of them")
        let outcomes: [(String, UInt64)] = [
            ("saved", facts.saved), ("noRoom", facts.refused), ("failed", facts.failed), ("busy", clips.busyCount),
        ]
        for (outcome, count) in outcomes {
            sample("svm_clip_saves_total", Double(count), labels: [("outcome", outcome)])
        }
        family("svm_saved_clips_removed_total", "counter", "Clips that were removed from the disk")
        sample("svm_saved_clips_removed_total", Double(facts.removed))
    }
}
