import CSystemd
import Glibc

/// The functions of sd-bus that we call, see sd-bus(3).
///
/// The library is loaded, never linked: the program starts without it, and sooner with it.
/// It is not unloaded again, so that the addresses stay good.
@safe struct SystemdLibrary {
    let newBus: sd_bus_new_function
    let setAddress: sd_bus_set_address_function
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
    let releaseSlot: sd_bus_slot_unref_function
    let newMethodCall: sd_bus_message_new_method_call_function
    let setAutoStart: sd_bus_message_set_auto_start_function
    let append: sd_bus_message_append_basic_function
    let releaseMessage: sd_bus_message_unref_function
    let error: sd_bus_message_get_error_function
    let enter: sd_bus_message_enter_container_function
    let exit: sd_bus_message_exit_container_function
    let peek: sd_bus_message_peek_type_function
    let read: sd_bus_message_read_basic_function
    let skip: sd_bus_message_skip_function

    /// - Throws: ``BusFailure/libraryMissing(_:detail:)`` where the library or a function of it is
    ///   missing.
    /// - SeeAlso: dlopen(3).
    init(named name: String) throws(BusFailure) {
        let symbols = try Symbols(ofLibrary: name)
        unsafe newBus = try symbols.find("sd_bus_new")
        unsafe setAddress = try symbols.find("sd_bus_set_address")
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
        unsafe releaseSlot = try symbols.find("sd_bus_slot_unref")
        unsafe newMethodCall = try symbols.find("sd_bus_message_new_method_call")
        unsafe setAutoStart = try symbols.find("sd_bus_message_set_auto_start")
        unsafe append = try symbols.find("sd_bus_message_append_basic")
        unsafe releaseMessage = try symbols.find("sd_bus_message_unref")
        unsafe error = try symbols.find("sd_bus_message_get_error")
        unsafe enter = try symbols.find("sd_bus_message_enter_container")
        unsafe exit = try symbols.find("sd_bus_message_exit_container")
        unsafe peek = try symbols.find("sd_bus_message_peek_type")
        unsafe read = try symbols.find("sd_bus_message_read_basic")
        unsafe skip = try symbols.find("sd_bus_message_skip")
    }
}

/// What a library that was loaded exports.
@safe private struct Symbols {
    private let library: String
    private let handle: UnsafeMutableRawPointer

    init(ofLibrary name: String) throws(BusFailure) {
        library = name
        // SAFETY: the name is a C string for the time of the call; libsystemd has no constructors
        // that would run code of ours.
        guard let opened = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
            throw BusFailure.libraryMissing(name, detail: linkerError())
        }
        unsafe handle = opened
    }

    /// The function of that name, as the type that the header declares for it.
    func find<Function>(_ name: String) throws(BusFailure) -> Function {
        guard let address = unsafe dlsym(handle, name) else {
            throw BusFailure.libraryMissing(library, detail: linkerError())
        }
        // SAFETY: `Function` is the header's type of the very function that is named: the stored
        // properties above are typed by CSystemd's declarations.
        return unsafe unsafeBitCast(address, to: Function.self)
    }
}

/// What dlerror(3) says of the last failure on this thread.
private func linkerError() -> String {
    // SAFETY: the text belongs to this thread and lives until its next call; it is copied at once.
    unsafe dlerror().map { unsafe String(cString: $0) } ?? "no reason given"
}
