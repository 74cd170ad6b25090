/// Makes the times of samples such as files need them: decode times rise strictly, no picture is due before it is decoded, and
/// no two are due at once.
enum SampleTimes {
    /// Sets the times of `samples`, which come in decoding order; those of an ordinary stream stay as they are.
    static func settle(_ samples: inout [MoviePlan.Sample]) {
        separate(&samples)
        var times: [Int64] = []
        times.reserveCapacity(samples.count)
        var last = Int64.min
        for sample in samples {
            let dts = max(min(sample.dts, sample.pts), last == .min ? .min : last + 1)
            guard dts <= sample.pts else { return derive(&samples) }
            times.append(dts)
            last = dts
        }
        for index in samples.indices { samples[index].dts = times[index] }
    }

    /// Moves samples that are due at the same time apart, by a tick each, as they are decoded.
    private static func separate(_ samples: inout [MoviePlan.Sample]) {
        let order = order(samples)
        for (before, index) in zip(order, order.dropFirst()) where samples[index].pts <= samples[before].pts {
            samples[index].pts = samples[before].pts + 1
        }
    }

    /// Decode times out of presentation times alone: the earliest ones in order, as much earlier as one of them needs.
    private static func derive(_ samples: inout [MoviePlan.Sample]) {
        let due = order(samples).map { samples[$0].pts }
        var delay: Int64 = 0
        for (time, sample) in zip(due, samples) { delay = max(delay, time - sample.pts) }
        for index in samples.indices { samples[index].dts = due[index] - delay }
    }

    /// The places of the samples in order of presentation, those due at the same time in order of decoding.
    private static func order(_ samples: [MoviePlan.Sample]) -> [Int] {
        samples.indices.sorted { left, right in
            samples[left].pts != samples[right].pts ? samples[left].pts < samples[right].pts : left < right
        }
    }
}
