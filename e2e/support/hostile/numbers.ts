import * as fc from "fast-check";

/** Numbers that a float, a rounding or a cut would change, and others that look like them. The same in every run. */

const seed = 2_117;

const edges = fc.constantFrom(
  "0.1",
  "0.005",
  "1e3",
  "1.10",
  "010.5",
  "100000",
  "1000000",
  "999999.995",
  "934567.89",
  "12.3456789012",
  "0.0000000001",
);

/** Up to six digits before the point and ten behind it. */
const decimals = fc
  .tuple(
    fc.integer({ min: 0, max: 999_999 }),
    fc.integer({ min: 0, max: 10 }),
    fc.bigInt({ min: 0n, max: 9_999_999_999n }),
  )
  .map(([whole, places, fraction]) =>
    places === 0 ? String(whole) : `${whole}.${String(fraction).padStart(10, "0").slice(0, places)}`,
  );

const sampleOf = <T>(of: fc.Arbitrary<T>, index: number): T =>
  fc.sample(of, { numRuns: 1, seed: seed + index })[0]!;

/** More than zero. */
export function hostileNumber(index: number): string {
  const number = sampleOf(fc.oneof(edges, decimals), index);
  return Number(number) === 0 ? "7" : number;
}

/** With four places behind the point, at most three percent away from so many cents: a price that nobody has to look at twice. */
export function nearby(cents: number, index: number): string {
  const most = Math.floor(cents * 3);
  const units = cents * 100 + sampleOf(fc.integer({ min: -most, max: most }), index);
  return `${Math.floor(units / 10_000)}.${String(units % 10_000).padStart(4, "0")}`;
}
