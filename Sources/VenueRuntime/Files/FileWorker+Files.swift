import Bytes
import Glibc
import ObjectDelivery
import PacketIO

extension FileWorker {
    /// The table has a file, or knows more of one.
    func list(_ record: FileRecord, in channel: Int32) {
        guard channels[channel] != nil else { return }
        if let entry = channels[channel]?.entries[record.key] {
            entry.record = record
            publish(entry, in: channel)
            return
        }
        let entry = Entry(record)
        channels[channel]?.entries[record.key] = entry
        if let path = entry.path {
            channels[channel]?.pending[path, default: 0] += 1
            publish(entry, in: channel)
        } else {
            refuseName(entry, "its name leads out of the channel's folder or is none", in: channel)
        }
    }

    /// Bytes of a file came.
    func write(_ slice: SlabSlice, at offset: UInt64, of key: FileKey, in channel: Int32) {
        guard let entry = channels[channel]?.entries[key], entry.state == .receiving else { return }
        let end = offset.addingReportingOverflow(UInt64(slice.count))
        guard !end.overflow, end.partialValue <= UInt64(Int64.max), admit(entry, end.partialValue, in: channel),
            let file = entry.incoming
        else { return }
        do throws(SystemFault) {
            try reopen(file)
            try file.write(slice.slab.bytes(in: slice.range), at: offset)
        } catch {
            failWriting(entry, error, in: channel)
        }
    }

    /// Makes the file's temporary file if there is none, and sets room aside for `length` bytes; whether that worked.
    private func admit(_ entry: Entry, _ length: UInt64, in channel: Int32) -> Bool {
        let wanted = max(length, entry.record.transferLength ?? 0)
        let reserved = entry.incoming?.reserved ?? 0
        if entry.incoming != nil, wanted <= reserved { return true }
        let more = wanted - min(wanted, reserved)
        guard more <= limits.quota - min(limits.quota, used) else {
            refuse(
                entry, "the quota for received files is used up",
                "the quota of \(limits.quota) bytes for received files is used up: new ones are refused", in: channel)
            return false
        }
        // What is set aside may not be written yet; it is not free all the same.
        let free = root.freeBytes
        guard free > limits.freeSpace, more <= free - limits.freeSpace else {
            refuse(
                entry, "the disk is too full",
                "the disk has less than \(limits.freeSpace) bytes to spare: new files are refused", in: channel)
            return false
        }
        if let file = entry.incoming {
            file.reserved = wanted
        } else {
            do throws(SystemFault) { entry.incoming = try begin(reserved: wanted) } catch {
                failWriting(entry, error, in: channel)
                return false
            }
        }
        used += more
        publishUse()
        return true
    }

    /// Every byte of a file was told.
    func complete(_ record: FileRecord, in channel: Int32) {
        guard let entry = channels[channel]?.entries[record.key], entry.state == .receiving else { return }
        entry.record = record
        // A file without a byte has no temporary file yet.
        guard admit(entry, 0, in: channel), let file = entry.incoming else { return }
        entry.incoming = nil
        entry.state = .checking
        checks.append(FileCheck(channel: channel, record, file))
        publish(entry, in: channel)
    }

    /// Gives a file that passed all checks its name, in the place of the version before it.
    func place(_ check: FileCheck, _ entry: Entry) {
        guard let path = entry.path, let folder = channels[check.channel]?.folder else { return }
        let file = check.result
        forget(file)
        do throws(SystemFault) {
            let target = try root.folder(at: [folder] + path.folders, creates: true)
            try incoming.move(file.name, to: path.name, in: target)
        } catch {
            used -= min(used, check.reserved)
            guard [ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, ENOTEMPTY, EEXIST, EINVAL, EILSEQ].contains(error.code) else {
                return failWriting(entry, error, in: check.channel)
            }
            return refuseName(
                entry, "its place is taken by a folder, by a file that would be its folder, or by a link",
                in: check.channel)
        }
        let length = file.length
        used -= min(used, check.reserved)
        used += length
        settle(entry, .ready(length: length), in: check.channel)
        let before = channels[check.channel]?.onDisk.updateValue((entry.record.key, length), forKey: path)
        if let before {
            used -= min(used, before.length)
            removeIfDropped(before.key, in: check.channel)
        }
        table.note { $0.ready += 1 }
    }

