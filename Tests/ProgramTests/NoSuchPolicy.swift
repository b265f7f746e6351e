/// The message for a name that is neither a file nor an installed policy.
let noSuchPolicy =
    "no such file here, and no such policy in /etc/warrant or /usr/share/warrant/policies"
