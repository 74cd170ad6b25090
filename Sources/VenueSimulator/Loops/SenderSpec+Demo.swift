import NetworkFormats

extension SenderSpec {
    /// The demo's two channels: "Main Camera" at 239.77.42.1:5000 without a loss, and "Sideline" at 239.77.42.2:5000, whose
    /// protection of 5 · 5 repairs most of what bursts take away.
    public static func demo(
        mainCamera: LoopMaterial, sideline: LoopMaterial, announcing: Announcing = Announcing()
    ) -> [SenderSpec] {
        let parity = ParityLayout(columns: 5, rows: 5)
        let bursts = LossModel.gilbertElliott(toBad: 0.008, toGood: 0.3, lossInGood: 0.001, lossInBad: 0.85)
        return [
            SenderSpec(
                name: "Main Camera", material: mainCamera, destination: Endpoint(IPAddress(v4: 0xef4d_2a01), 5_000),
                parity: parity, announcing: announcing, seed: 0x4d41_494e),
            SenderSpec(
                name: "Sideline", material: sideline, destination: Endpoint(IPAddress(v4: 0xef4d_2a02), 5_000),
                parity: parity, impairment: Impairment(loss: bursts, repairLoss: bursts), announcing: announcing,
                seed: 0x5349_4445),
        ]
    }
}
