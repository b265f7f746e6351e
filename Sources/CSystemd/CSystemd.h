// Types only: libsystemd is loaded when first needed (dlopen), so that the program runs without it.
#ifndef WARRANT_CSYSTEMD_H
#define WARRANT_CSYSTEMD_H
#include "../CLinux/GNUView.h"
#include <systemd/sd-bus.h>
#include <systemd/sd-journal.h>

// The type of a function's address, taken from its declaration, for what dlsym(3) finds.
#define CSYSTEMD_FUNCTION(name) typedef __typeof__(&name) name##_function

CSYSTEMD_FUNCTION(sd_bus_new);
CSYSTEMD_FUNCTION(sd_bus_set_address);
CSYSTEMD_FUNCTION(sd_bus_set_fd);
CSYSTEMD_FUNCTION(sd_bus_set_bus_client);
CSYSTEMD_FUNCTION(sd_bus_start);
CSYSTEMD_FUNCTION(sd_bus_close_unref);
CSYSTEMD_FUNCTION(sd_bus_is_open);
CSYSTEMD_FUNCTION(sd_bus_is_ready);
CSYSTEMD_FUNCTION(sd_bus_get_fd);
CSYSTEMD_FUNCTION(sd_bus_get_events);
CSYSTEMD_FUNCTION(sd_bus_get_timeout);
CSYSTEMD_FUNCTION(sd_bus_process);
CSYSTEMD_FUNCTION(sd_bus_call_async);
CSYSTEMD_FUNCTION(sd_bus_add_match_async);
CSYSTEMD_FUNCTION(sd_bus_slot_unref);
CSYSTEMD_FUNCTION(sd_bus_message_new_method_call);
CSYSTEMD_FUNCTION(sd_bus_message_set_auto_start);
CSYSTEMD_FUNCTION(sd_bus_message_set_allow_interactive_authorization);
CSYSTEMD_FUNCTION(sd_bus_message_append_basic);
CSYSTEMD_FUNCTION(sd_bus_message_open_container);
CSYSTEMD_FUNCTION(sd_bus_message_close_container);
CSYSTEMD_FUNCTION(sd_bus_message_unref);
CSYSTEMD_FUNCTION(sd_bus_message_get_error);
CSYSTEMD_FUNCTION(sd_bus_message_get_sender);
CSYSTEMD_FUNCTION(sd_bus_message_get_destination);
CSYSTEMD_FUNCTION(sd_bus_message_rewind);
CSYSTEMD_FUNCTION(sd_bus_message_enter_container);
CSYSTEMD_FUNCTION(sd_bus_message_exit_container);
CSYSTEMD_FUNCTION(sd_bus_message_peek_type);
CSYSTEMD_FUNCTION(sd_bus_message_read_basic);
CSYSTEMD_FUNCTION(sd_bus_message_skip);

CSYSTEMD_FUNCTION(sd_journal_open);
CSYSTEMD_FUNCTION(sd_journal_open_directory);
CSYSTEMD_FUNCTION(sd_journal_close);
CSYSTEMD_FUNCTION(sd_journal_add_match);
CSYSTEMD_FUNCTION(sd_journal_seek_tail);
CSYSTEMD_FUNCTION(sd_journal_previous);
CSYSTEMD_FUNCTION(sd_journal_get_data);

#endif
