/** The seed's uniform numbers one after another, as cpp/attention/seeded.hpp defines them. */
export function uniforms(seed: number): () => number {
  const wrap = (x: bigint): bigint => BigInt.asUintN(64, x);
  let state = BigInt(seed);
  return () => {
    state = wrap(state + 0x9e3779b97f4a7c15n);
    let z = wrap((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = wrap((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return (Number((z ^ (z >> 31n)) >> 11n) + 0.5) / 2 ** 53;
  };
}
