import Glibc

/// What a library that was loaded exports.
@safe struct Symbols {
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
