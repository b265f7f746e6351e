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
