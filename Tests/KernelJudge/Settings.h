#ifndef SETTINGS_H
#define SETTINGS_H

enum { setting_count = 4 };

/// Which of fs.protected_symlinks, _hardlinks, _regular and _fifos it is.
int setting_named(const char *name);

/// The settings are the whole host's: one judge at a time changes them, and the next one restores
/// what a killed one left.
void hold_settings(void);

/// Sets those that are not -1; `hold_settings` must have been called, and what it opened is used,
/// so that it works where /proc is read-only.
void change_settings(const int values[setting_count]);

/// As they were at `hold_settings`.
void restore_settings(void);

#endif
