extension ObjectsReport {
    var json: OrderedJSON {
        ["packets": .integer(packets), "malformed": .integer(malformed), "refused": .integer(refused)]
    }
}

extension MessagesReport {
    var json: OrderedJSON {
        [
            "delivered": .integer(delivered),
            "duplicates": .integer(duplicates),
            "incomplete": .integer(incomplete),
            "outOfOrder": .integer(outOfOrder),
            "corrupt": .integer(corrupt),
        ]
    }
}

extension FileReport {
    var json: OrderedJSON {
        [
            "uri": .string(uri),
            "length": length.map { .integer(Int(clamping: $0)) } ?? .null,
            "md5": md5.map(OrderedJSON.string) ?? .null,
            "complete": .bool(isComplete),
            "version": .integer(version),
        ]
    }
}
