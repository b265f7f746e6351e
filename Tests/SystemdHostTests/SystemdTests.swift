import Testing

/// What is asked of a real systemd. One after another: some of it takes the bus away from the rest.
@Suite(.serialized, .timeLimit(.minutes(20))) enum `A real systemd` {}
