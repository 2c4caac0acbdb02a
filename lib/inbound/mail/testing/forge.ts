import { createHash } from "node:crypto";

/** Of a genuine post something that is not: the same each run. */

/** The same number each run. */
export const chance = (seed: number, of: number) =>
  createHash("sha256").update(`forged-${seed}`).digest().readUInt32BE(0) % of;
export const pick = <Value>(seed: number, from: readonly Value[]): Value => from[chance(seed, from.length)]!;

export function changed(body: Buffer, seed: number): Buffer {
  const other = Buffer.from(body);
  const at = chance(seed, body.length);
  other[at] = other[at]! ^ (1 + chance(seed + 1, 127));
  return other;
}
export const NONSENSE = [
  "",
  "null",
  "[]",
  "{}",
  '"x"',
  "{",
  "\0",
  "<xml/>",
  '{"Type":"Notification"}',
  "a=b&a=c",
  "--xYzZY--",
];
export const cut = (body: Buffer, seed: number) => body.subarray(0, chance(seed, body.length - 1));
export const without = (headers: Record<string, string>, seed: number) => {
  const rest = { ...headers };
  delete rest[
    pick(
      seed,
      Object.keys(headers).filter((name) => name !== "content-type" && !name.startsWith("x-amz")),
    )!
  ];
  return rest;
};
