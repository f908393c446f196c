# `cpack` in the build folder makes a Debian package of the files of `cmake --install`.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME docsis-vp)
set(CPACK_PACKAGE_CONTACT "The docsis-vp maintainers <maintainers@docsis-vp.invalid>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION electronics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_STRIP_FILES ON)
# Dependencies of the libraries, and of the commands in python/.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libsystemc-dev, libboost1.81-dev, libboost-json1.81-dev, \
libboost-program-options1.81-dev, libmd-dev, libdw-dev, libisal-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3-venv, gcc-riscv64-unknown-elf, \
picolibc-riscv64-unknown-elf, libgmock-dev, cmake, g++")
include(CPack)
