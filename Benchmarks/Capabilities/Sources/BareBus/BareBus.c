#include "BareBus.h"

#include <systemd/sd-bus.h>

int bare_unit(const char *path) {
    static _Thread_local sd_bus *bus;
    sd_bus_message *reply = NULL;
    int code = bus ? 0 : sd_bus_open_system(&bus);
    if (code >= 0)
        code = sd_bus_call_method(bus, "org.freedesktop.systemd1", path, "org.freedesktop.DBus.Properties",
                                  "GetAll", NULL, &reply, "s", "");
    sd_bus_message_unref(reply);
    return code < 0 ? code : 0;
}
