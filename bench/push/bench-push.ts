import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@/scripts/local/free-port";
import { companyClientFor } from "@/scripts/smoke/company-client";
import { type Installation, startInstallation } from "@/scripts/smoke/own-installation";
import { elapsedMs, median, percentile, report } from "../report";
import { openBareWriter } from "./bare-writes";
import { openJobQueue } from "./job-queue";

const pushes = 60;
const warmUp = 10;
/** The time that the demo's simulator takes for a request, by its own setting. */
const simulatorLatencyMs = 50;
const target = 2;
/** Beyond the RESTlet's own time, against a job queue that does the same write and nothing else. */
const beyondTarget = 3;
/** No approval waits longer for its write, the slowest included. */
const slowestMs = 1_000;
const appliedLimitMs = 20_000;
/** The bench waits so long between its requests: a request in between would be part of what is measured. */
const lookAfterMs = 300;

/**
 * From a person's approval to the proof that it landed: the whole product as the demo starts it, over HTTP, one after
 * the other; the two times are the database's own. Beside it, in turns: the same signed write as a job of Graphile Worker on the
 * same Postgres, and the write alone.
 */
export async function benchPush(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-bench-"));
  const installation = await startInstallation(folder, await freePort(), { LOG_LEVEL: "warn" });
  const bare = openBareWriter(installation);
  const jobs = await openJobQueue(installation, bare.write);
  const took = { push: [] as number[], job: [] as number[], bare: [] as number[] };
  try {
    for (let index = 0; index < warmUp + pushes; index += 1) {
      const push = await approveAndWait(installation);
      const job = await jobs.time(2 * index);
      const bareMs = await elapsedMs(() => bare.write(2 * index + 1));
      if (index < warmUp) continue;
      took.push.push(push);
      took.job.push(job);
      took.bare.push(bareMs);
    }
  } finally {
    await jobs.close();
    bare.close();
    await installation.stop();
    await rm(folder, { recursive: true, force: true });
  }
  await tell(took);
}

async function tell(took: Record<"push" | "job" | "bare", number[]>): Promise<void> {
  const p50 = median(took.push);
  const worst = Math.max(...took.push);
  const beyond = (values: readonly number[]) => median(values) - simulatorLatencyMs;
  const ratio = beyond(took.push) / beyond(took.job);
  const one = (value: number) => Math.round(value * 10) / 10;
  const row = (name: string, values: readonly number[]) => ({
    what: name,
    "p50 ms": one(percentile(values, 0.5)),
    "p90 ms": one(percentile(values, 0.9)),
    "worst ms": one(Math.max(...values)),
    "p50 beyond the RESTlet": one(beyond(values)),
  });
  await report("push", {
    rows: [
      row("approved → applied", took.push),
      row("the same write as a job of Graphile Worker", took.job),
      row("a bare signed write", took.bare),
    ],
    summary: `approved → applied p50 ${Math.round(p50)} ms is ${(p50 / simulatorLatencyMs).toFixed(2)} × the simulator's ${simulatorLatencyMs} ms (target ≤ ${target} ×, the slowest ≤ ${slowestMs} ms); beyond these it takes ${ratio.toFixed(2)} × Graphile Worker's time (target ≤ ${beyondTarget} ×)`,
    holds: p50 <= target * simulatorLatencyMs && worst <= slowestMs && ratio <= beyondTarget,
    ratio,
    ...took,
  });
}

async function approveAndWait(installation: Installation): Promise<number> {
  const client = companyClientFor(installation);
  const { proposal } = await client.propose(2);
  // A person takes longer to decide: by then the proposal's own events have been handled.
  await new Promise((resolve) => setTimeout(resolve, lookAfterMs));
  const { status, body } = await client.decide(proposal, "approve");
  if (status !== 200) throw new Error(`#${proposal.id} was not approved: ${JSON.stringify(body)}`);
  const deadline = Date.now() + appliedLimitMs;
  while (Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, lookAfterMs));
    const { decided_at, applied_at } = (await client.action(proposal)).body;
    if (applied_at) return Date.parse(String(applied_at)) - Date.parse(String(decided_at));
  }
  throw new Error(`#${proposal.id} was not applied within ${appliedLimitMs} ms`);
}
