/// A least-squares line through points that come one by one, in constant memory.
struct LineFit: Sendable {
    private(set) var count = 0.0
    private var meanX = 0.0
    private var meanY = 0.0
    private var spreadX = 0.0
    private var product = 0.0

    /// Adds a point.
    mutating func add(x: Double, y: Double) {
        count += 1
        let step = x - meanX
        meanX += step / count
        meanY += (y - meanY) / count
        spreadX += step * (x - meanX)
        product += step * (y - meanY)
    }

    /// Rise of y for one of x; nil while all points share one x.
    var slope: Double? { spreadX > 0 ? product / spreadX : nil }

    /// How far `y` lies above the line at `x`.
    func residual(x: Double, y: Double) -> Double { y - meanY - (slope ?? 0) * (x - meanX) }
}
