"""Programs that the kernel itself would run, and does not."""

from attack import WARRANT, Attack


class Programs(Attack):
    def test_a_handler_of_a_user_namespace(self):
        self.file("x.zz", "#!/bin/sh\n", mode=0o755)
        # A user namespace without handlers of its own has those of the one around it.
        script = """
            handlers=/proc/sys/fs/binfmt_misc
            mount -t binfmt_misc binfmt_misc $handlers
            echo :zz:E::zz::/nonexistent: >$handlers/register
            if ./x.zz 2>/dev/null; then exit 9; fi
            status=0; unshare --user --map-root-user "$1" can execute "$PWD/x.zz" || status=$?
            [ $status = 2 ] || exit 8
            exec "$1" can execute "$PWD/x.zz"
        """
        ended = self.run_program(
            "unshare", "--user", "--map-root-user", "--mount", "sh", "-euc", script, "sh", WARRANT)
        self.assertEqual(ended.status, 2, ended)
