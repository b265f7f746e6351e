extension WordTable {
    /// The words for permissions and states of Linux. A new word needs a file in `Words` and its name here.
    package static let linux = WordTable([
        { .access }, { .read }, { .write }, { .readWrite }, { .append }, { .openTruncate },
        { .openCreate }, { .truncate },
        { .execute }, { .search }, { .list }, { .stat }, { .readLink }, { .create }, { .delete },
        { .rename }, { .link }, { .chmod },
        { .chown }, { .chgrp }, { .touch }, { .setAttribute }, { .setAcl },
        { .capability },
        { .connect }, { .bind }, { .resolve }, { .route }, { .icmp }, { .rawSockets },
        { .traceProcesses }, { .readJournal },
        { .unit }, { .action }, { .confirm },
        { .owner }, { .group }, { .mode }, { .sysctl }, { .user }, { .member },
        { .start }, { .stop }, { .restart }, { .reload },
    ])
}
