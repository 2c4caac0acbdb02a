/**
 * Faults of the database that pass: the same request may succeed a moment later. Postgres' own states: a transaction that stood
 * still, took too long or lost a race, a lock that did not come free, a cancelled statement, a server that stops or starts.
 */
const passingStates: ReadonlySet<string> = new Set([
  "25P03",
  "25P04",
  "40001",
  "40P01",
  "53300",
  "55P03",
  "57014",
  "57P01",
  "57P02",
  "57P03",
]);
/** The connection ended, or none could be had. If a COMMIT was under way, nobody knows whether it counts. */
const lostConnection: ReadonlySet<string> = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "EPIPE",
  "ETIMEDOUT",
]);

/** True for a fault of the database, however wrapped, after which asking again makes sense. */
export function isPassingFault(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = "code" in at ? at.code : undefined;
    if (typeof code === "string" && (passingStates.has(code) || lostConnection.has(code))) return true;
  }
  return false;
}

/** A fault that comes later than this has used up the caller's patience. */
const repeatWithinMs = 3_000;

/**
 * Repeats work once after a passing fault that came soon. Only for work that counts once however often it is done: if its first
 * commit's answer was lost, the second try finds it done.
 */
export async function repeatOnce<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } catch (error) {
    if (!isPassingFault(error) || performance.now() - startedAt > repeatWithinMs) throw error;
    return work();
  }
}
