import Storage

extension MetricsText {
    /// Adds what the Reporter end counts.
    mutating func add(_ reporter: ReporterDesk) {
        family("svm_reporter_uploads_total", "counter", "Uploads of devices by what became of them")
        for outcome in UploadOutcome.allCases {
            sample(
                "svm_reporter_uploads_total", Double(reporter.count(of: outcome)),
                labels: [("outcome", outcome.rawValue)])
        }
        let facts = reporter.store.facts
        let others: [(name: String, kind: String, help: String, value: Double)] = [
            ("svm_reporter_commits_total", "counter", "Transactions that kept uploads", Double(facts.commits)),
            ("svm_reporter_removed_total", "counter", "Uploads that were removed", Double(facts.removed)),
            ("svm_reporter_damaged_total", "counter", "Damaged databases that were put aside", Double(facts.damaged)),
            ("svm_reporter_waiting", "gauge", "Uploads that wait to be written", Double(facts.waiting)),
            ("svm_reporter_bytes", "gauge", "Bytes of kept uploads", Double(facts.bytes)),
        ]
        for entry in others {
            family(entry.name, entry.kind, entry.help)
            sample(entry.name, entry.value)
        }
    }
}
