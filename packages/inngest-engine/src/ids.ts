import { createHash, randomBytes } from "node:crypto";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const entropyBytes = 10;
const timeBytes = 6;
const idLength = 26;
const timeMsMax = 2 ** 48 - 1;

let latest = { timeMs: Number.NaN, entropy: Buffer.alloc(entropyBytes) };

/** Ids that this process makes for one millisecond sort as they were made: they count up from a random start. */
function nextEntropy(timeMs: number): Buffer {
  if (timeMs !== latest.timeMs) {
    const entropy = randomBytes(entropyBytes);
    // Room to count.
    entropy[0] = (entropy[0] ?? 0) & 0x7f;
    latest = { timeMs, entropy };
    return entropy;
  }
  const entropy = Buffer.from(latest.entropy);
  for (let at = entropyBytes - 1; at >= 0; at -= 1) {
    entropy[at] = ((entropy[at] ?? 0) + 1) & 0xff;
    if (entropy[at] !== 0) break;
  }
  latest = { timeMs, entropy };
  return entropy;
}

/** A ULID: sorts by time, and is the same for the same time and entropy. `timeMs` is Unix milliseconds. */
export function ulid(timeMs: number, entropy: Buffer = nextEntropy(timeMs)): string {
  const bytes = Buffer.alloc(timeBytes + entropyBytes);
  bytes.writeUIntBE(Math.min(Math.max(0, Math.floor(timeMs)), timeMsMax), 0, timeBytes);
  entropy.copy(bytes, timeBytes, 0, entropyBytes);
  let rest = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  for (let position = 0; position < idLength; position += 1) {
    text = alphabet[Number(rest & 31n)] + text;
    rest >>= 5n;
  }
  return text;
}

/** An id that only depends on its parts: a repeated request, or a cron tick seen twice, makes the same id again. */
export function ulidOf(timeMs: number, ...parts: string[]): string {
  return ulid(timeMs, hash(parts).subarray(0, entropyBytes));
}

/** The ids of one request: like ulidOf, and in the order of their places in it. */
export function ulidsOf(timeMs: number, ...parts: string[]): (place: number) => string {
  const entropy = hash(parts).subarray(0, entropyBytes);
  return (place) => {
    const placed = Buffer.from(entropy);
    placed.writeUInt16BE(place, 0);
    return ulid(timeMs, placed);
  };
}

/** One short text for a limit or idempotency key, whatever characters its parts hold. */
export function keyOf(...parts: string[]): string {
  return hash(parts).toString("hex");
}

function hash(parts: string[]): Buffer {
  return createHash("sha256").update(JSON.stringify(parts)).digest();
}
