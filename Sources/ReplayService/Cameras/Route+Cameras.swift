extension Route {
    /// Several cameras in one answer.
    static let cameras = [
        Route(
            "/api/v1/clip.zip",
            "Clips of several channels (channels=a,b,c) that begin together to the frame, and their plan",
            type: "application/zip", arguments: CameraWish.arguments
        ) { $0.cameraArchive($1) },
        Route(
            "/api/v1/sync",
            "The plan of such clips: the common start, where each is to be had, and how far apart they begin",
            arguments: CameraWish.arguments
        ) { $0.cameraPlan($1) },
    ]
}
