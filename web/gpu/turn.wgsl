// Scores at lags in no order: Σ amplitude·e^(rate·τ)·cos(2π·phase). Phases are counted in turns as 64-bit fractions, so
// that whole turns fall away exactly; no trigonometry of WGSL's, which is exact to 2^-11 only.

struct Shape {
  tiles: u32,
  fours: u32, // of terms
}

struct Term {
  high: u32, // turns a token, 0.64 fixed point
  low: u32,
  phase: u32, // at lag 0, 0.32 fixed point
  amplitude: f32,
  rate: f32,
}

struct Tile {
  first: u32, // lag
  length: u32,
}

const threads = 64u;

@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> terms: array<Term>; // row, term
@group(0) @binding(2) var<storage, read> lags: array<vec2u>; // whole tokens, and 0.32 fixed point
@group(0) @binding(3) var<storage, read> tiles: array<Tile>;
@group(0) @binding(4) var<storage, read_write> cells: array<Cell>; // row, tile

var<workgroup> parts: array<Cell, threads>;

// The upper half of a product of 32 bits by 32.
fn upper(a: u32, b: u32) -> u32 {
  let low = (a & 0xffffu) * (b & 0xffffu);
  let one = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
  let two = (a & 0xffffu) * (b >> 16u) + (one & 0xffffu);
  return (a >> 16u) * (b >> 16u) + (one >> 16u) + (two >> 16u);
}

// Turns of a lag whose whole part is a two's complement: 2^32 tokens too many are taken back.
fn phase(lag: vec2u, term: Term) -> u32 {
  let excess = select(0u, term.low, (lag.x & 0x80000000u) != 0u);
  return term.phase + lag.x * term.high + upper(lag.x, term.low) - excess + upper(lag.y, term.high);
}

// cos of a quarter turn's rest by polynomials: error below 1.3e-7.
fn cosine(turns: u32) -> f32 {
  let quarter = (turns + 0x20000000u) >> 30u;
  let x = f32(bitcast<i32>(turns - (quarter << 30u))) * 1.4629180792671596e-9; // radians
  let z = x * x;
  let c = 1.0 + z * (-0.49999997 + z * (0.041666508 + z * (-0.0013887316 + z * 2.4433157e-5)));
  let s = x + x * z * (-0.16666655 + z * (0.0083321609 + z * -1.9515296e-4));
  let value = select(c, s, (quarter & 1u) == 1u);
  return select(value, -value, ((quarter + 1u) & 2u) != 0u);
}

fn value(lag: vec2u, distance: f32, term: Term) -> f32 {
  let turning = term.amplitude * cosine(phase(lag, term));
  if (term.rate == 0.0) { return turning; }
  return turning * exp(term.rate * distance);
}

@compute @workgroup_size(threads)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let row = group.y;
  let tile = tiles[group.x];
  var cell = empty;
  for (var r = thread; r < tile.length; r += threads) {
    let lag = lags[tile.first + r];
    let distance = f32(bitcast<i32>(lag.x)) + f32(lag.y) * 0x1p-32;
    var sum = vec4f();
    for (var i = 4u * row * shape.fours; i < 4u * (row + 1u) * shape.fours; i += 4u) {
      sum += vec4f(
        value(lag, distance, terms[i]),
        value(lag, distance, terms[i + 1u]),
        value(lag, distance, terms[i + 2u]),
        value(lag, distance, terms[i + 3u]),
      );
    }
    cell = join(cell, sample((sum.x + sum.y) + (sum.z + sum.w)));
  }
  parts[thread] = cell;
  for (var apart = threads / 2u; apart > 0u; apart /= 2u) {
    workgroupBarrier();
    if (thread < apart) { parts[thread] = join(parts[thread], parts[thread + apart]); }
  }
  if (thread == 0u) { cells[row * shape.tiles + group.x] = parts[0]; }
}
