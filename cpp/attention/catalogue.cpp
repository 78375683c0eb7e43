#include "attention/catalogue.hpp"

#include <algorithm>
#include <cmath>

#include "attention/alibi.hpp"
#include "attention/plane_rotation.hpp"
#include "attention/retention.hpp"
#include "attention/sandwich.hpp"
#include "attention/xpos.hpp"

namespace etx {
namespace {

RotaryLayout layout(double value) {
  return value != 0 ? RotaryLayout::half : RotaryLayout::interleaved;
}

Result<Operator> linearBias(const CatalogueEntry& entry) {
  double slope = entry.value(0);
  if (std::isnan(slope)) {
    const Result<double> computed = alibiSlope(entry.whole(1), entry.whole(2));
    if (!computed) return computed.error();
    slope = *computed;
  }
  return alibi(entry.dimension, slope, entry.value(3) != 0);
}

Result<Operator> resolved(const Result<Rotary>& rotary) {
  if (!rotary) return rotary.error();
  return resolve(Encoding(*rotary));
}

Result<Operator> plane(const CatalogueEntry& entry) {
  Result<Generator> X = planeRotation(entry.list(0), entry.list(1));
  if (!X) return X.error();
  return Operator(std::move(*X));
}

}  // namespace

CatalogueEntry::CatalogueEntry() = default;
CatalogueEntry::CatalogueEntry(CatalogueEntry&& other) noexcept = default;
CatalogueEntry& CatalogueEntry::operator=(CatalogueEntry&& other) noexcept = default;
CatalogueEntry::~CatalogueEntry() = default;

std::size_t CatalogueEntry::whole(std::size_t i) const {
  const double given = value(i);
  return given >= 0 ? static_cast<std::size_t>(std::min(given, 0x1p32 - 1)) : 0;
}

std::span<const double> CatalogueEntry::list(std::size_t i) const {
  return i < lists.size() ? std::span<const double>(lists[i]) : std::span<const double>();
}

Result<Operator> resolve(const CatalogueEntry& entry) {
  const std::size_t d = entry.dimension;
  if (entry.kind == "alibi") return linearBias(entry);
  if (entry.kind == "xpos") return resolved(xpos(d, layout(entry.value(0))));
  if (entry.kind == "retnet") {
    const RetentionAngles angles =
        entry.value(1) != 0 ? RetentionAngles::linspace : RetentionAngles::rope;
    return resolved(retention(d, entry.whole(0), angles, layout(entry.value(2))));
  }
  if (entry.kind == "grape-m") return plane(entry);
  if (entry.kind == "sandwich") return sandwich(d, entry.whole(0), entry.whole(1));
  return fail(ErrorCode::unsupported,
              {"encoding.kind is \"", entry.kind, "\", which is not known"});
}

}  // namespace etx
