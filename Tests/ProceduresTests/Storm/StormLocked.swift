import Procedures

/// What guards the state of a storm: here, what thread sanitizer understands.
typealias StormLocked<Value> = Locked<Value>
