#ifndef SETTINGS_H
#define SETTINGS_H

enum { setting_count = 4 };

/// Returns the index of fs.protected_symlinks, _hardlinks, _regular or _fifos.
int setting_named(const char *name);

/// Takes the lock on the settings, which belong to the whole host. One judge at a time changes them, and the next one
/// restores them if a judge was killed.
void hold_settings(void);

/// Sets the settings that are not -1. `hold_settings` must have been called; its open files are used, so that the
/// function works if /proc is read-only.
void change_settings(const int values[setting_count]);

/// Restores the values at the time of `hold_settings`.
void restore_settings(void);

#endif
