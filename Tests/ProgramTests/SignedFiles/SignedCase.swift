import Testing

/// A question, and the call that shows the correct answer.
struct SignedCase: CustomTestStringConvertible, Sendable {
    let title: String
    /// The lines of shell that run `ask` and then `call`.
    let lines: String
    /// The exit status of the program.
    let answer: Int
    /// The errno of the call; 0 if it succeeded.
    let errno: Int

    init(_ title: String, answer: Int, errno: Int, _ lines: String) {
        self.title = title
        self.lines = lines
        self.answer = answer
        self.errno = errno
    }

    var testDescription: String { title }

    /// Makes a case of one question about one path, and the call of the same name.
    init(
        _ title: String,
        by who: String = "",
        _ action: String,
        _ path: String,
        answer: Int,
        errno: Int
    ) {
        let lines =
            "ask \(who) \"$1\" can \(action) \(path)\ncall \(who) perl deed \(action) \(path)\n"
        self.init(title, answer: answer, errno: errno, lines)
    }

    static let nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all"
    /// The command for root of a user namespace that maps no other user.
    static let mapped = "unshare --user --map-root-user"

    static let prelude = """
        ask() { answer=0; "$@" >answer 2>&1 || answer=$?; }
        call() { errno=0; "$@" 2>/dev/null || errno=$?; }
        overlay() { mount -t overlay o -o "lowerdir=$PWD/l,upperdir=$1/u,workdir=$1/w${2:-}" m; }

        """
    static let end = "\necho \"$answer $errno\"\n"

    /// Makes a call, and exits with its errno.
    static let deed = """
        use Fcntl;
        sub device {
            require POSIX;
            my $call = (POSIX::uname())[4] eq "aarch64" ? 33 : 259;
            return syscall($call, -100, $_[0], 020666, 0x103) >= 0;
        }
        my %deeds = (
            "read" => sub { sysopen(FILE, $_[0], O_RDONLY) },
            "write" => sub { sysopen(FILE, $_[0], O_WRONLY) },
            "create" => sub { sysopen(FILE, $_[0], O_WRONLY | O_CREAT | O_EXCL) },
            "create-link" => sub { symlink("target", $_[0]) },
            "device" => \\&device,
            "open-truncate" => sub { sysopen(FILE, $_[0], O_WRONLY | O_TRUNC) },
            "truncate" => sub { truncate($_[0], 0) },
            "execute" => sub { exec { $_[0] } $_[0] },
            "search" => sub { chdir($_[0]) },
            "stat" => sub { stat($_[0]) },
            "read-link" => sub { defined readlink($_[0]) },
            "touch" => sub { utime(undef, undef, $_[0]) },
            "delete" => sub { -d $_[0] ? rmdir($_[0]) : unlink($_[0]) },
            "rename" => sub { rename($_[0], $_[1]) },
            # As setxattr(2) would be called by setfacl(1), with the errno of that.
            "set-acl" => sub {
                my $said = qx(LC_ALL=C setfacl -m u:7:r "$_[0]" 2>&1);
                $! = $said =~ /Operation not supported/ ? 95 : 1;
                !$?;
            },
            "link" => sub { link($_[0], $_[1]) },
            "chmod" => sub { chmod(oct($_[1]), $_[0]) },
            "chown" => sub { chown($_[1], -1, $_[0]) },
            "take-capabilities" => sub { chown(-1, -1, $_[0]) && exec { $_[0] } $_[0] },
        );
        my ($name, @arguments) = @ARGV;
        $deeds{$name}->(@arguments) or exit $! + 0;
        """
}
