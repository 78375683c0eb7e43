# Toolchain file of the wasm presets: Emscripten's own, from the place that `npm run setup` found or made.
set(facts "${CMAKE_CURRENT_LIST_DIR}/../build/toolchain.json")
if(NOT EXISTS "${facts}")
  message(FATAL_ERROR "build/toolchain.json is missing: run `npm run setup` first.")
endif()
file(READ "${facts}" json)
string(JSON emscripten GET "${json}" emscripten)
include("${emscripten}/cmake/Modules/Platform/Emscripten.cmake")
