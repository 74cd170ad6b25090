/// The published example of the report's schema 1, and the same report as it must be written.
enum ReportSchema {
    /// The interface description's example, with its dots and zeros.
    static let example = """
        {"schema":1,
         "capture":{"file":"x.pcap","format":"pcap","linkTypes":["EN10MB"],"resolution":"us","frames":1,"bytes":1,"firstTime":"…","lastTime":"…",
           "truncatedFrames":0,"captureDrops":0,"checksumMismatches":0,"skipped":{"notIP":0,"fragment":0,"badChecksum":0,"unknownLinkType":0},"clockSteps":[]},
         "announcements":{"announcementsReceived":0,"announcementsMalformed":0,"invalidJsonAnnouncements":0,"versionMismatchAnnouncements":0,
           "announcementsNotAllowed":0,"licenseMismatchAnnouncements":0,"channelsAdded":0,"channelsPruned":0,"listenerIgmpRestarts":0},
         "sap":{"received":0,"malformed":0,"sessions":0,"deleted":0},
         "streamers":[{"address":"10.1.1.5","id":"…","name":"…","isAllowed":true}],
         "channels":[{"id":"9f2c41d07be3","name":"239.10.1.1:5004","kind":"video","origin":"detected","licensed":true,"group":"239.10.1.1","port":5004,"source":"10.1.1.10","carriage":"rtp-mp2t",
           "rtp":{"ssrc":"0x1fa313a2","expected":0,"received":0,"lost":0,"duplicates":0,"reordered":0,"reorderDepth":0,"late":0,"jitterMs":0.0,"jitterMaxMs":0.0,"sequenceResets":0,"runs":[]},
           "loss":{"holes":0,"longest":0,"minSeparation":null,"runLengths":{"1":3,"3":2}},
           "fec":{"scheme":"st2022-1","columns":5,"rows":5,"aligned":true,"received":0,"recovered":0,"unrecovered":0,"corrupt":0,"overhead":0.4},
           "windows":{"open":0,"partial":0,"protection_windows":0,"window_no_loss":0,"window_recovery_successes":0,"window_recovery_failures":0,"window_warning":0,"window_error":0},
           "link":{"session_link_indicator":10,"min":10,"mean":10.0,"timeline":[{"time":"…","value":10}]},
           "ts":{"packets":0,"num_ts_discontinuities":0,"pids":[{"pid":256,"kind":"video","codec":"h264","packets":0,"ccErrors":0,"scrambled":0}],
             "pcr":[{"pid":256,"maxIntervalMs":0.0,"jitterUs":0.0,"driftPpm":0.0}],"tr101290":{"1.1":0,"1.2":0,"1.3":0,"1.4":0,"1.5":0,"1.6":0,"2.1":0,"2.2":0,"2.3":0,"2.4":0,"2.5":0,"2.6":0}},
           "video":{"num_dropped_video_frames":0,"frames":0,"width":0,"height":0,"gopMs":0,"gopMaxMs":0},
           "mdi":[{"time":"…","dfMs":0.0,"mlr":0}],"bitrateKbps":0.0}],
         "igmp":[{"time":"…","host":"…","group":"…","event":"join","firstPacketMs":12.3}],
         "findings":[{"id":"rtp.loss","severity":"warning","channel":"…","time":"…","frame":812,"value":9,"unit":"packets","limit":0,"text":"…"}],
         "verdict":"pass"}
        """

    /// Keys of the example that nothing measures yet, by the path of their object.
    static let later: [String: Set<String>] = [
        "channels[]": ["mdi"], "channels[].ts": ["tr101290"],
    ]

    /// Whether the object at `path` belongs to such a key.
    static func isLater(_ path: String) -> Bool {
        later.contains { parent, keys in
            keys.contains { key in
                let whole = parent.isEmpty ? key : "\(parent).\(key)"
                return path == whole || path == whole + "[]"
            }
        }
    }

    /// The report of `SampleReports.single`, written by hand after the example and the fixed decimals.
    static let document = """
        {
         "schema":1,
         "capture":{"file":"x.pcap","format":"pcap","linkTypes":["EN10MB"],"resolution":"us","frames":1700,"bytes":1882121,\
        "firstTime":"2026-11-29T23:49:12.021169000Z","lastTime":"2026-11-29T23:49:18.100000001Z","truncatedFrames":0,\
        "captureDrops":0,"checksumMismatches":0,"skipped":{"notIP":2,"fragment":0,"badChecksum":0,"unknownLinkType":0},\
        "clockSteps":[{"frame":7,"time":"2026-11-29T23:49:12.500000000Z","stepMs":-5000.250}]},
         "announcements":{"announcementsReceived":21,"announcementsMalformed":1,"invalidJsonAnnouncements":2,\
        "versionMismatchAnnouncements":3,"announcementsNotAllowed":4,"licenseMismatchAnnouncements":5,\
        "channelsAdded":6,"channelsPruned":7,"listenerIgmpRestarts":8},
         "sap":{"received":4,"malformed":0,"sessions":1,"deleted":0},
         "streamers":[
          {"address":"10.1.1.5","id":"a1","name":"Press Box","isAllowed":true}],
         "channels":[
          {"id":"9f2c41d07be3","name":"239.10.1.1:5004","kind":"video","origin":"detected","licensed":true,\
        "group":"239.10.1.1","port":5004,"source":"10.1.1.10","carriage":"rtp-mp2t",\
        "rtp":{"ssrc":"0x1fa313a2","expected":636,"received":627,"lost":9,"duplicates":1,"reordered":2,"reorderDepth":3,\
        "late":0,"jitterMs":0.457,"jitterMaxMs":2.500,"sequenceResets":0,"runs":[]},\
        "loss":{"holes":5,"longest":3,"minSeparation":null,"runLengths":{"1":3,"3":2}},\
        "fec":{"scheme":"st2022-1","columns":5,"rows":5,"mode":"both","aligned":true,"received":250,"recovered":9,\
        "unrecovered":0,"corrupt":0,"overhead":0.4000},\
        "windows":{"open":1,"partial":2,"protection_windows":25,"window_no_loss":20,"window_recovery_successes":5,\
        "window_recovery_failures":0,"window_warning":4,"window_error":3},\
        "link":{"session_link_indicator":10,"min":9,"mean":9.8333,\
        "timeline":[{"time":"2026-11-29T23:49:14.000000000Z","value":10}]},\
        "ts":{"packets":4452,"packetBytes":188,"num_ts_discontinuities":0,\
        "pids":[{"pid":256,"kind":"video","codec":"h264","packets":4000,"ccErrors":0,"scrambled":0}],\
        "pcr":[{"pid":256,"maxIntervalMs":40.250,"jitterUs":123.5,"driftPpm":-0.50}]},\
        "video":{"num_dropped_video_frames":0,"frames":150,"width":1280,"height":720,"gopMs":500.000,"gopMaxMs":520.000},\
        "bitrateKbps":1092.642}],
         "igmp":[
          {"time":"2026-11-29T23:49:13.000000000Z","host":"10.1.1.77","group":"239.10.1.1","event":"join",\
        "firstPacketMs":12.300,"frame":301}],
         "findings":[
          {"id":"rtp.loss","severity":"warning","channel":"9f2c41d07be3","time":"2026-11-29T23:49:12.900000000Z",\
        "frame":812,"value":9,"unit":"packets","limit":0,"text":"\\"…\\""}],
         "verdict":"pass"}

        """
}
