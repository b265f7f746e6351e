import Testing

/// Questions to a real systemd. The suites run one after another, because some of them stop the bus.
@Suite(.serialized, .timeLimit(.minutes(20))) enum `A real systemd` {}
