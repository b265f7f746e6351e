import CSystemd
import Glibc

/// The functions of sd-bus that Warrant calls, see sd-bus(3).
///
/// The library is loaded at run time, not linked. So the program starts without it, and starts faster if it is
/// installed. It is never unloaded, so the addresses stay valid.
@safe struct SystemdLibrary {
    let newBus: sd_bus_new_function
    let setAddress: sd_bus_set_address_function
    let setDescriptor: sd_bus_set_fd_function
    let setBusClient: sd_bus_set_bus_client_function
    let start: sd_bus_start_function
    let closeAndRelease: sd_bus_close_unref_function
    let isOpen: sd_bus_is_open_function
    let isReady: sd_bus_is_ready_function
    let descriptor: sd_bus_get_fd_function
    let events: sd_bus_get_events_function
    let timeout: sd_bus_get_timeout_function
    let process: sd_bus_process_function
    let call: sd_bus_call_async_function
    let addMatch: sd_bus_add_match_async_function
    let releaseSlot: sd_bus_slot_unref_function
    let messages: MessageLibrary

    /// - Throws: ``BusFailure/libraryMissing(_:detail:)`` if the library or one of its functions is missing.
    /// - SeeAlso: dlopen(3).
    init(named name: String) throws(BusFailure) {
        let symbols = try Symbols(ofLibrary: name)
        // SAFETY: each address is that of the function whose declaration gives its type, see Symbols.
        unsafe newBus = try symbols.find("sd_bus_new")
        unsafe setAddress = try symbols.find("sd_bus_set_address")
        unsafe setDescriptor = try symbols.find("sd_bus_set_fd")
        unsafe setBusClient = try symbols.find("sd_bus_set_bus_client")
        unsafe start = try symbols.find("sd_bus_start")
        unsafe closeAndRelease = try symbols.find("sd_bus_close_unref")
        unsafe isOpen = try symbols.find("sd_bus_is_open")
        unsafe isReady = try symbols.find("sd_bus_is_ready")
        unsafe descriptor = try symbols.find("sd_bus_get_fd")
        unsafe events = try symbols.find("sd_bus_get_events")
        unsafe timeout = try symbols.find("sd_bus_get_timeout")
        unsafe process = try symbols.find("sd_bus_process")
        unsafe call = try symbols.find("sd_bus_call_async")
        unsafe addMatch = try symbols.find("sd_bus_add_match_async")
        unsafe releaseSlot = try symbols.find("sd_bus_slot_unref")
        messages = try MessageLibrary(symbols)
    }
}
