public import Pipeline
import Protection
import Timing
public import VenueSettings

extension VenueParameters {
    /// The constants that a configuration file sets; the others keep their defaults.
    public init(_ configuration: VenueConfiguration) {
        self.init()
        protection.slot = StreamDuration(milliseconds: Int64(configuration.windows.slotMs))
        protection.recommendedWindow = configuration.windows.recommended
        protection.maximumWindow = configuration.windows.maximum
        for address in configuration.join.compactMap(JoinAddress.init) {
            if let name = address.name { names[address.endpoint] = name }
        }
    }
}
