import ArgumentParser

/// The output format of `warrant check`.
enum CheckFormat: String, CaseIterable, WordOption {
    case text, json, junit, tap, sarif, github, nagios, prometheus
}

/// The requirements that `warrant check --only` leaves in a report.
enum ShownFindings: String, CaseIterable, WordOption {
    case failures
}
