// An authentication agent of polkit for one process: it says yes, dismisses the question, or never answers.
//
//   PolkitAgent PID START-TIME yes|dismiss|never
//
// It runs as root, because polkit accepts an authentication only from root. It prints a line for each event: ready,
// begin ACTION, cancel. It unregisters from polkit and ends when its standard input ends.
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

#define POLKIT "org.freedesktop.PolicyKit1"
#define AUTHORITY "/org/freedesktop/PolicyKit1/Authority", POLKIT ".Authority"
#define OBJECT "/org/example/agent"
#define SUBJECT "unix-process", 2, "pid", "u", (uint32_t)atoi(words[1]), \
                "start-time", "t", (uint64_t)strtoull(words[2], NULL, 10)

static const char *manner;

static void say(const char *word, const char *what) {
    printf("%s%s\n", word, what);
    fflush(stdout);
}

static int answered(sd_bus_message *reply, void *question, sd_bus_error *error) {
    (void)error;
    if (sd_bus_message_is_method_error(reply, NULL)) say("refused ", sd_bus_message_get_error(reply)->message);
    sd_bus_reply_method_return(question, NULL);
    sd_bus_message_unref(question);
    return 0;
}

// The first of the users who may answer has answered.
static int answer(sd_bus_message *question, const char *cookie) {
    const char *kind, *key;
    uint32_t user;
    int code = sd_bus_message_enter_container(question, 'a', "(sa{sv})");
    if (code >= 0) code = sd_bus_message_enter_container(question, 'r', "sa{sv}");
    if (code >= 0) code = sd_bus_message_read(question, "s", &kind);
    if (code >= 0) code = sd_bus_message_enter_container(question, 'a', "{sv}");
    if (code >= 0) code = sd_bus_message_enter_container(question, 'e', "sv");
    if (code >= 0) code = sd_bus_message_read(question, "sv", &key, "u", &user);
    if (code < 0) return code;
    return sd_bus_call_method_async(sd_bus_message_get_bus(question), NULL, POLKIT, AUTHORITY,
                                    "AuthenticationAgentResponse2", answered, sd_bus_message_ref(question),
                                    "us(sa{sv})", 0, cookie, kind, 1, key, "u", user);
}

static int begin(sd_bus_message *question, void *data, sd_bus_error *error) {
    const char *action, *message, *icon, *cookie;
    (void)data;
    int code = sd_bus_message_read(question, "sss", &action, &message, &icon);
    if (code >= 0) code = sd_bus_message_skip(question, "a{ss}");
    if (code >= 0) code = sd_bus_message_read(question, "s", &cookie);
    if (code < 0) return code;
    say("begin ", action);
    if (!strcmp(manner, "dismiss")) return sd_bus_error_set(error, POLKIT ".Error.Cancelled", "dismissed");
    if (!strcmp(manner, "yes")) return answer(question, cookie);
    sd_bus_message_ref(question);
    return 1;
}

static int cancel(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    say("cancel", "");
    return sd_bus_reply_method_return(call, NULL);
}

static const sd_bus_vtable methods[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("BeginAuthentication", "sssa{ss}sa(sa{sv})", "", begin, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("CancelAuthentication", "s", "", cancel, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

int main(int count, char **words) {
    sd_bus *bus;
    sd_bus_error error = SD_BUS_ERROR_NULL;
    if (count != 4) return 64;
    manner = words[3];
    int code = sd_bus_open_system(&bus);
    if (code >= 0)
        code = sd_bus_add_object_vtable(bus, NULL, OBJECT, POLKIT ".AuthenticationAgent", methods, NULL);
    if (code >= 0)
        code = sd_bus_call_method(bus, POLKIT, AUTHORITY, "RegisterAuthenticationAgent", &error, NULL,
                                  "(sa{sv})ss", SUBJECT, "C", OBJECT);
    if (code < 0) {
        say("failed: ", error.message ? error.message : strerror(-code));
        return 1;
    }
    say("ready", "");
    struct pollfd awaited[] = {{.fd = sd_bus_get_fd(bus), .events = POLLIN}, {.fd = 0, .events = POLLIN}};
    while (code >= 0 && !awaited[1].revents) {
        code = sd_bus_process(bus, NULL);
        if (code == 0) {
            sd_bus_flush(bus);
            poll(awaited, 2, -1);
        }
    }
    code = sd_bus_call_method(bus, POLKIT, AUTHORITY, "UnregisterAuthenticationAgent", NULL, NULL, "(sa{sv})s",
                              SUBJECT, OBJECT);
    return code < 0;
}
