package import VenueSettings

/// The file that `--config` names.
package enum ConfigurationFile {
    /// Reads the file at `path`, the defaults without one; keys that have no effect are said on `console`.
    package static func read(_ path: String?, console: Console) throws(FileFailure) -> VenueConfiguration {
        guard let path else { return VenueConfiguration() }
        let bytes = try InputFile.bytes(of: path, limit: VenueConfiguration.sizeLimit)
        do throws(ConfigurationError) {
            let configuration = try VenueConfiguration(parsing: bytes)
            for warning in configuration.warnings { console.say("warning: \(path): \(warning)") }
            return configuration
        } catch {
            throw FileFailure(path: path, act: "use", reason: "\(error)")
        }
    }
}
