import Foundation

/// A clip that was fetched, and what ffmpeg and ffprobe say of it.
struct PeerClip: Sendable {
    /// One packet of video.
    struct Picture: Sendable {
        /// When it is presented, in 1/90000 s.
        var pts: Int64
        var isKey: Bool
    }

    let answer: PeerClient.Response
    /// How decoding everything ended, and what ffmpeg complained of.
    let status: Int32
    let errors: String
    let pictures: [Picture]
    /// The number that each decoded picture shows.
    let numbers: [Int?]

    /// Looks into a clip; ffmpeg goes on after errors unless it `isStrict`.
    init(_ answer: PeerClient.Response, named name: String, isStrict: Bool, on network: PeerNetwork) throws {
        self.answer = answer
        let path = network.folder.appending(path: name + ".ts").path()
        try Data(answer.body).write(to: URL(filePath: path))
        let strictness = isStrict ? ["-xerror"] : []
        let decoding = try network.run(
            ["ffmpeg", "-nostdin", "-v", "error"] + strictness + [
                "-i", path, "-map", "0:v", "-vf", PictureNumbers.filter, "-f", "rawvideo",
                "-y", path + ".numbers", "-map", "0:a", "-f", "null", "-",
            ])
        (status, errors) = (decoding.status, decoding.errors)
        numbers = PictureNumbers.read([UInt8]((try? Data(contentsOf: URL(filePath: path + ".numbers"))) ?? Data()))
        let listing = try network.output(of: [
            "ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts,flags", "-of", "csv=p=0",
            path,
        ])
        pictures = listing.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: ",")
            guard fields.count > 1, let pts = Int64(fields[0]) else { return nil }
            return Picture(pts: pts, isKey: fields[1].hasPrefix("K"))
        }
    }

    /// A number in one of its headers; what is not there is -1.
    func number(_ header: String) -> Double { answer.headers[header].flatMap(Double.init) ?? -1 }

    /// The numbers of the pictures that the headers call presented; others are there to be decoded before or with them.
    var presented: [Int?] {
        let stamps = pictures.map(\.pts).sorted()
        let start = (stamps.first ?? 0) + Int64(number("x-clip-preroll-ms")) * 90
        let end = start + Int64((number("x-clip-duration") * 90_000).rounded())
        return zip(stamps, numbers).filter { $0.0 >= start && $0.0 < end }.map(\.1)
    }
}
