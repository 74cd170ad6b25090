// swift-tools-version: 6.2
import PackageDescription

// One set of settings for every Swift target. The flags that a manifest cannot carry are SWIFTFLAGS in the Makefile.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A room without sockets, files, clocks or threads: values in, values out, and no unsafe code.
func pure(_ name: String, _ imports: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: imports, exclude: ["\(name).docc"], swiftSettings: strict + [.strictMemorySafety()])
}

/// A room that may own C handles, files or threads.
func shell(_ name: String, _ imports: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: imports, exclude: ["\(name).docc"], swiftSettings: strict)
}

/// A program that shows one use of the SDK; it sees no other room.
func sample(_ name: String) -> Target {
    .executableTarget(
        name: name, dependencies: ["StadiumVisionSDK"], path: "Samples/\(name)", swiftSettings: strict)
}

/// A program.
func tool(_ name: String, _ imports: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: imports, swiftSettings: strict)
}

/// The tests of a room; `reads` names folders of test data beside the code.
func tests(_ room: String, _ imports: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(room)Tests", dependencies: [.init(stringLiteral: room), "TestSupport"] + imports, swiftSettings: strict
    )
}

/// A C library of the system.
func library(_ name: String, _ pkgConfig: String, _ package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

let package = Package(
    name: "stadium-replay",
    products: [
        .executable(name: "svmanalyze", targets: ["svmanalyze"]),
        .executable(name: "svmreplayd", targets: ["svmreplayd"]),
        .executable(name: "svmstreamer", targets: ["svmstreamer"]),
        .executable(name: "svmbench", targets: ["svmbench"]),
        .library(name: "StadiumVisionSDK", targets: ["StadiumVisionSDK"]),
    ],
    targets: [
        // MARK: C libraries
        library("CZlib", "zlib", "zlib1g-dev"),
        library("CNettle", "nettle", "nettle-dev"),
        library("CPcap", "libpcap", "libpcap-dev"),
        library("CISAL", "libisal", "libisal-dev"),
        library("CExpat", "expat", "libexpat1-dev"),
        library("CCurl", "libcurl", "libcurl4-openssl-dev"),
        library("CSQLite", "sqlite3", "libsqlite3-dev"),
        library("CMNL", "libmnl", "libmnl-dev"),
        library("CMicroHTTPD", "libmicrohttpd", "libmicrohttpd-dev"),
        .systemLibrary(
            name: "CLibAV", pkgConfig: "libavformat",
            providers: [.apt(["libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswscale-dev"])]),

        .target(name: "CAllocations"),
        .target(name: "CMemory"),
        .target(name: "CPrefetch"),
        .target(name: "CSockets"),
        .target(name: "CWebAssets"),

        // MARK: Ground
        .target(
            name: "Bytes", exclude: ["Bytes.docc"],
            swiftSettings: strict + [.strictMemorySafety(), .enableExperimentalFeature("Lifetimes")]),
        pure("Timing"),
        shell("Kernels", ["Bytes", "CZlib", "CNettle", "CExpat"]),

        // MARK: Formats
        pure("NetworkFormats", ["Bytes", "Timing"]),
        pure("CaptureFormats", ["Bytes", "Timing"]),
        pure("VenueWire", ["Bytes", "Timing", "Kernels", "NetworkFormats"]),
        pure("TransportStream", ["Bytes", "Timing", "NetworkFormats", "Evidence"]),
        shell("ErasureCode", ["Bytes", "CISAL"]),
        pure("VenueSettings", ["NetworkFormats"]),

        // MARK: Engines
        pure("Evidence", ["Bytes", "NetworkFormats", "Timing"]),
        pure("Channels", ["Bytes", "Timing", "Kernels", "NetworkFormats", "VenueWire", "Evidence"]),
        pure("Protection", ["Bytes", "Timing", "NetworkFormats", "VenueWire", "ErasureCode", "Evidence"]),
        pure(
            "ObjectDelivery", ["Bytes", "Timing", "Kernels", "NetworkFormats", "VenueWire", "ErasureCode"]),
        pure("History", ["Bytes", "Timing", "NetworkFormats", "Evidence", "Protection", "TransportStream"]),
        pure("Quality", ["Timing", "NetworkFormats", "Protection"]),
        pure(
            "Pipeline",
            [
                "Bytes", "Timing", "NetworkFormats", "VenueWire", "TransportStream", "VenueSettings", "Evidence",
                "Channels", "Protection", "ObjectDelivery", "History", "Quality",
            ]),

        // MARK: Results and fronts
        pure(
            "Reports",
            [
                "Timing", "NetworkFormats", "CaptureFormats", "VenueWire", "TransportStream", "Channels", "Protection",
                "ObjectDelivery", "Quality", "Pipeline",
            ]),
        shell(
            "PacketIO",
            ["Bytes", "Timing", "Kernels", "NetworkFormats", "CaptureFormats", "CPcap", "CPrefetch", "CSockets"]),
        pure(
            "Clips", ["Bytes", "Timing", "NetworkFormats", "Evidence", "Protection", "TransportStream", "History"]),
        shell("MediaIO", ["Bytes", "Timing", "TransportStream", "PacketIO", "CLibAV"]),
        shell(
            "ClipFiles",
            [
                "Bytes", "Timing", "Kernels", "NetworkFormats", "CaptureFormats", "VenueWire", "Evidence",
                "TransportStream",
                "Channels", "Protection", "History", "Pipeline", "Clips", "MediaIO", "PacketIO",
            ]),
        shell("HTTPServing", ["Bytes", "CMicroHTTPD"]),
        shell(
            "VenueRuntime",
            [
                "Bytes", "Timing", "NetworkFormats", "CaptureFormats", "VenueSettings", "Evidence", "TransportStream",
                "Channels", "Protection", "ObjectDelivery", "History", "Quality", "Pipeline", "Reports", "PacketIO",
                "VenueSimulator", "Clips", "ClipFiles",
                "Kernels", "VenueWire", "CMemory", "CCurl",
            ]),
        pure(
            "VenueSimulator",
            [
                "Bytes", "Timing", "Kernels", "NetworkFormats", "CaptureFormats", "VenueWire", "TransportStream",
                "ErasureCode", "ObjectDelivery",
            ]),

        // MARK: A device and its session
        shell("DeviceLink", ["Bytes", "PacketIO", "CSockets", "CMNL"]),
        shell(
            "Playback",
            [
                "Bytes", "Timing", "Evidence", "TransportStream", "History", "Clips", "PacketIO", "MediaIO",
            ]),
        shell(
            "Session",
            [
                "Bytes", "Timing", "NetworkFormats", "VenueWire", "TransportStream", "VenueSettings", "Channels",
                "Protection", "ObjectDelivery", "History", "Quality", "Pipeline", "PacketIO", "Clips", "MediaIO",
                "VenueRuntime", "DeviceLink", "Playback", "Reports", "CCurl",
            ]),
        shell(
            "Storage",
            ["Bytes", "Timing", "NetworkFormats", "VenueSettings", "Quality", "PacketIO", "Clips", "CSQLite"]),
        shell(
            "StadiumVisionSDK",
            [
                "Bytes", "Timing", "NetworkFormats", "VenueWire", "VenueSettings", "Channels", "ObjectDelivery",
                "Pipeline", "Quality", "PacketIO", "MediaIO", "VenueRuntime", "DeviceLink", "Playback", "Session",
            ]),

        shell("Terminal", ["VenueSettings"]),
        shell(
            "ReplayService",
            [
                "Bytes", "Timing", "NetworkFormats", "TransportStream", "VenueSettings", "VenueWire", "Channels",
                "Evidence", "Protection", "History",
                "ObjectDelivery", "Quality", "Pipeline", "Reports", "PacketIO", "Clips", "ClipFiles", "MediaIO",
                "HTTPServing", "VenueRuntime", "DeviceLink", "Playback", "Session", "Storage", "CWebAssets",
            ]),

        // MARK: Tools
        tool(
            "svmanalyze",
            [
                "Timing", "NetworkFormats", "VenueSettings", "Reports", "PacketIO", "Terminal", "VenueRuntime", "Clips",
                "Bytes",
            ]),
        tool(
            "svmreplayd",
            [
                "Timing", "NetworkFormats", "VenueSettings", "PacketIO", "Terminal", "VenueRuntime", "HTTPServing",
                "ReplayService", "VenueSimulator", "DeviceLink", "Session", "Storage", "CWebAssets",
            ]),
        tool(
            "svmstreamer",
            [
                "Timing", "NetworkFormats", "VenueSettings", "VenueWire", "VenueSimulator", "PacketIO", "VenueRuntime",
                "Terminal",
            ]),
        tool(
            "svmbench",
            [
                "Bytes", "Timing", "ErasureCode", "Evidence", "VenueWire", "CISAL", "NetworkFormats", "CaptureFormats",
                "VenueSettings", "Channels", "Protection", "Storage",
                "History", "Pipeline", "Reports", "PacketIO", "VenueRuntime", "VenueSimulator", "HTTPServing",
                "ReplayService", "TransportStream", "MediaIO", "Clips", "ClipFiles", "CPcap", "CAllocations",
                "CWebAssets",
            ]),

        // MARK: Samples, in the order of the guide's workflow
        sample("StartTheSDK"),
        sample("SetTheLogLevel"),
        sample("VideoChannelList"),
        sample("PresentVideoChannels"),
        sample("PlayVideoChannel"),
        sample("SeekWithinTheBuffer"),
        sample("DataChannelList"),
        sample("ObserveDataChannel"),
        sample("SDKVersion"),
        sample("ShutDownTheSDK"),
        sample("FileChannels"),
        sample("DemoPlayer"),

        // MARK: Tests
        .target(name: "TestSupport", dependencies: ["Bytes"], path: "Tests/TestSupport", swiftSettings: strict),
        .target(
            name: "ClipSupport",
            dependencies: [
                "Bytes", "Timing", "NetworkFormats", "Channels", "TransportStream", "History", "Pipeline", "PacketIO",
                "Clips", "TestSupport",
            ], path: "Tests/ClipSupport", swiftSettings: strict),
        // Beside the tests, not in Sources: the fuzzer and the replay of its corpora share it, and no product may use it.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "Bytes", "Timing", "NetworkFormats", "CaptureFormats", "VenueWire", "TransportStream", "VenueSettings",
                "Evidence", "Channels", "Protection", "ObjectDelivery", "ErasureCode", "Quality", "Pipeline", "Reports",
                "PacketIO", "VenueRuntime", "VenueSimulator", "Clips", "MediaIO", "Storage",
            ], path: "Tests/FuzzTargets", swiftSettings: strict),
        tests("Bytes"),
        tests("Timing"),
        tests("Kernels", ["Bytes"]),
        tests("NetworkFormats", ["Bytes", "Timing"]),
        tests("CaptureFormats", ["Bytes", "Timing"]),
        tests("VenueWire", ["Bytes", "Timing", "NetworkFormats"]),
        tests("TransportStream", ["Bytes", "Timing", "NetworkFormats", "Evidence"]),
        tests("ErasureCode", ["Bytes"]),
        tests("VenueSettings", ["NetworkFormats"]),
        tests(
            "ObjectDelivery",
            ["Bytes", "Timing", "Kernels", "NetworkFormats", "CaptureFormats", "VenueWire", "ErasureCode"]),
        tests("Evidence", ["Bytes", "NetworkFormats", "Timing"]),
        tests("Channels", ["Bytes", "Timing", "NetworkFormats", "CaptureFormats", "VenueWire", "Evidence"]),
        tests("Protection", ["Bytes", "Timing", "NetworkFormats", "VenueWire", "ErasureCode", "Evidence"]),
        tests("History", ["Bytes", "Timing", "NetworkFormats", "Evidence", "Protection", "TransportStream"]),
        tests("Quality", ["Timing", "NetworkFormats", "Protection"]),
        tests(
            "Pipeline",
            [
                "Bytes", "Timing", "NetworkFormats", "CaptureFormats", "VenueWire", "Evidence", "Channels",
                "Protection",
                "ObjectDelivery", "ErasureCode", "VenueSimulator", "TransportStream", "History",
            ]),
        tests("Reports", ["Timing", "NetworkFormats", "VenueWire", "Channels", "ObjectDelivery", "Pipeline"]),
        tests("PacketIO", ["Bytes", "Timing", "NetworkFormats", "CaptureFormats"]),
        tests(
            "Clips",
            [
                "Bytes", "Timing", "NetworkFormats", "CaptureFormats", "Evidence", "Protection", "TransportStream",
                "History", "Pipeline", "PacketIO", "VenueSimulator", "ClipSupport",
            ]),
        tests("MediaIO", ["Bytes", "Timing", "Kernels", "NetworkFormats", "Evidence", "TransportStream"]),
        tests(
            "ClipFiles",
            [
                "Bytes", "Timing", "NetworkFormats", "CaptureFormats", "Evidence", "TransportStream", "History",
                "Channels",
                "Clips",
                "Pipeline", "MediaIO", "PacketIO", "VenueSimulator", "ClipSupport",
                "Protection",
                "VenueWire",
            ]),
        tests("HTTPServing", ["Bytes"]),
        tests("Terminal"),
        tests("DeviceLink", ["Bytes", "PacketIO"]),
        tests(
            "Playback",
            [
                "Bytes", "Evidence", "Timing", "NetworkFormats", "CaptureFormats", "TransportStream", "History",
                "Pipeline",
                "PacketIO", "MediaIO", "Clips", "VenueSimulator",
            ]),
        tests(
            "Session",
            [
                "Bytes", "Timing", "NetworkFormats", "CaptureFormats", "VenueWire", "VenueSettings", "Channels",
                "ObjectDelivery", "Quality", "Pipeline", "Reports", "PacketIO", "VenueRuntime", "DeviceLink",
                "Playback",
                "MediaIO", "VenueSimulator",
            ]),
        tests("Storage", ["Bytes", "Timing", "VenueSettings", "Quality", "PacketIO", "Clips"]),
        tests(
            "StadiumVisionSDK",
            [
                "Bytes", "Timing", "NetworkFormats", "CaptureFormats", "VenueWire", "VenueSettings", "Channels",
                "Quality",
                "Pipeline", "Reports", "PacketIO", "MediaIO", "VenueRuntime", "DeviceLink", "Playback", "Session",
                "VenueSimulator", "HTTPServing",
            ]),
        tests(
            "VenueRuntime",
            [
                "Bytes", "Timing", "Kernels", "NetworkFormats", "CaptureFormats", "VenueSettings", "VenueWire",
                "Channels",
                "ObjectDelivery",
                "PacketIO", "Reports",
                "VenueSimulator",
            ]),
        tests(
            "ReplayService",
            [
                "Bytes", "Timing", "NetworkFormats", "CaptureFormats", "Channels", "ObjectDelivery", "Pipeline",
                "History", "Clips", "ClipFiles", "HTTPServing", "VenueRuntime", "VenueSettings", "VenueWire",
                "PacketIO",
                "Reports", "VenueSimulator",
                "DeviceLink", "Playback", "Session", "Storage", "Quality", "MediaIO", "StadiumVisionSDK",
                "ClipSupport", "Protection",
            ]),
        tests("svmanalyze", ["VenueRuntime", "VenueSettings", "Clips", "Timing"]),
        tests("svmstreamer", ["Timing", "NetworkFormats", "VenueSettings", "VenueSimulator", "VenueRuntime"]),
        tests("svmreplayd", ["HTTPServing", "NetworkFormats", "PacketIO", "VenueRuntime", "VenueSettings"]),
        tests(
            "VenueSimulator",
            [
                "Bytes", "Timing", "NetworkFormats", "CaptureFormats", "VenueWire", "ErasureCode", "TransportStream",
                "Evidence", "ObjectDelivery", "Kernels",
            ]),
        .testTarget(
            name: "SamplesTests",
            dependencies: [
                "StartTheSDK", "SetTheLogLevel", "VideoChannelList", "PresentVideoChannels", "PlayVideoChannel",
                "SeekWithinTheBuffer", "DataChannelList", "ObserveDataChannel", "SDKVersion", "ShutDownTheSDK",
                "FileChannels", "DemoPlayer", "Timing", "VenueSimulator", "TestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Bytes", "Timing", "NetworkFormats", "CaptureFormats", "Evidence", "Channels", "Protection", "History",
                "Quality", "Pipeline",
                "PacketIO", "Reports", "VenueRuntime", "VenueSettings", "VenueSimulator", "TransportStream",
                "VenueWire", "ErasureCode", "ObjectDelivery", "FuzzTargets", "TestSupport", "svmanalyze",
            ], swiftSettings: strict),
    ]
)

// The fuzzer replaces the program's entry, so it is no target of ordinary builds: `make fuzz`.
if Context.environment["SVM_FUZZ"] != nil {
    package.products.append(.executable(name: "svmfuzz", targets: ["svmfuzz"]))
    package.targets.append(
        .executableTarget(
            name: "svmfuzz", dependencies: ["Bytes", "FuzzTargets"],
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}

// Someone at work on a few rooms need not build all of them: `SVM_ONLY=ChannelsTests,PipelineTests swift test …`.
if let only = Context.environment["SVM_ONLY"] {
    var wanted: Set<String> = []
    var next = only.split(separator: ",").map(String.init)
    while let name = next.popLast() {
        guard wanted.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
            continue
        }
        for case .byNameItem(let name, _) in target.dependencies { next.append(name) }
    }
    package.targets.removeAll { !wanted.contains($0.name) }
    package.products.removeAll { product in !wanted.contains(product.name) }
}
