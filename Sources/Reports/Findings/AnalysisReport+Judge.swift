extension AnalysisReport {
    /// Sets the findings and the verdict from everything else in the report.
    ///
    /// `events` are what engines found themselves, such as two senders of one flow; they are sorted in among the others.
    public mutating func judge(events: [Finding] = []) {
        var list = FindingList(capture.findings)
        for finding in announcements.findings { list.append(finding) }
        for finding in sap.findings { list.append(finding) }
        for channel in channels {
            for finding in channel.findings { list.append(finding) }
        }
        for finding in events { list.append(finding) }
        if channels.isEmpty {
            let text = "Nothing here is announced, is RTP or is a transport stream."
            list.append(Finding(id: Finding.noChannelID, severity: .error, text: text))
        }
        list.sort(channels: channels.map(\.id))
        findings = list
        verdict = VenueProfile.verdict(on: channels)
    }
}
