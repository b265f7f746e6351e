import ArgumentParser

/// The output format of `warrant check`.
enum CheckFormat: String, CaseIterable, WordOption {
    case text, json, junit, tap, sarif, github, nagios, prometheus
}

/// The value of `warrant check --only`.
enum OnlyFindings: String, CaseIterable, WordOption {
    case failures
}
