import ClipFiles

extension MetricsText {
    /// What the decoders of stills and storyboards did.
    mutating func add(_ pictures: PicturePoolFacts) {
        let counters: [(name: String, help: String, value: Int)] = [
            ("svm_pictures_made_total", "Stills, sheets and tracks that were decoded", pictures.begun),
            ("svm_pictures_shared_total", "Requests that waited for what another had asked for", pictures.shared),
            ("svm_pictures_kept_total", "Requests answered from files kept ready", pictures.fromCache),
            ("svm_pictures_dropped_total", "Files that nobody waited for any more, or too long", pictures.dropped),
            ("svm_pictures_refused_total", "Requests that were told to come again", pictures.refused),
        ]
        for counter in counters {
            family(counter.name, "counter", counter.help)
            sample(counter.name, Double(counter.value))
        }
        family("svm_pictures_waiting", "gauge", "Files that wait for a decoder")
        sample("svm_pictures_waiting", Double(pictures.waiting))
        family("svm_pictures_cache_bytes", "gauge", "Bytes of pictures kept ready")
        sample("svm_pictures_cache_bytes", Double(pictures.cachedBytes))
    }
}
