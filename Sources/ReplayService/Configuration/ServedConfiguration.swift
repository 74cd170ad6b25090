import PacketIO
import Session
import Storage
import VenueRuntime
import VenueSettings

/// The one way by which another configuration comes into force, whoever brings it.
final class ServedConfiguration: Sendable {
    /// What became of a new configuration.
    struct Outcome: Sendable, Equatable {
        /// Keys that have other values now.
        var changed: [String] = []
        /// Keys that stay as they were, because they are read when the server starts.
        var fixed: [String] = []
        /// Keys that stay as the command line says.
        var overridden: [String] = []
        /// What a person should know about keys that have no effect.
        var warnings: [String] = []
        /// The tag of what is in force now.
        var tag = ""
    }

    private let session: VenueSession
    private let epoch: Int64
    private let options: ReplayOptions
    /// Counts what came into force; whoever changes it holds this, so that changes come one after the other.
    private let revision = Guarded(0)

    init(_ session: VenueSession, epoch: Int64, options: ReplayOptions) {
        self.session = session
        self.epoch = epoch
        self.options = options
    }

    /// What is in force, its secrets masked, and its tag.
    var shown: (json: [UInt8], tag: String) {
        revision.withLock { revision in
            (SettingSecrets.masked(session.configuration.jsonValue).json, tag(revision))
        }
    }

    /// A tag tells nothing of what it stands for: secrets are part of that.
    private func tag(_ revision: Int) -> String { "\"\(epoch)-\(revision)\"" }

    /// Brings what `bytes` say into force, when `mayChange` the configuration of this tag.
    func take(_ bytes: [UInt8], mayChange: (String) -> Bool) throws -> Outcome {
        let wanted = try VenueConfiguration(parsing: bytes)
        return try revision.withLock { revision in
            guard mayChange(tag(revision)) else { throw StaleConfiguration() }
            let sent = wanted.jsonValue
            let restored = SettingSecrets.restored(sent, from: session.configuration.jsonValue)
            return try follow(
                restored == sent ? wanted : try VenueConfiguration(parsing: restored.json), revision: &revision)
        }
    }

    /// Brings `configuration` into force, as far as it can change now.
    func take(_ configuration: VenueConfiguration) throws -> Outcome {
        try revision.withLock { try follow(configuration, revision: &$0) }
    }

    private func follow(_ wanted: VenueConfiguration, revision: inout Int) throws -> Outcome {
        let present = session.configuration
        var outcome = Outcome(warnings: wanted.warnings)
        let fixed = options.isCapture ? SettingChanges.atStart.union(SettingChanges.inCapture) : SettingChanges.atStart
        outcome.fixed = SettingChanges.keys(from: present, to: wanted).filter {
            fixed.contains($0) || $0.hasPrefix("server.")
        }
        let possible = try SettingChanges.keeping(outcome.fixed, of: present, in: wanted)
        let merged = options.merging(possible)
        outcome.overridden = SettingChanges.keys(from: possible, to: merged)
        outcome.changed = SettingChanges.keys(from: present, to: merged)
        if !outcome.changed.isEmpty {
            try session.set(merged)
            options.reporter?.setRetention(days: merged.reporter.retentionDays)
            revision += 1
        }
        outcome.tag = tag(revision)
        return outcome
    }
}

/// The configuration is not what somebody thinks who wants to change it.
struct StaleConfiguration: Error {}
