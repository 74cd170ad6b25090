import Testing

@Suite("Clips as MP4")
struct MovieClipTests {}
