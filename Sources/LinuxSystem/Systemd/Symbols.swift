import Glibc

/// The symbols of a loaded library.
@safe struct Symbols {
    private let library: String
    private let handle: UnsafeMutableRawPointer

    /// - Parameter name: A file of the folders in which distributions install libraries, such as `libsystemd.so.0`, or
    ///   a path. A name is never left to the search of dlopen(3), which begins where the environment or the program's
    ///   own file says.
    init(ofLibrary name: String) throws(BusFailure) {
        library = name
        var problem = "is in none of \(Self.folders.joined(separator: ", "))"
        let paths = name.contains("/") ? [name] : Self.folders.map { "\($0)/\(name)" }
        for path in paths where unsafe faccessat(AT_FDCWD, path, F_OK, 0) == 0 {
            // SAFETY: the path is a C string for the time of the call; libsystemd has no constructors
            // that would run code of ours.
            if let opened = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL) {
                unsafe handle = opened
                return
            }
            // The library may be for another architecture. The next one may fit.
            problem = linkerError()
        }
        throw BusFailure.libraryMissing(name, detail: problem)
    }

    /// First the multiarch folders of Debian, then `lib64`, for hosts with libraries of two architectures, then `lib`.
    private static let folders: [String] = {
        #if arch(x86_64)
            let multiarch = ["lib/x86_64-linux-gnu"]
        #elseif arch(arm64)
            let multiarch = ["lib/aarch64-linux-gnu"]
        #else
            let multiarch: [String] = []
        #endif
        return (multiarch + ["lib64", "lib"]).flatMap { ["/usr/\($0)", "/\($0)"] }
    }()

    /// Returns the function of that name, with the type that the header declares.
    func find<Function>(_ name: String) throws(BusFailure) -> Function {
        guard let address = unsafe dlsym(handle, name) else {
            throw BusFailure.libraryMissing(library, detail: linkerError())
        }
        // SAFETY: `Function` is the header's type of the named function: the stored properties of the callers have the
        // types of CSystemd's declarations.
        return unsafe unsafeBitCast(address, to: Function.self)
    }
}

/// Returns the text of dlerror(3) for the last failure on this thread.
private func linkerError() -> String {
    // SAFETY: the text belongs to this thread and lives until its next call; it is copied at once.
    unsafe dlerror().map { unsafe String(cString: $0) } ?? "no reason given"
}
