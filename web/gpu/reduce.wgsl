// What a column holds of its samples, and how two of it become one. Z and T are relative to the maximum.

override weighed: bool; // whether Z and T are wanted
override root: bool; // whether samples are variances of which deviations are wanted

struct Cell {
  sum: f32,
  low: f32,
  high: f32,
  mass: f32, // Z = Σ e^(s - high)
  moment: f32, // T = Σ e^(s - high)·(s - high)
}

const far = 3e38; // beyond every sample
const empty = Cell(0.0, far, -far, 0.0, 0.0);

fn sample(value: f32) -> Cell {
  let s = select(value, sqrt(max(value, 0.0)), root);
  return Cell(s, s, s, 1.0, 0.0);
}

fn join(a: Cell, b: Cell) -> Cell {
  let high = max(a.high, b.high);
  var both = Cell(a.sum + b.sum, min(a.low, b.low), high, 0.0, 0.0);
  if (weighed) {
    let down = vec2f(a.high - high, b.high - high);
    let part = exp(down);
    both.mass = a.mass * part.x + b.mass * part.y;
    both.moment = part.x * (a.moment + a.mass * down.x) + part.y * (b.moment + b.mass * down.y);
  }
  return both;
}
