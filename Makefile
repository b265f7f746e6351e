# Two commands do everything on a fresh Debian machine with Swift: `make try` and `make test`.
# SWIFT_FLAGS holds the layers of Package.swift: a target imports what its line names.

SWIFT_FLAGS := --explicit-target-dependency-import-check error
RELEASE := .build-release
# To load libstdc++ took 0.8 ms of a start, so that it is linked in. Packed relocations would save 1 MiB, but need
# glibc 2.36, and Ubuntu 22.04 has 2.35.
# What a look executes lies side by side (scripts/order-functions), which spares 4 MiB more.
LINKER_FLAGS := -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic \
	-Xlinker --symbol-ordering-file=$(CURDIR)/Packaging/function-order -Xlinker --no-warn-symbol-ordering
# Hardening, which scripts/check-release looks for in the program. No folder of libraries beside the program is
# searched; all symbols are bound at the start (0.1 ms), so that their table is read-only from then on; C is compiled
# with the bounds that it knows. The archives of Swift carry `.rodata` that is writable, since it needs relocations,
# and would make all of it writable: that part is put where it is read-only once it is relocated.
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
# The compiler as a rule names a generic type by text, which the runtime reads when the type is first used, and
# searches all conformances of the program for what it requires: 20 us a time. To have it call instead takes 60 kB.
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

# The C libraries come from their archives, so that the program needs only glibc and libgcc at run time.
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

package: packages
	@[ -x .build/warrant ] || $(MAKE) release
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
