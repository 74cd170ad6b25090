import Foundation

/// Sound that carries time: at every whole second a tone of 100 ms, whose pitch tells the second modulo 8.
public enum SecondTone {
    /// Samples a second of the source.
    public static let sampleRate = 48_000
    /// How long a tone is, in seconds.
    public static let length = 0.1

    /// The pitch of a second's tone, in Hz.
    public static func pitch(of second: Int) -> Double { 600 + 300 * Double(second & 7) }

    /// ffmpeg's source of the sound.
    static func source(seconds: Int) -> String {
        "aevalsrc='if(lt(mod(t,1),\(length)),0.8*sin(2*PI*(600+300*mod(floor(t),8))*t),0)'"
            + ":s=\(sampleRate):d=\(seconds)"
    }

    /// A tone that was heard.
    public struct Tone: Hashable, Sendable {
        /// Seconds from the first sample to its first one.
        public var start: Double
        /// The second modulo 8 that its pitch tells.
        public var second: Int
    }

    /// The tones in samples of one channel that begin with silence or in a tone's middle, which is passed over.
    public static func tones(in samples: [Float], sampleRate: Int) -> [Tone] {
        var tones: [Tone] = []
        var quiet = 0
        var place = 0
        while place < samples.count {
            guard abs(samples[place]) > 0.15 else {
                quiet += 1
                place += 1
                continue
            }
            // 20 ms of silence: none within a tone, and enough between two of them.
            let isStart = quiet >= sampleRate / 50
            quiet = 0
            let end = place + Int(Double(sampleRate) * length * 0.8)
            if isStart, end <= samples.count, let second = second(Array(samples[place..<end]), sampleRate) {
                tones.append(Tone(start: Double(place) / Double(sampleRate), second: second))
                place = end
            } else {
                place += 1
            }
        }
        return tones
    }

    /// The second whose pitch is strongest, by the sums of a Fourier transform at each of the eight.
    private static func second(_ samples: [Float], _ sampleRate: Int) -> Int? {
        func power(_ pitch: Double) -> Double {
            var real = 0.0
            var imaginary = 0.0
            for (place, sample) in samples.enumerated() {
                let angle = 2 * Double.pi * pitch * Double(place) / Double(sampleRate)
                real += Double(sample) * cos(angle)
                imaginary += Double(sample) * sin(angle)
            }
            return real * real + imaginary * imaginary
        }
        return (0..<8).max { power(pitch(of: $0)) < power(pitch(of: $1)) }
    }
}
