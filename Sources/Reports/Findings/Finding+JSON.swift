import Timing

extension Finding {
    var json: OrderedJSON {
        [
            "id": .string(id),
            "severity": .string(severity.rawValue),
            "channel": channel.map(OrderedJSON.string),
            "time": time.map(OrderedJSON.time),
            "frame": frame.map(OrderedJSON.frame),
            "value": value.map(number),
            "unit": unit.map(OrderedJSON.string),
            "limit": limit.map(number),
            "text": .string(text),
        ]
    }

    /// Times and drift with their unit's decimals, counts whole, anything else as a ratio.
    private func number(_ value: Double) -> OrderedJSON {
        switch unit {
        case "ms": .milliseconds(value)
        case "us": .microseconds(value)
        case "ppm": .partsPerMillion(value)
        default: Int(exactly: value).map(OrderedJSON.integer) ?? .ratio(value)
        }
    }
}
