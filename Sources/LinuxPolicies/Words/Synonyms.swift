/// What system calls, shells, systemd and firewalls call what a word asks.
package enum Synonyms {
    package static let words = [
        "exec": "execute", "execve": "execute", "run": "execute", "open": "read",
        "exists": "stat", "exist": "stat", "lstat": "stat", "ls": "list", "readdir": "list",
        "traverse": "search", "chdir": "search", "cd": "search", "mkdir": "create",
        "mknod": "create", "unlink": "delete", "remove": "delete", "rm": "delete",
        "rmdir": "delete", "mv": "rename", "move": "rename", "ln": "link", "mode": "chmod",
        "own": "chown", "owner": "chown", "group": "chgrp", "utime": "touch", "acl": "set-acl",
        "setfacl": "set-acl", "xattr": "set-attribute", "setxattr": "set-attribute",
        "cap": "capability", "caps": "capability", "listen": "bind", "port": "bind",
        "dns": "resolve", "lookup": "resolve", "host": "resolve", "ping": "icmp",
        "raw": "raw-sockets", "ptrace": "trace-processes", "trace": "trace-processes",
        "service": "unit", "polkit": "action", "ask": "confirm", "and": "all", "or": "any",
    ]

    /// For the actions of a single question, some of which are not called as the words of a policy.
    package static let actions = words.merging(["cap": "use", "caps": "use", "capability": "use"]) {
        $1
    }
}
