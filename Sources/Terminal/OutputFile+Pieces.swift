import Glibc

extension OutputFile {
    /// Writes what `body` hands on, piece by piece, to the file at `path`, which appears whole or not at all; devices and
    /// named pipes are written as they are.
    package static func write(
        to path: String, _ body: ((borrowing [UInt8]) throws(FileFailure) -> Void) throws(FileFailure) -> Void
    ) throws(FileFailure) {
        var status = stat()
        let exists = stat(path, &status) == 0
        guard !exists || isRegular(status) else {
            let file = open(path, O_WRONLY | O_CLOEXEC)
            guard file >= 0 else { throw FileFailure(path: path, act: "write") }
            defer { close(file) }
            return try body { bytes throws(FileFailure) in try write(copy bytes, toDescriptor: file, named: path) }
        }
        // A link keeps pointing to the file it names; the file behind it is replaced.
        let target = exists ? resolved(path) ?? path : path
        let (file, temporary) = try makeTemporary(beside: target)
        do throws(FileFailure) {
            do throws(FileFailure) {
                try body { bytes throws(FileFailure) in try write(copy bytes, toDescriptor: file, named: path) }
            } catch {
                close(file)
                throw error
            }
            guard close(file) == 0 else { throw FileFailure(path: path, act: "write") }
            guard rename(temporary, target) == 0 else { throw FileFailure(path: path, act: "write") }
        } catch {
            unlink(temporary)
            throw error
        }
    }
}
