import ArgumentParser

/// The output format of `warrant harden`.
enum HardenFormat: String, CaseIterable, WordOption {
    case systemd, docker, compose, kubernetes, json
}
