# Flags that all code of ours is compiled with, native and wasm alike, as the target etx_flags.
#
# The baseline is what every x86-64 has (SSE2; NEON on arm64): 128-bit registers as in wasm SIMD, so batches have the
# same width and sums the same order, and the tests of a native build speak for the wasm one. No -march: a build with
# AVX would be another program. Never -ffast-math: the numerics rely on IEEE arithmetic.
add_library(etx_flags INTERFACE)
target_compile_options(etx_flags INTERFACE
  # a*b+c stays two roundings; FMA only where the code says so. Also guards the relaxed build: with contraction,
  # LLVM 21 turns a*b+c into relaxed_madd with its operands exchanged.
  -ffp-contract=off
  # The core never throws across the door, and wasm is smaller for it.
  -fno-exceptions
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion -Wnon-virtual-dtor -Woverloaded-virtual
  # Eigen's indices are signed and the standard library's are not: this one would be all noise. (GCC's -Wconversion
  # leaves it out, Clang's brings it.)
  -Wno-sign-conversion
  # GCC 12 gives false alarms for std::string (its bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
target_link_options(etx_flags INTERFACE -ffp-contract=off) # link-time optimisation generates code too

if(EMSCRIPTEN)
  target_compile_options(etx_flags INTERFACE -msimd128 -flto)
  target_link_options(etx_flags INTERFACE -msimd128 -flto)
  if(ETX_RELAXED_SIMD)
    target_compile_options(etx_flags INTERFACE -mrelaxed-simd)
    target_link_options(etx_flags INTERFACE -mrelaxed-simd)
    target_compile_definitions(etx_flags INTERFACE ETX_RELAXED_SIMD=1)
  endif()
endif()

# For targets of ours (not for what they depend on): the flags, and warnings are errors.
function(etx_target name)
  target_link_libraries(${name} PRIVATE etx_flags)
  set_target_properties(${name} PROPERTIES COMPILE_WARNING_AS_ERROR ON)
endfunction()
