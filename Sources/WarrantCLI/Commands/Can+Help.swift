import ArgumentParser

extension Can {
    static let configuration = CommandConfiguration(
        commandName: "can",
        _superCommandName: "warrant",
        abstract:
            "Ask one question: may this subject do this, and if not, which single link says no?",
        usage: """
            warrant can [<options>] <action> <object> [<argument>]
            warrant can --list [<options>] <directory>
            warrant can --batch <file>
            """,
        discussion: """
            ACTIONS
              read, write, read-write, append, open-truncate, open-create PATH    open(2)
              search, list, stat, read-link, truncate PATH                        as named
              execute PATH [DIRECTORY]     execve(2), by one who stands in a directory
              access PATH [rwx]            faccessat2(2), by the effective user
              create PATH [file|directory|symlink|fifo|device]
              delete PATH [file|directory] unlink(2), rmdir(2), or whichever fits
              rename, link PATH NEW-PATH
              chmod PATH MODE, chown PATH UID, chgrp PATH GID
              touch PATH [now|TIME], set-attribute PATH, set-acl PATH
              use, raise CAP_NAME          a kernel capability in effect, or permitted
              bind ENDPOINT                tcp:PORT, tcp:ADDRESS:PORT, udp:…, unix:/path
              connect ENDPOINT             tcp:HOST:PORT, tcp:[V6]:PORT, udp:…,
                                           unix:/path, unix:@name
              resolve HOST                 a name, to addresses
              route ADDRESS                a way for packets, by the routing tables
              icmp ipv4|ipv6               send ICMP echo, as ping(8)
              raw-sockets ipv4|ipv6|packet raw(7), packet(7)
              trace-processes own|any      ptrace(2) of processes just like it, or of any
              read-journal system          journalctl(1), by who may read its files
              unit NAME [STATE]            active (default), inactive, failed, loaded,
                                           masked, enabled, disabled
              start, stop, restart, reload UNIT    may the subject, by systemd and polkit?
              action ID                    an action of polkit
              confirm QUESTION             the person at the terminal, with --authorize

            EXAMPLES
              warrant can read /etc/shadow
              warrant can bind tcp:443
              warrant can unit nginx.service enabled
              warrant can --list --as www-data /srv
              warrant can --batch questions.jsonl
              warrant can --authorize confirm "Restart the web server?"

            Exits 0 for yes, 1 for no, 2 where there is no answer, 64 for a question asked wrongly.

            ASKING
            Nothing is asked for but with --authorize, for this process alone. It then is told on standard \
            error, and asked for where a look was not enough: a person by confirm, an agent of polkit by \
            action; a unit is started or stopped, and the network waited for. A yes that is meant for one \
            request ends with this program.

            LIST
            A row for each entry below a directory: what the subject may do with it, and mode, owners and \
            name as ls -l lists them. r read, w write, x execute or search, each as access(2) answers; \
            c create a name in it, d delete it, a directory once it is empty; - no, ? no answer. Links are not followed, and \
            what is mounted is gone into. Entries that allow nothing share a row. \
            Exits 2 where something is not known or left out.

            BATCH
            Each line is a question about a subject of its own:
              {"id":1,"subject":{"uid":33,"gid":33},"action":"read","object":"/etc/shadow"}
            and each answer a line, in the same order, while they come:
              {"id":1,"verdict":"denied","errno":"EACCES","because":"…"}
            A line that is wrong is answered with its "error", and the rest is done. \
            Facts are read anew after one second and before the program waits for input. \
            Exits 0, 65 when a line was wrong, 66 when the file cannot be read.
            """
    )
}
