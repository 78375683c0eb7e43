#include "js.hpp"

#include <cmath>

#include <emscripten/em_js.h>

// What embind would do in several calls for a view and its method.
// clang-format off
EM_JS(bool, etxCopyIn, (emscripten::EM_VAL from, double* to, double count), {
  const numbers = Emval.toValue(from);
  if (numbers.length !== count) return false;
  HEAPF64.set(numbers, to / 8);
  return true;
});
EM_JS(emscripten::EM_VAL, etxCopyOut, (const double* from, double count), {
  return Emval.toHandle(HEAPF64.slice(from / 8, from / 8 + count));
});
// clang-format on

namespace etx::js {
namespace {

Error wrongType(const Argument& from, const char* wanted) {
  std::string found;
  if (from.value.isNull()) {
    found = "null";
  } else if (from.isMissing()) {
    found = "missing";
  } else {
    found = concat({"of type ", from.value.typeOf().as<std::string>()});
  }
  return fail(ErrorCode::range, {from.name, " is ", found, " but must be ", wanted});
}

Argument element(const Argument& from, std::size_t index) {
  return {from.value[index], concat({from.name, "[", text(index), "]"})};
}

Result<std::vector<std::uint32_t>> indices(const Argument& from) {
  const Result<std::vector<double>> read = numbers(from);
  if (!read) return read.error();
  std::vector<std::uint32_t> out;
  out.reserve(read->size());
  for (const double index : *read) {
    if (!(index >= 0 && index < 0x1p32 && index == std::trunc(index))) {
      return fail(ErrorCode::range, {from.name, "[", text(out.size()), "] is ", text(index),
                                     " but must be a whole number"});
    }
    out.push_back(static_cast<std::uint32_t>(index));
  }
  return out;
}

Result<Block> block(const Argument& from) {
  const Result<std::string> kind = string(from.field("kind"));
  if (!kind) return kind.error();
  Block out;
  if (*kind == "pair") {
    out.kind = Block::Kind::pair;
  } else if (*kind != "real") {
    return fail(ErrorCode::range, {from.name, ".kind is \"", *kind, "\" but must be real or pair"});
  }
  const Result<double> rate = number(from.field("rate"));
  if (!rate) return rate.error();
  out.rate = *rate;
  if (out.kind == Block::Kind::pair) {
    const Result<double> frequency = number(from.field("frequency"));
    if (!frequency) return frequency.error();
    out.frequency = *frequency;
  }
  const Argument size = from.field("size");
  if (!size.isMissing()) {
    const Result<std::size_t> read = whole(size, kMaxDimension);
    if (!read) return read.error();
    out.size = *read;
  }
  return out;
}

Result<std::vector<Block>> blocks(const Argument& from) {
  if (!from.value.isArray()) return wrongType(from, "an array of blocks");
  const Result<std::size_t> count = whole(from.field("length"), kMaxDimension);
  if (!count) return count.error();
  std::vector<Block> out;
  for (std::size_t i = 0; i < *count; ++i) {
    const Result<Block> read = block(element(from, i));
    if (!read) return read.error();
    out.push_back(*read);
  }
  return out;
}

}  // namespace

bool Argument::isObject() const {
  return !value.isNull() && value.typeOf().as<std::string>() == "object";
}

Argument Argument::field(const char* key) const {
  return {isObject() ? value[key] : val::undefined(), concat({name, ".", key})};
}

Result<double> number(const Argument& from) {
  if (!from.value.isNumber()) return wrongType(from, "a number");
  return from.value.as<double>();
}

Result<std::size_t> whole(const Argument& from, std::size_t most) {
  const Result<double> read = number(from);
  if (!read) return read.error();
  if (!(*read >= 0) || *read != std::trunc(*read)) {
    return fail(ErrorCode::range,
                {from.name, " is ", text(*read), " but must be a whole number, 0 or more"});
  }
  if (*read > static_cast<double>(most)) {
    return fail(ErrorCode::tooLarge,
                {from.name, " is ", text(*read), " but the most is ", text(most)});
  }
  return static_cast<std::size_t>(*read);
}

Result<std::string> string(const Argument& from) {
  if (!from.value.isString()) return wrongType(from, "a string");
  return from.value.as<std::string>();
}

Result<std::vector<double>> numbers(const Argument& from) {
  const bool typed = from.isObject() && val::global("ArrayBuffer").call<bool>("isView", from.value);
  if (!typed && !from.value.isArray()) return wrongType(from, "an array of numbers");
  const Result<std::size_t> length = whole(from.field("length"), kMaxCount);
  if (!length) return length.error();
  return emscripten::convertJSArrayToNumberVector<double>(from.value);
}

Result<Matrix> matrix(const Argument& from) {
  if (!from.isObject()) return wrongType(from, "a matrix { rows, cols, data }");
  constexpr std::size_t kAny = 0x7fffffff;  // the library says what is too large
  const Result<std::size_t> rows = whole(from.field("rows"), kAny);
  if (!rows) return rows.error();
  const Result<std::size_t> cols = whole(from.field("cols"), kAny);
  if (!cols) return cols.error();
  Result<std::vector<double>> data = numbers(from.field("data"));
  if (!data) return data.error();
  return Matrix(*rows, *cols, std::move(*data));
}

Result<Generator> generator(const Argument& from) {
  Generator out;
  Result<std::vector<Block>> read = blocks(from.field("blocks"));
  if (!read) return read.error();
  out.blocks = std::move(*read);
  const Argument basis = from.field("basis");
  if (!basis.isMissing()) {
    Result<Matrix> P = matrix(basis);
    if (!P) return P.error();
    out.basis = std::move(*P);
  }
  const Argument permutation = from.field("permutation");
  if (!permutation.isMissing()) {
    Result<std::vector<std::uint32_t>> places = indices(permutation);
    if (!places) return places.error();
    out.permutation = std::move(*places);
  }
  return out;
}

Result<Lags> lags(const Argument& from) {
  const Argument count = from.field("count");
  if (count.isMissing()) {
    Result<std::vector<double>> values = numbers(from);
    if (!values) return values.error();
    return Lags::list(std::move(*values));
  }
  const Result<double> start = number(from.field("start"));
  if (!start) return start.error();
  const Result<double> step = number(from.field("step"));
  if (!step) return step.error();
  const Result<std::size_t> number = whole(count, kMaxCount);
  if (!number) return number.error();
  return Lags::grid(*start, *step, *number);
}

val float64Array(std::span<const double> values) {
  return val::take_ownership(etxCopyOut(values.data(), static_cast<double>(values.size())));
}

std::optional<std::vector<double>> doubles(const val& from, double count) {
  std::vector<double> out(static_cast<std::size_t>(count));
  if (!etxCopyIn(from.as_handle(), out.data(), count)) return std::nullopt;
  return out;
}

val fromMatrix(const Matrix& A) {
  val out = val::object();
  out.set("rows", A.rows);
  out.set("cols", A.cols);
  out.set("data", float64Array(A.data));
  return out;
}

val fromGenerator(const Generator& generator) {
  val blocks = val::array();
  for (const Block& block : generator.blocks) {
    const bool pair = block.kind == Block::Kind::pair;
    val out = val::object();
    out.set("kind", pair ? "pair" : "real");
    out.set("rate", block.rate);
    if (pair) out.set("frequency", block.frequency);
    out.set("size", block.size);
    blocks.call<void>("push", out);
  }
  val out = val::object();
  out.set("blocks", blocks);
  if (generator.basis) out.set("basis", fromMatrix(*generator.basis));
  if (generator.permutation) {
    const auto& places = *generator.permutation;
    out.set("permutation",
            val(emscripten::typed_memory_view(places.size(), places.data())).call<val>("slice"));
  }
  return out;
}

val failure(const Error& error) {
  val inner = val::object();
  inner.set("code", codeName(error.code));
  inner.set("message", error.message);
  val out = val::object();
  out.set("error", inner);
  return out;
}

}  // namespace etx::js
