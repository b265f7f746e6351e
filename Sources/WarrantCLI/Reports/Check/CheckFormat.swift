import ArgumentParser

/// How `warrant check` prints its report.
enum CheckFormat: String, CaseIterable, WordOption {
    case text, json, junit, tap, nagios, prometheus
}