    /// The table has the file no longer.
    func drop(_ record: FileRecord, in channel: Int32) {
        guard let entry = channels[channel]?.entries[record.key] else { return }
        entry.isDropped = true
        if let file = entry.incoming {
            used -= min(used, file.reserved)
            forget(file)
            entry.incoming = nil
        }
        if entry.isPending {
            // In extraction a file that is whole is wanted although its table has expired since.
            if keepsDropped, entry.state == .checking { return }
            settle(entry, .failed("the table has it no longer"), in: channel)
        }
        if let path = entry.path { reap(path, in: channel) }
        removeIfDropped(record.key, in: channel)
        publishUse()
    }

    /// Removes what lies at a path when its file is out of the table and none is to take its place.
    private func reap(_ path: RelativePath, in channel: Int32) {
        guard !keepsDropped, let here = channels[channel], let disk = here.onDisk[path], here.pending[path] == nil,
            here.entries[disk.key]?.isDropped ?? true
        else { return }
        if let folder = try? root.folder(at: [here.folder] + path.folders, creates: false) {
            folder.remove(path.name)
            removeEmptyFolders(of: path, in: here.folder)
        }
        used -= min(used, disk.length)
        channels[channel]?.onDisk[path] = nil
        removeIfDropped(disk.key, in: channel)
    }

    private func removeEmptyFolders(of path: RelativePath, in channelFolder: String) {
        var names = Array(path.folders)
        while let last = names.popLast(),
            let parent = try? root.folder(at: [channelFolder] + names, creates: false), parent.removeFolder(last)
        {}
    }

    /// Forgets a file that is out of the table, once nothing of it lies on the disk.
    private func removeIfDropped(_ key: FileKey, in channel: Int32) {
        guard let here = channels[channel], let entry = here.entries[key], entry.isDropped else { return }
        if let path = entry.path, here.onDisk[path]?.key == key { return }
        channels[channel]?.entries[key] = nil
        table.set(nil, for: key, of: channel)
    }

    /// The file's fate is known.
    private func settle(_ entry: Entry, _ state: StoredFile.State, in channel: Int32) {
        if entry.isPending, let path = entry.path {
            let left = (channels[channel]?.pending[path] ?? 1) - 1
            channels[channel]?.pending[path] = left > 0 ? left : nil
        }
        entry.state = state
        publish(entry, in: channel)
    }

    /// The file will not come.
    func fail(_ entry: Entry, _ reason: String, in channel: Int32) {
        if let file = entry.incoming {
            used -= min(used, file.reserved)
            forget(file)
            entry.incoming = nil
            publishUse()
        }
        settle(entry, .failed(reason), in: channel)
        if let path = entry.path { reap(path, in: channel) }
    }

    private func failWriting(_ entry: Entry, _ fault: SystemFault, in channel: Int32) {
        table.note { $0.failedWrites += 1 }
        tell("received files cannot be written: \(fault.reason)")
        fail(entry, "cannot be written: \(fault.reason)", in: channel)
    }

    private func refuse(_ entry: Entry, _ reason: String, _ sentence: String, in channel: Int32) {
        table.note { $0.refusedForSpace += 1 }
        tell(sentence)
        fail(entry, reason, in: channel)
    }

    private func refuseName(_ entry: Entry, _ reason: String, in channel: Int32) {
        table.note { $0.refusedForName += 1 }
        tell("the name of a received file is refused: \(reason)")
        fail(entry, reason, in: channel)
    }
}
