import Foundation
import LinuxSystem
import TestSupport
import Testing

@Suite struct `The id of a machine` {
    private static let digits = "0123456789abcdef0123456789abcdef"

    @Test(arguments: [digits, digits + "\n", digits.uppercased() + "\n"])
    func `A machine id consists of 32 hexadecimal digits`(text: String) {
        #expect(MachineID(Array(text.utf8))?.description == Self.digits)
    }

    @Test(arguments: [
        "", "\n", "uninitialized\n", String(repeating: "0", count: 32), digits + "\n\n",
        digits + "0", " " + digits, String(digits.dropLast()), String(digits.dropLast()) + "g",
        "01234567-89ab-cdef-0123-456789abcdef",
    ])
    func `Other texts are not machine ids`(text: String) {
        #expect(MachineID(Array(text.utf8)) == nil)
    }

    /// The process has its own root directory, like a container.
    @Test func `A machine id is read from the files of a process`() async throws {
        let folder = try TemporaryFolder()
        try folder.folder("etc")
        try folder.link("etc/link", to: "/etc/there")
        try folder.file("etc/there", Self.digits)
        let script = """
            mount --rbind / "$0/mnt" && mount --rbind "$0/etc" "$0/mnt/etc" && exec chroot "$0/mnt" cat
            """
        try folder.folder("mnt")
        let command = [
            "unshare", "--mount", "--propagation", "private", "sh", "-c", script, folder.path,
        ]
        try await withChild(command) { child in
            let pid = child.pid
            #expect(try MachineID.found(byProcess: pid) == nil)
            try folder.link("etc/machine-id", to: "link")
            #expect(try MachineID.found(byProcess: pid)?.description == Self.digits)
            for wrong in ["", "uninitialized\n", String(repeating: "a", count: 1000)] {
                try folder.file("etc/there", wrong)
                #expect(try MachineID.found(byProcess: pid) == nil)
            }
            let own = try Data(contentsOf: URL(filePath: MachineID.path))
            let found = try MachineID.found(byProcess: nil)
            #expect(found == MachineID(Array(own)))
        }
    }

    @Test func `A machine id is not read from a fifo`() async throws {
        let script = """
            mount -t tmpfs none /mnt && mkfifo /mnt/fifo && touch /mnt/id \
            && mount --bind /mnt/fifo /etc/machine-id && exec cat
            """
        let command = ["unshare", "--mount", "--propagation", "private", "sh", "-ec", script]
        try await withChild(command) { child in
            let found = try MachineID.found(byProcess: child.pid)
            #expect(found == nil)
        }
    }
}
