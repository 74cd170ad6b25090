import Glibc

/// Waits until `condition` holds, at most some seconds; whether it does.
func holds(_ condition: () -> Bool) -> Bool {
    let (pause, most) = (1_000, 10_000)
    for _ in 0..<most {
        if condition() { return true }
        usleep(useconds_t(pause))
    }
    return condition()
}
