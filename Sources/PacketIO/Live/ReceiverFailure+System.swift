import CSockets
import Glibc

extension ReceiverFailure {
    /// Why a descriptor could not be opened; `error` is the negative errno.
    init(opening error: Int32) {
        guard error == -EMFILE else {
            self = .cannotOpen(reason: systemReason(error))
            return
        }
        self = .tooManyFiles(limit: Int(clamping: csockets_raise_file_limit()))
    }
}

/// What the system says about a negative errno.
func systemReason(_ error: Int32) -> String { String(cString: strerror(0 &- error)) }
