import CSystemd

/// The functions of sd-journal that Warrant calls, see sd-journal(3). They are loaded like those of sd-bus.
@safe struct JournalLibrary {
    let open: sd_journal_open_function
    let openDirectory: sd_journal_open_directory_function
    let close: sd_journal_close_function
    let addMatch: sd_journal_add_match_function
    let seekTail: sd_journal_seek_tail_function
    let previous: sd_journal_previous_function
    let data: sd_journal_get_data_function

    /// - Throws: ``BusFailure/libraryMissing(_:detail:)`` if the library or one of its functions is missing.
    init(named name: String = "libsystemd.so.0") throws(BusFailure) {
        let symbols = try Symbols(ofLibrary: name)
        // SAFETY: each address is that of the function whose declaration gives its type, see Symbols.
        unsafe open = try symbols.find("sd_journal_open")
        unsafe openDirectory = try symbols.find("sd_journal_open_directory")
        unsafe close = try symbols.find("sd_journal_close")
        unsafe addMatch = try symbols.find("sd_journal_add_match")
        unsafe seekTail = try symbols.find("sd_journal_seek_tail")
        unsafe previous = try symbols.find("sd_journal_previous")
        unsafe data = try symbols.find("sd_journal_get_data")
    }
}
