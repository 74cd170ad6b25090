import Foundation
import StadiumVisionSDK

// File channels: files that a venue sends round and round, kept on the disk, named by URI.

final class FileCollector: SVMChannelListObserver, SVMFileObserver {
    func onFileChannelListUpdated(_ channelList: [SVMChannel]) {
        print("file channels: \(channelList.map(\.name).joined(separator: ", "))")
        for channel in channelList {
            StadiumVisionMobile.sharedInstance().addFileChannelObserver(self, forChannel: channel)
        }
    }

    // a file is complete and checked
    func onFile(_ localFilename: String, withURI uri: String, withChannelName channelName: String) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: localFilename)
        let length = (attributes?[.size] as? NSNumber)?.intValue ?? 0
        print("onFile callback: channelName = \(channelName), uri = \(uri), \(length) bytes")
    }
}

let svm = StadiumVisionMobile.sharedInstance()
let collector = FileCollector()
svm.addFileChannelListDelegate(collector)
guard svm.start().isOk else { exit(1) }

// some seconds of files; the first argument says how many
Thread.sleep(forTimeInterval: CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 10)

// the distribution table of each channel, and where a file lies
for (name, table) in svm.getFileDistributionTable() {
    for (uri, row) in table.sorted(by: { $0.key < $1.key }) {
        print("table of \(name): \(uri), complete \(row["complete"] ?? false)")
        if let path = svm.getFileDistributionLocalFilename(uri, forChannelName: name) { print("  lies at \(path)") }
    }
}
svm.shutdown()
