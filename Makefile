# Two commands do everything on a fresh Debian machine with Swift: `make try` and `make test`.
# SWIFT_FLAGS enforces the layers of Package.swift: a target imports only the modules that its line names.

SWIFT_FLAGS := --explicit-target-dependency-import-check error
RELEASE := .build-release
# libstdc++ is linked statically, because loading it took 0.8 ms of each start. Packed relocations would save 1 MiB, but
# need glibc 2.36, and Ubuntu 22.04 has 2.35.
# The functions that a check executes lie side by side (scripts/order-functions), which saves another 4 MiB.
LINKER_FLAGS := -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic \
	-Xlinker --symbol-ordering-file=$(CURDIR)/Packaging/function-order -Xlinker --no-warn-symbol-ordering
# Hardening, which scripts/check-release verifies in the program. No library folder beside the program is searched. All
# symbols are bound at the start (0.1 ms), so their table is read-only from then on. C is compiled with checks of known
# buffer sizes. Swift's archives contain `.rodata` that is writable because it needs relocations, which would make the
# whole section writable. The linker script moves that part to a section that is read-only after relocation.
HARDENING := --disable-local-rpath -Xlinker -z -Xlinker now -Xcc -D_FORTIFY_SOURCE=3 \
	-Xlinker -T -Xlinker $(CURDIR)/$(RELEASE)/read-only.ld
define READ_ONLY_SCRIPT
SECTIONS {
  .data.rel.ro : {
    *(.data.rel.ro .data.rel.ro.*)
    INPUT_SECTION_FLAGS(SHF_WRITE) *(.rodata .rodata.*)
  }
} INSERT AFTER .init_array;
endef
export READ_ONLY_SCRIPT
# By default, the compiler names a generic type by text. At its first use, the runtime parses the text and searches all
# conformances of the program for its requirements, which takes 20 us each time. A call instead takes 60 kB in total.
COMPILER_FLAGS := -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
	-Xswiftc -Xfrontend -Xswiftc -function-sections

.PHONY: help try test build release manual package install uninstall packages format lint clean

help:
	@echo 'make try      check policies/host on this host'
	@echo 'make test     build and run all tests'
	@echo 'make release  the stripped program at .build/warrant, and a list of what it was built from'
	@echo 'make manual   its manual pages, in .build/man'
	@echo 'make package  a Debian package of it, in .build/package'
	@echo 'make install  install it below PREFIX (/usr/local) in DESTDIR; make uninstall removes it'
	@echo 'make format   format the sources; make lint tells what is not formatted'

try: packages
	@swift build $(SWIFT_FLAGS) --product warrant
	@.build/debug/warrant check policies/host || [ $$? -le 2 ]

test: packages
	swift build $(SWIFT_FLAGS) --build-tests
	@scripts/run-tests

build: packages
	swift build $(SWIFT_FLAGS)

# The C libraries are linked from their archives, so the program needs only glibc and libgcc at run time.
release: packages
	@mkdir -p $(RELEASE)/archives .build
	@for name in cap yaml stdc++; do \
		ln -sf "$$(gcc -print-file-name=lib$$name.a)" $(RELEASE)/archives/; \
	done
	@printenv READ_ONLY_SCRIPT > $(RELEASE)/read-only.ld
	swift build $(SWIFT_FLAGS) --configuration release --scratch-path $(RELEASE) \
		--static-swift-stdlib --product warrant -Xlinker -L$(CURDIR)/$(RELEASE)/archives \
		$(COMPILER_FLAGS) $(LINKER_FLAGS) $(HARDENING)
	@scripts/built-from $(RELEASE) > .build/warrant.built-from
	@cp $(RELEASE)/release/warrant .build/warrant.new && strip .build/warrant.new \
		&& mv .build/warrant.new .build/warrant
	@ls -l .build/warrant

manual: packages
	@[ -x .build/warrant ] || $(MAKE) release
	@scripts/manual .build/warrant .build/man

# It builds the program unless the last one was built from this very commit.
package: packages
	@grep -qsx "warrant .* $$(git describe --always --dirty=- --abbrev=40 --exclude='*')" .build/warrant.built-from \
		|| $(MAKE) release
	@scripts/package deb

install uninstall:
	@scripts/package $@

packages:
	@scripts/install-packages

format:
	swift format --in-place --recursive Package.swift Sources Tests Examples

lint:
	swift format lint --strict --recursive Package.swift Sources Tests Examples

clean:
	rm -rf .build .build-*
