# The headers of Eigen and xsimd as one target, etx_headers. Looked for in this order:
#   1. the folder that `npm run setup` made (the same versions for native and wasm);
#   2. installed packages;
#   3. pinned releases, downloaded. This last way is untested.
add_library(etx_headers INTERFACE)

set(facts "${PROJECT_SOURCE_DIR}/build/toolchain.json")
set(eigen_dir "")
set(xsimd_dir "")
if(EXISTS "${facts}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${facts}")
  file(READ "${facts}" json)
  string(JSON eigen_dir ERROR_VARIABLE absent GET "${json}" include eigen)
  string(JSON xsimd_dir ERROR_VARIABLE absent GET "${json}" include xsimd)
endif()

if(EXISTS "${eigen_dir}" AND EXISTS "${xsimd_dir}")
  target_include_directories(etx_headers SYSTEM INTERFACE "${eigen_dir}" "${xsimd_dir}")
else()
  # Both are headers only, so the host's serve wasm too (where find_package would look in the sysroot alone).
  find_package(Eigen3 3.4 QUIET NO_MODULE CMAKE_FIND_ROOT_PATH_BOTH)
  find_package(xsimd 13 QUIET CMAKE_FIND_ROOT_PATH_BOTH)
  include(FetchContent)
  if(NOT Eigen3_FOUND)
    FetchContent_Declare(eigen SOURCE_SUBDIR none
      URL https://gitlab.com/libeigen/eigen/-/archive/3.4.0/eigen-3.4.0.tar.gz
      URL_HASH SHA256=8586084f71f9bde545ee7fa6d00288b264a2b7ac3607b974e54d13e7162c1c72)
    FetchContent_MakeAvailable(eigen)
    target_include_directories(etx_headers SYSTEM INTERFACE "${eigen_SOURCE_DIR}")
  else()
    target_link_libraries(etx_headers INTERFACE Eigen3::Eigen)
  endif()
  if(NOT xsimd_FOUND)
    FetchContent_Declare(xsimd SOURCE_SUBDIR none
      URL https://github.com/xtensor-stack/xsimd/archive/refs/tags/13.2.0.tar.gz
      URL_HASH SHA256=edd8cd3d548c185adc70321c53c36df41abe64c1fe2c67bc6d93c3ecda82447a)
    FetchContent_MakeAvailable(xsimd)
    target_include_directories(etx_headers SYSTEM INTERFACE "${xsimd_SOURCE_DIR}/include")
  else()
    target_link_libraries(etx_headers INTERFACE xsimd)
  endif()
endif()

target_compile_definitions(etx_headers INTERFACE
  EIGEN_MPL2_ONLY
  # Eigen takes temporaries up to this size (default 128 KiB) from the stack, and a wasm stack is small.
  EIGEN_STACK_ALLOCATION_LIMIT=16384)
