/// The words before a command that is to run under a seccomp filter. The filter permits every call and is set without
/// no_new_privs, which needs root.
package let underFilter = [
    "perl", "-e",
    """
    my $instruction = pack("SCCL", 6, 0, 0, 0x7fff0000);
    my $program = pack("Sx6P", 1, $instruction);
    syscall(157, 22, 2, $program, 0, 0) == 0 or die "no filter: $!";
    exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!";
    """,
]

/// Returns the words before a command that is to run in a Landlock domain in which bind(2) may use one TCP port.
package func inDomain(binding port: UInt16) -> [String] {
    let script = """
        my $handled = pack("QQ", 0, 1);
        (my $rules = syscall(444, $handled, 16, 0)) >= 0 or die "no Landlock: $!";
        my $rule = pack("QQ", 1, \(port));
        syscall(445, $rules, 2, $rule, 0) == 0 or die "no rule: $!";
        syscall(157, 38, 1, 0, 0, 0) == 0 && syscall(446, $rules, 0) == 0 or die "no domain: $!";
        exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!";
        """
    return ["perl", "-e", script]
}
