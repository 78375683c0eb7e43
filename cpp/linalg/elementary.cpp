#include "linalg/elementary.hpp"

#include "linalg/batch.hpp"

namespace etx {

double expRounded(DoubleDouble x) {
  if (std::isnan(x.hi)) return x.hi;
  const double low = std::isfinite(x.lo) ? x.lo : 0;
  return rounded(expScaled(Batch(x.hi), Batch(low))).get(0);
}

double logRounded(double x) { return log(Batch(x)).get(0); }

double sinTurns(double f) { return sinTurns(Batch(f)).get(0); }
double cosTurns(double f) { return cosTurns(Batch(f)).get(0); }

}  // namespace etx
