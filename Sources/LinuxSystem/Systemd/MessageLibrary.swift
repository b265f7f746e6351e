import CSystemd

/// The functions of sd-bus for messages, see sd-bus(3).
@safe struct MessageLibrary {
    let newMethodCall: sd_bus_message_new_method_call_function
    let setAutoStart: sd_bus_message_set_auto_start_function
    let setInteractive: sd_bus_message_set_allow_interactive_authorization_function
    let append: sd_bus_message_append_basic_function
    let openContainer: sd_bus_message_open_container_function
    let closeContainer: sd_bus_message_close_container_function
    let release: sd_bus_message_unref_function
    let error: sd_bus_message_get_error_function
    let sender: sd_bus_message_get_sender_function
    let destination: sd_bus_message_get_destination_function
    let rewind: sd_bus_message_rewind_function
    let enter: sd_bus_message_enter_container_function
    let exit: sd_bus_message_exit_container_function
    let peek: sd_bus_message_peek_type_function
    let read: sd_bus_message_read_basic_function
    let skip: sd_bus_message_skip_function

    init(_ symbols: Symbols) throws(BusFailure) {
        // SAFETY: each address is that of the function whose declaration gives its type, see Symbols.
        unsafe newMethodCall = try symbols.find("sd_bus_message_new_method_call")
        unsafe setAutoStart = try symbols.find("sd_bus_message_set_auto_start")
        unsafe setInteractive = try symbols.find(
            "sd_bus_message_set_allow_interactive_authorization"
        )
        unsafe append = try symbols.find("sd_bus_message_append_basic")
        unsafe openContainer = try symbols.find("sd_bus_message_open_container")
        unsafe closeContainer = try symbols.find("sd_bus_message_close_container")
        unsafe release = try symbols.find("sd_bus_message_unref")
        unsafe error = try symbols.find("sd_bus_message_get_error")
        unsafe sender = try symbols.find("sd_bus_message_get_sender")
        unsafe destination = try symbols.find("sd_bus_message_get_destination")
        unsafe rewind = try symbols.find("sd_bus_message_rewind")
        unsafe enter = try symbols.find("sd_bus_message_enter_container")
        unsafe exit = try symbols.find("sd_bus_message_exit_container")
        unsafe peek = try symbols.find("sd_bus_message_peek_type")
        unsafe read = try symbols.find("sd_bus_message_read_basic")
        unsafe skip = try symbols.find("sd_bus_message_skip")
    }
}
