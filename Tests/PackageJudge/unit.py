"""A service unit of a package, and the unit that is started in its place."""

import os
import re

# A unit with one of these has a sandbox. All others are left out.
SANDBOX = frozenset(
    """ProtectSystem ProtectHome PrivateTmp PrivateDevices PrivateNetwork PrivateMounts PrivateUsers PrivateIPC
    ProtectKernelTunables ProtectKernelModules ProtectKernelLogs ProtectControlGroups ProtectClock ProtectHostname
    ProtectProc ProcSubset ReadWritePaths ReadOnlyPaths InaccessiblePaths ReadWriteDirectories ReadOnlyDirectories
    InaccessibleDirectories ExecPaths NoExecPaths BindPaths BindReadOnlyPaths TemporaryFileSystem RootDirectory
    RootImage CapabilityBoundingSet AmbientCapabilities NoNewPrivileges SystemCallFilter SystemCallArchitectures
    RestrictAddressFamilies RestrictNamespaces RestrictRealtime RestrictSUIDSGID LockPersonality
    MemoryDenyWriteExecute DynamicUser StateDirectory RuntimeDirectory CacheDirectory LogsDirectory
    ConfigurationDirectory DeviceAllow DevicePolicy IPAddressDeny MountFlags SecureBits RestrictFileSystems""".split()
)

# The settings that would keep the judge from starting, or that use a terminal. None of them is a part of the sandbox.
LEFT_OUT = re.compile(
    r"(Exec(Start|Stop|Reload|Condition|Restart)|Restart|StartLimit|Timeout).*|\w*(TTY|Utmp)\w*|FailureAction"
    r"|Type|PIDFile|BusName|NotifyAccess|WatchdogSec|Sockets|RemainAfterExit|GuessMainPID|StandardInput"
    r"|RuntimeMaxSec|NonBlocking"
)

# Settings that are lists of paths.
PATHS = frozenset(
    """ReadWritePaths ReadOnlyPaths InaccessiblePaths ReadWriteDirectories ReadOnlyDirectories InaccessibleDirectories
    ExecPaths NoExecPaths""".split()
)

# Settings whose directories systemd creates, and where.
DIRECTORIES = {
    "StateDirectory": "/var/lib",
    "RuntimeDirectory": "/run",
    "CacheDirectory": "/var/cache",
    "LogsDirectory": "/var/log",
    "ConfigurationDirectory": "/etc",
}

# Units of these packages run in the host already. The judge takes another name.
OF_THE_HOST = ("systemd", "udev", "dbus", "polkitd")

# systemd starts them for a session or for a namespace of the journal, and reads more than their files.
NOT_JUDGED = frozenset(["user@.service", "user-runtime-dir@.service", "systemd-journald@.service"])


def parse(text):
    """Returns the section, the name and the value of each line."""
    section, lines = "", []
    for line in text.replace("\\\n", " ").splitlines():
        line = line.strip()
        if line.startswith("["):
            section = line.strip("[]")
        elif "=" in line and not line.startswith(("#", ";")):
            name, value = line.split("=", 1)
            lines.append((section, name.strip(), value.strip()))
    return lines


def is_judged(name, text):
    """Returns whether a unit has a sandbox that can be judged."""
    settings = {setting for section, setting, _ in parse(text) if section == "Service"}
    return name not in NOT_JUDGED and bool(settings & SANDBOX)


class Unit:
    """A unit with the sandbox of one of a package, and with the judge as its command."""

    def __init__(self, package, original, text, programs):
        self.package, self.original = package, original
        self.file = f"judged-{original}" if package.startswith(OF_THE_HOST) else original
        self.name = self.file.replace("@.", "@test.")
        lines = parse(text)
        self.joined = [value for section, name, value in lines if (section, name) == ("Unit", "JoinsNamespaceOf")]
        self.settings = [(name, value) for section, name, value in lines if section == "Service"]
        self.is_dynamic = any(value.lower() in ("yes", "true", "1", "on") for value in self.values("DynamicUser"))
        command = self.last("ExecStart")
        prefix = re.match(r"[@:+!-]*", command).group()
        self.prefix = "".join(character for character in prefix if character in "+!")
        self.program = f"{programs}/judge"
        # With NoExecPaths=, the judge may be executed only in the place of the unit's own program.
        if self.values("NoExecPaths") and command:
            self.program = self.expand(command[len(prefix) :].split()[0])

    def values(self, setting):
        return [value for name, value in self.settings if name == setting]

    def last(self, setting):
        return (self.values(setting) or [""])[-1]

    def expand(self, text):
        """Replaces the specifiers of systemd.unit(5) that packages use. An unknown one becomes `?`."""
        stem = self.name.removesuffix(".service")
        prefix, _, instance = stem.partition("@")
        values = {
            "i": instance, "I": instance, "n": self.name, "N": stem, "p": prefix, "P": prefix, "%": "%",
            "t": "/run", "S": "/var/lib", "C": "/var/cache", "L": "/var/log", "E": "/etc", "T": "/tmp", "V": "/var/tmp",
        }
        return re.sub("%(.)", lambda match: values.get(match.group(1), "?"), text)

    @property
    def path(self):
        """The path of the unit, which for a template is that of an instance."""
        return f"/etc/systemd/system/{self.name}"

    @property
    def file_path(self):
        return f"/etc/systemd/system/{self.file}"

    @property
    def user(self):
        return "" if self.is_dynamic else self.expand(self.last("User"))

    @property
    def directories(self):
        """The directories that systemd creates for the unit."""
        return [
            f"{DIRECTORIES[name]}/{self.expand(directory).split(':')[0]}"
            for name, value in self.settings if name in DIRECTORIES for directory in value.split()
        ]

    @property
    def listed_paths(self):
        """The path of each entry of the path settings, as the unit writes it, with its prefixes."""
        return [self.expand(entry) for name, value in self.settings if name in PATHS for entry in value.split()]

    @property
    def text(self):
        """The unit file. It also stays active after the judge has ended, so that its directories stay."""
        lines = ["[Unit]", *(f"JoinsNamespaceOf={other}" for other in self.joined), "[Service]"]
        lines += ["Type=oneshot", "RemainAfterExit=yes", f"ExecStart={self.prefix}{self.program}"]
        lines += [f"{name}={value}" for name, value in self.settings if not LEFT_OUT.fullmatch(name)]
        return "\n".join(lines) + "\n"

    def existing_directories(self):
        return [directory for directory in self.directories if os.path.exists(directory)]
