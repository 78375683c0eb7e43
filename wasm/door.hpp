#pragma once

// What the files that register the door's functions share.

#include "encodings.hpp"

namespace etx::js {

EMSCRIPTEN_DECLARE_VAL_TYPE(NumbersIn);
EMSCRIPTEN_DECLARE_VAL_TYPE(LagsIn);
EMSCRIPTEN_DECLARE_VAL_TYPE(EncodingIn);
EMSCRIPTEN_DECLARE_VAL_TYPE(JointIn);
EMSCRIPTEN_DECLARE_VAL_TYPE(NumbersOut);

/// A Result as what JavaScript gets: the value or { error }.
template <class Out>
Out answer(const Result<val>& result) {
  return Out(result ? *result : failure(result.error()));
}

}  // namespace etx::js

// What the generated declarations say; door.ts's own types must be assignable from them.
#define ETX_FAILURE                                                                           \
  "{ error: { code: \"shape\" | \"not-finite\" | \"overflow\" | \"range\" | \"too-large\" | " \
  "\"unsupported\"; message: string } }"
#define ETX_NUMBERS "Float64Array | readonly number[]"
#define ETX_MATRIX "{ rows: number; cols: number; data: Float64Array }"
#define ETX_MATRIX_LIKE "{ rows: number; cols: number; data: " ETX_NUMBERS " }"
