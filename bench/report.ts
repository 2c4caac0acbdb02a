import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

/** The result of a bench: a table to read, JSON under .local/bench, and an exit code that says whether it held. */
export async function report(
  name: string,
  result: { rows: readonly object[]; summary: string; holds: boolean } & Record<string, unknown>,
): Promise<void> {
  console.table(result.rows);
  console.log(`${result.summary}: ${result.holds ? "holds" : "DOES NOT HOLD"}`);
  const folder = path.resolve(".local", "bench");
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
  if (!result.holds) process.exitCode = 1;
}

export async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const began = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - began) / 1e6;
}

/** Measures so many rounds, after one that warms everything up and does not count. */
export async function inRounds<One>(rounds: number, measure: () => Promise<One>): Promise<One[]> {
  const measured: One[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    measured.push(await measure());
    console.log(`round ${round} of ${rounds}${round === 0 ? " (warm-up)" : ""}`);
  }
  return measured.slice(1);
}

/** The middle of a list that need not be sorted. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** `share` of the values are no larger than this one. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
