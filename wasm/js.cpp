#include "js.hpp"

#include <cmath>

namespace etx::js {
namespace {

std::string described(const val& value) {
  if (value.isNull()) return "null";
  if (value.isUndefined()) return "missing";
  const auto type = value.typeOf().as<std::string>();
  return type == "object" && value.isArray() ? "an array" : "of type " + type;
}

Error wrongType(const val& value, const std::string& name, const char* wanted) {
  return Error{ErrorCode::range, name + " is " + described(value) + " but must be " + wanted};
}

Result<std::vector<std::uint32_t>> indices(const val& value, const std::string& name) {
  const Result<std::vector<double>> read = numbers(value, name);
  if (!read) return read.error();
  std::vector<std::uint32_t> out;
  out.reserve(read->size());
  for (const double index : *read) {
    if (!(index >= 0 && index < 0x1p32 && index == std::trunc(index))) {
      return Error{ErrorCode::range, name + "[" + text(out.size()) + "] is " + text(index) +
                                         " but must be a whole number"};
    }
    out.push_back(static_cast<std::uint32_t>(index));
  }
  return out;
}

Result<Block> block(const val& value, const std::string& name) {
  const Result<std::string> kind = string(field(value, "kind"), name + ".kind");
  if (!kind) return kind.error();
  Block out;
  if (*kind == "pair") {
    out.kind = Block::Kind::pair;
  } else if (*kind != "real") {
    return Error{ErrorCode::range, name + ".kind is \"" + *kind + "\" but must be real or pair"};
  }
  const Result<double> rate = number(field(value, "rate"), name + ".rate");
  if (!rate) return rate.error();
  out.rate = *rate;
  if (out.kind == Block::Kind::pair) {
    const Result<double> frequency = number(field(value, "frequency"), name + ".frequency");
    if (!frequency) return frequency.error();
    out.frequency = *frequency;
  }
  const val size = field(value, "size");
  if (!size.isUndefined()) {
    const Result<std::size_t> read = whole(size, name + ".size", kMaxDimension);
    if (!read) return read.error();
    out.size = *read;
  }
  return out;
}

}  // namespace

bool isObject(const val& value) {
  return !value.isNull() && !value.isUndefined() && value.typeOf().as<std::string>() == "object";
}

val field(const val& value, const char* key) {
  return isObject(value) ? value[key] : val::undefined();
}

Result<double> number(const val& value, const std::string& name) {
  if (!value.isNumber()) return wrongType(value, name, "a number");
  return value.as<double>();
}

Result<std::size_t> whole(const val& value, const std::string& name, double most) {
  const Result<double> read = number(value, name);
  if (!read) return read.error();
  if (!(*read >= 0) || *read != std::trunc(*read)) {
    return Error{ErrorCode::range,
                 name + " is " + text(*read) + " but must be a whole number, 0 or more"};
  }
  if (*read > most) {
    return Error{ErrorCode::tooLarge,
                 name + " is " + text(*read) + " but the most is " + text(most)};
  }
  return static_cast<std::size_t>(*read);
}

Result<std::string> string(const val& value, const std::string& name) {
  if (!value.isString()) return wrongType(value, name, "a string");
  return value.as<std::string>();
}

Result<std::vector<double>> numbers(const val& value, const std::string& name) {
  const bool typed = isObject(value) && val::global("ArrayBuffer").call<bool>("isView", value);
  if (!typed && !value.isArray()) return wrongType(value, name, "an array of numbers");
  const Result<std::size_t> length = whole(field(value, "length"), name + ".length", kMaxCount);
  if (!length) return length.error();
  return emscripten::convertJSArrayToNumberVector<double>(value);
}

Result<Matrix> matrix(const val& value, const std::string& name) {
  if (!isObject(value)) return wrongType(value, name, "a matrix { rows, cols, data }");
  const Result<std::size_t> rows = whole(field(value, "rows"), name + ".rows", 0x1p31);
  if (!rows) return rows.error();
  const Result<std::size_t> cols = whole(field(value, "cols"), name + ".cols", 0x1p31);
  if (!cols) return cols.error();
  Result<std::vector<double>> data = numbers(field(value, "data"), name + ".data");
  if (!data) return data.error();
  return Matrix(*rows, *cols, std::move(*data));
}

Result<Generator> generator(const val& value, const std::string& name) {
  const val blocks = field(value, "blocks");
  if (!blocks.isArray()) return wrongType(blocks, name + ".blocks", "an array of blocks");
  const Result<std::size_t> count = whole(blocks["length"], name + ".blocks.length", kMaxDimension);
  if (!count) return count.error();
  Generator out;
  for (std::size_t i = 0; i < *count; ++i) {
    const Result<Block> read = block(blocks[i], name + ".blocks[" + text(i) + "]");
    if (!read) return read.error();
    out.blocks.push_back(*read);
  }
  const val basis = field(value, "basis");
  if (!basis.isUndefined()) {
    Result<Matrix> read = matrix(basis, name + ".basis");
    if (!read) return read.error();
    out.basis = std::move(*read);
  }
  const val permutation = field(value, "permutation");
  if (!permutation.isUndefined()) {
    Result<std::vector<std::uint32_t>> read = indices(permutation, name + ".permutation");
    if (!read) return read.error();
    out.permutation = std::move(*read);
  }
  return out;
}

Result<Lags> lags(const val& value, const std::string& name) {
  if (isObject(value) && !field(value, "count").isUndefined()) {
    const Result<double> start = number(field(value, "start"), name + ".start");
    if (!start) return start.error();
    const Result<double> step = number(field(value, "step"), name + ".step");
    if (!step) return step.error();
    const Result<std::size_t> count = whole(field(value, "count"), name + ".count", kMaxCount);
    if (!count) return count.error();
    return Lags::grid(*start, *step, *count);
  }
  Result<std::vector<double>> values = numbers(value, name);
  if (!values) return values.error();
  return Lags::list(std::move(*values));
}

val float64Array(std::span<const double> values) {
  return val(emscripten::typed_memory_view(values.size(), values.data())).call<val>("slice");
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
  inner.set("code", std::string(codeName(error.code)));
  inner.set("message", error.message);
  val out = val::object();
  out.set("error", inner);
  return out;
}

}  // namespace etx::js
