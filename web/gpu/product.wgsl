// Scores on a grid: s(tile's first lag + r·step) = Σ_k left[tile][k]·right[k][r], reduced tile by tile. A workgroup makes
// four tiles, a thread two r of 128 at a time; each sum is kept in four partial sums, of at most 64 terms at a time.

struct Shape {
  tiles: u32, // of a row
  fours: u32, // of k
  width: u32, // entries of a right table's row
}

const threads = 64u;
const block = 64u; // fours of k in workgroup memory

@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> left: array<vec4f>; // row, tile, four
@group(0) @binding(2) var<storage, read> right: array<vec4f>; // row, four, r
@group(0) @binding(3) var<storage, read> lengths: array<u32>; // lags of each tile
@group(0) @binding(4) var<storage, read_write> cells: array<Cell>; // row, tile

var<workgroup> factors: array<array<vec4f, 4>, block>;
var<workgroup> parts: array<array<Cell, 4>, threads>;

fn total(a: vec4f) -> f32 {
  return (a.x + a.y) + (a.z + a.w);
}

@compute @workgroup_size(threads)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let row = group.y;
  let first = 4u * group.x;
  var held = array<u32, 4>();
  for (var m = 0u; m < 4u; m++) {
    held[m] = select(0u, lengths[min(first + m, shape.tiles - 1u)], first + m < shape.tiles);
  }
  var c0 = empty;
  var c1 = empty;
  var c2 = empty;
  var c3 = empty;
  for (var start = 0u; start < shape.width; start += 2u * threads) {
    let r = vec2u(start + thread, start + threads + thread);
    let column = min(r, vec2u(shape.width - 1u));
    var s0 = vec4f();
    var t0 = vec4f();
    var s1 = vec4f();
    var t1 = vec4f();
    var s2 = vec4f();
    var t2 = vec4f();
    var s3 = vec4f();
    var t3 = vec4f();
    for (var k = 0u; k < shape.fours; k += block) {
      let depth = min(block, shape.fours - k);
      if (start == 0u || shape.fours > block) {
        workgroupBarrier();
        for (var i = thread; i < 4u * depth; i += threads) {
          let tile = min(first + i / depth, shape.tiles - 1u);
          factors[i % depth][i / depth] = left[(row * shape.tiles + tile) * shape.fours + k + i % depth];
        }
        workgroupBarrier();
      }
      var a0 = vec4f();
      var b0 = vec4f();
      var a1 = vec4f();
      var b1 = vec4f();
      var a2 = vec4f();
      var b2 = vec4f();
      var a3 = vec4f();
      var b3 = vec4f();
      var at = (row * shape.fours + k) * shape.width + column;
      for (var i = 0u; i < depth; i++) {
        let v = right[at.x];
        let w = right[at.y];
        let u = factors[i];
        a0 += u[0] * v;
        b0 += u[0] * w;
        a1 += u[1] * v;
        b1 += u[1] * w;
        a2 += u[2] * v;
        b2 += u[2] * w;
        a3 += u[3] * v;
        b3 += u[3] * w;
        at += vec2u(shape.width);
      }
      s0 += a0;
      t0 += b0;
      s1 += a1;
      t1 += b1;
      s2 += a2;
      t2 += b2;
      s3 += a3;
      t3 += b3;
    }
    if (r.x < held[0]) { c0 = join(c0, sample(total(s0))); }
    if (r.y < held[0]) { c0 = join(c0, sample(total(t0))); }
    if (r.x < held[1]) { c1 = join(c1, sample(total(s1))); }
    if (r.y < held[1]) { c1 = join(c1, sample(total(t1))); }
    if (r.x < held[2]) { c2 = join(c2, sample(total(s2))); }
    if (r.y < held[2]) { c2 = join(c2, sample(total(t2))); }
    if (r.x < held[3]) { c3 = join(c3, sample(total(s3))); }
    if (r.y < held[3]) { c3 = join(c3, sample(total(t3))); }
  }
  parts[thread] = array<Cell, 4>(c0, c1, c2, c3);
  for (var apart = threads / 2u; apart > 0u; apart /= 2u) {
    workgroupBarrier();
    if (thread < apart) {
      for (var m = 0u; m < 4u; m++) {
        parts[thread][m] = join(parts[thread][m], parts[thread + apart][m]);
      }
    }
  }
  if (thread == 0u) {
    for (var m = 0u; m < 4u; m++) {
      if (first + m < shape.tiles) { cells[row * shape.tiles + first + m] = parts[0][m]; }
    }
  }
}
