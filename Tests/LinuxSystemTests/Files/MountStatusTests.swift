import Glibc
import Kernel
import TestSupport
import Testing

@testable import LinuxSystem

@Suite struct `A mount` {
    @Test func `The facts of statmount(2) and proc_pid_mountinfo(5) agree`() throws {
        let text = try SmallFile.bytes(at: "/proc/self/mountinfo", limit: 1 << 26)
        let ids = text.split(separator: UInt8(ascii: "\n")).compactMap { line in
            UInt64(String(decoding: line.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self))
        }
        var count = 0
        for id in ids {
            let listed = try #require(MountStatus.find(id, inMountInfo: text))
            guard let place = try? FileCalls.openPlace(listed.point, follow: true) else { continue }
            let status = try FileCalls.status(of: place, at: listed.point)
            try #require(status.isMountUnique, "Linux 6.8 is needed")
            // Another mount may cover it.
            guard try FileCalls.oldMountID(of: place, at: listed.point) == id else { continue }
            let asked = try MountStatus.ask(status.mount, in: 0)
            #expect(asked.flags.subtracting(.times) == listed.flags)
            #expect(asked.isFileSystemReadOnly == listed.isFileSystemReadOnly)
            #expect(asked.root == listed.root)
            #expect(asked.point == listed.point)
            #expect(listed.type == asked.type || listed.type.hasPrefix("\(asked.type)."))
            count += 1
        }
        #expect(count > 0)
    }

    @Test func `A mount point may contain spaces and backslashes`() throws {
        let line =
            "36 35 98:0 /a\\040b /c\\134d rw,nosuid,idmapped shared:1 - ext4 /dev/x ro,errors"
        let found = try #require(MountStatus.find(36, inMountInfo: Array("3 \n\(line)\n".utf8)))
        #expect(found.root == "/a b" && found.point == "/c\\d")
        #expect(found.flags == [.noSuid, .idMapped])
        #expect(found.isFileSystemReadOnly && found.type == "ext4")
        #expect(found.users == nil && MountStatus.find(3, inMountInfo: Array(line.utf8)) == nil)
    }

    @Test func `A look into a directory does not change its access time`() throws {
        let folder = try TemporaryFolder()
        try folder.folder("old")
        var times = [timespec(), timespec()]
        times[1].tv_sec = 1
        let path = folder.path(of: "old")
        try #require(unsafe utimensat(AT_FDCWD, path, &times, 0) == 0)
        let place = try FileCalls.openPlace(path, follow: true)
        #expect(try Directory.isEmpty(place, isOverlay: false, at: path) == true)
        var found = stat()
        try #require(unsafe stat(path, &found) == 0)
        #expect(found.st_atim.tv_sec == 0)
        try folder.file("old/..x")
        #expect(try Directory.isEmpty(place, isOverlay: false, at: path) == false)
    }
}

extension MountFlags {
    /// `MOUNT_ATTR__ATIME` and `MOUNT_ATTR_NODIRATIME`, which affect no access.
    fileprivate static let times = Self(rawValue: 0x70 | 0x80)
}
