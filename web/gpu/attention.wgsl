// A causal softmax that is never stored: a thread goes over some columns of keys for one query and leaves a cell for every
// run of keys in one column and one bin of lags. Bin b holds lags 2^b - 1 up to 2^(b+1) - 2. No cell needs another one's
// maximum, so that keys may be dealt out to any number of groups.

struct Shape {
  length: u32, // positions
  columns: u32, // of all keys
  fours: u32, // of a row's entries
  query: u32, // the first
  column: u32, // the first
  end: u32, // the column after the last
  together: u32, // columns of a group
}

struct Cell {
  top: f32,
  mass: f32, // Z = Σ e^(s - top)
  moment: f32, // T = Σ e^(s - top)·(s - top)
}

const threads = 64u;
const far = 1e30; // beyond every score
const empty = Cell(-far, 0.0, 0.0);
const bins = 17u;

@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> queries: array<vec4f>; // group of 64, four, query
@group(0) @binding(2) var<storage, read> keys: array<vec4f>; // key from the first column's on, four
@group(0) @binding(3) var<storage, read> bias: array<f32>; // by lag
@group(0) @binding(4) var<storage, read_write> cells: array<Cell>; // group of 64, slot, query

fn edge(column: u32) -> u32 {
  return column * shape.length / shape.columns;
}

fn bin(lag: u32) -> u32 {
  return firstLeadingBit(lag + 1u);
}

fn total(a: vec4f) -> f32 {
  return (a.x + a.y) + (a.z + a.w);
}

fn biases(lags: vec4u) -> vec4f {
  let at = min(lags, vec4u(shape.length - 1u));
  return vec4f(bias[at.x], bias[at.y], bias[at.z], bias[at.w]);
}

// Eight more scores, one of them at least above -far.
fn absorb(cell: Cell, s: vec4f, t: vec4f) -> Cell {
  let most = max(s, t);
  let top = max(cell.top, max(max(most.x, most.y), max(most.z, most.w)));
  let down = cell.top - top;
  let part = exp(down);
  let x = s - top;
  let y = t - top;
  let e = exp(x);
  let f = exp(y);
  return Cell(
    top,
    cell.mass * part + total(e + f),
    (cell.moment + cell.mass * down) * part + total(e * x + f * y),
  );
}

@compute @workgroup_size(threads)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let query = shape.query + group.y * threads + thread;
  let own = group.y * shape.fours * threads + thread;
  // As both its column and its bin only go one way, a run is known by the sum of both. The last slot is for key 0.
  let slots = shape.end - shape.column + bins + 1u;
  let out = group.y * slots * threads + thread;
  let before = edge(shape.column);
  let first = shape.column + group.x * shape.together;
  let last = min(first + shape.together, shape.end);
  for (var column = first; column < last; column++) {
    let end = min(edge(column + 1u), query + 1u);
    var cell = empty;
    var held = bins; // none yet
    for (var key = edge(column); key < end; key += 8u) {
      var a0 = vec4f();
      var a1 = vec4f();
      var a2 = vec4f();
      var a3 = vec4f();
      var a4 = vec4f();
      var a5 = vec4f();
      var a6 = vec4f();
      var a7 = vec4f();
      var at = (key - before) * shape.fours;
      let row = shape.fours;
      for (var k = 0u; k < shape.fours; k++) {
        let q = queries[own + k * threads];
        a0 += q * keys[at];
        a1 += q * keys[at + row];
        a2 += q * keys[at + 2u * row];
        a3 += q * keys[at + 3u * row];
        a4 += q * keys[at + 4u * row];
        a5 += q * keys[at + 5u * row];
        a6 += q * keys[at + 6u * row];
        a7 += q * keys[at + 7u * row];
        at++;
      }
      let place = vec4u(0u, 1u, 2u, 3u);
      let near = vec4u(query - key) - place; // wraps beyond the query, and is in no bin then
      let farther = near - 4u;
      let s = vec4f(total(a0), total(a1), total(a2), total(a3)) + biases(near);
      let t = vec4f(total(a4), total(a5), total(a6), total(a7)) + biases(farther);
      if (key == 0u) { cells[out + (slots - 1u) * threads] = Cell(s.x, 1.0, 0.0); }
      let here = place < vec4u(end - key);
      let there = place + 4u < vec4u(end - key);
      let lowest = bin(query - min(key + 7u, end - 1u));
      for (var b = bin(query - key); ; b--) {
        if (b != held) {
          if (held < bins) { cells[out + (column - shape.column + bins - 1u - held) * threads] = cell; }
          cell = empty;
          held = b;
        }
        cell = absorb(
          cell,
          select(vec4f(-far), s, here & (firstLeadingBit(near + 1u) == vec4u(b))),
          select(vec4f(-far), t, there & (firstLeadingBit(farther + 1u) == vec4u(b))),
        );
        if (b == lowest) { break; }
      }
    }
    if (held < bins) { cells[out + (column - shape.column + bins - 1u - held) * threads] = cell; }
  }
}
