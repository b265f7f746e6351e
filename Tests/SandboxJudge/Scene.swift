import Foundation

/// Random numbers from a seed.
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
    mutating func one<Element>(of all: [Element]) -> Element { all[below(all.count)] }
}

/// The files that the sandboxes and the questions are about: small trees in several directories, and paths of the system.
struct Scene {
    static let tops = ["/srv/w", "/home/w", "/etc/w", "/tmp/w", "/var/w", "/root/w", "/opt/w"]
    static let inside = [
        "", "/a", "/a/b", "/a/b/c", "/f", "/g", "/x", "/a/f", "/a/b/x", "/in", "/out", "/bound",
    ]
    static let system = [
        "/usr", "/usr/share", "/usr/bin/true", "/etc", "/etc/passwd", "/etc/shadow", "/home",
        "/root", "/tmp", "/var", "/var/tmp", "/var/lib", "/srv", "/opt", "/boot", "/run",
        "/run/user", "/run/credentials", "/run/lock", "/dev", "/dev/null", "/dev/shm", "/dev/zero",
        "/dev/pts", "/dev/log", "/dev/fd", "/dev/char/1:3", "/dev/kmsg", "/dev/mqueue", "/proc",
        "/proc/cpuinfo", "/proc/kallsyms", "/proc/sys", "/proc/sys/kernel/hostname",
        "/proc/sysrq-trigger", "/proc/bus", "/proc/1", "/proc/1/status", "/proc/kmsg", "/sys",
        "/sys/kernel", "/sys/fs/cgroup", "/sys/kernel/debug", "/lib/modules", "/usr/lib/modules",
        "/lib", "/bin/true", "/", "/run/systemd", "/run/systemd/inaccessible/dir",
    ]

    /// The paths that a setting may name without making the caller itself unable to run.
    static let free =
        tops.flatMap { top in inside.map { top + $0 } }
        + [
            "/srv", "/home", "/root", "/opt", "/tmp", "/var/tmp", "/var/lib", "/boot", "/etc/ssl",
            "/run/lock", "/run/user", "/dev/shm", "/usr/share/doc", "/etc/passwd", "/var/w/link",
            "/srv/w/linked/b", "/media", "/usr/lib/modules", "/proc/bus", "/sys/kernel",
        ]
    static let all = tops.flatMap { top in inside.map { top + $0 } } + system

    /// Names of `StateDirectory=` and the like. Some directories exist, and have another owner or files.
    static let directories = ["w-new", "w-own", "w-other", "w-deep/er", "w-own/new"]

    func build() throws {
        let script = """
            set -e
            umask 022
            for top in \(Self.tops.joined(separator: " ")); do
                mkdir -p $top/a/b/c
                chmod 0777 $top/a $top/a/b/c
                echo text >$top/f; echo text >$top/g; echo text >$top/a/f
                chmod 0666 $top/g $top/a/f
                printf '#!/bin/sh\\n' >$top/x; printf '#!/bin/sh\\n' >$top/a/b/x
                chmod 0755 $top/x $top/a/b/x
                ln -sfn a/b $top/in
                ln -sfn /srv/w/a $top/out
            done
            chmod 0711 /var/w
            chown daemon:daemon /opt/w/g /srv/w/a/f /etc/w/a/b /home/w/x
            chmod 0600 /opt/w/g /srv/w/a/f; chmod 0700 /etc/w/a/b /home/w/x
            ln -sfn ../../etc/w/a /var/w/link
            ln -sfn ../../opt/w/a /srv/w/linked
            mkdir -p /run/w
            for top in /var/lib /var/cache /var/log /run; do
                mkdir -p $top/w-own/a $top/w-other/a
                echo text >$top/w-own/f; echo text >$top/w-other/f
                chown -R nobody:nogroup $top/w-own
            done
            """
        try run("sh", "-c", script)
        try caller.write(
            toFile: "/usr/local/lib/sandbox-caller",
            atomically: false,
            encoding: .utf8
        )
    }
}

/// Makes each call of its input, and prints its errno. Perl and its core library are in `/usr`, which no sandbox hides.
let caller = #"""
    use strict;
    $| = 1;
    umask 022;
    while (my $line = <STDIN>) {
        chomp $line;
        my ($call, $path) = split / /, $line, 2;
        my $ok;
        $! = 0;
        if ($call eq 'read') { $ok = sysopen(my $f, $path, 0x800) }
        elsif ($call eq 'write') { $ok = sysopen(my $f, $path, 0x801) }
        elsif ($call eq 'create') { $ok = sysopen(my $f, $path, 0x8c1, 0644); if ($ok) { unlink $path } }
        elsif ($call eq 'mkdir') { $ok = mkdir $path, 0755; rmdir $path if $ok }
        elsif ($call eq 'fifo') { $ok = syscall(133, $path, 0010644, 0) == 0; unlink $path if $ok }
        elsif ($call eq 'list') { $ok = opendir(my $d, $path) }
        elsif ($call eq 'stat') { $ok = stat $path }
        elsif ($call eq 'search') { $ok = chdir $path }
        elsif ($call eq 'chmod') { my @s = stat $path; $ok = @s ? chmod($s[2] & 07777, $path) : 0 }
        elsif ($call eq 'rmdir') { $ok = rmdir $path }
        elsif ($call eq 'execute') {
            pipe(my $r, my $w);
            my $pid = fork;
            if (!$pid) {
                close STDOUT;
                no warnings;
                exec { $path } $path or do { syswrite $w, $!+0; exit 0 };
            }
            close $w;
            my $error = '';
            sysread $r, $error, 10;
            waitpid $pid, 0;
            print $error eq '' ? 0 : $error, "\n";
            next;
        }
        print $ok ? 0 : $!+0, "\n";
    }
    """#

@discardableResult
func run(_ command: String...) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = FileHandle.standardError
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
}
