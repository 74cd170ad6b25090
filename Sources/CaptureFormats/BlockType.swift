/// The pcapng block types whose meaning matters here (draft-ietf-opsawg-pcapng, section 10.1).
enum BlockType: UInt32 {
    case interfaceDescription = 1
    case packet = 2
    case simplePacket = 3
    case interfaceStatistics = 5
    case enhancedPacket = 6
    case journalEntry = 9
    case custom = 0xbad
    case customNotCopied = 0x4000_0bad
    case sectionHeader = 0x0a0d_0d0a
}
