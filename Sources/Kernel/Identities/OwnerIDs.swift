/// The kernel's INVALID_UID: the id of an owner that a mount or a user namespace does not map. It is not equal
/// to any id, not even to itself.
@inlinable package var noID: UInt32 { .max }

/// The id of an owner that the user namespace of this process does not map, and which it shows as the overflow id. The
/// kernel treats it as a valid owner. It matches no user or group that is known here.
@inlinable package var foreignID: UInt32 { .max - 1 }
