import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@/scripts/local/free-port";
import { companyClientFor } from "@/scripts/smoke/company-client";
import { type Installation, startInstallation } from "@/scripts/smoke/own-installation";
import { median, percentile, report } from "../report";
import { timeBareWrites } from "./bare-writes";

const pushes = 40;
const warmUp = 5;
/** The time that the demo's simulator takes for a request, by its own setting. */
const simulatorLatencyMs = 50;
const target = 2;
/** No approval waits longer for its write, the slowest included. */
const slowestMs = 1_000;
const appliedLimitMs = 20_000;
/** Nobody asks while it is under way: asking would be part of what is measured. */
const lookAfterMs = 300;

/**
 * From a person's approval to the proof that it landed: the whole product as the demo starts it, over HTTP, one after
 * the other; the two times are the database's own. Beside it a bare signed write to the same simulator.
 */
export async function benchPush(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-bench-"));
  const installation = await startInstallation(folder, await freePort(), { LOG_LEVEL: "warn" });
  try {
    const bareMs = await timeBareWrites(installation, pushes);
    const tookMs: number[] = [];
    for (let index = 0; index < warmUp + pushes; index += 1) {
      const ms = await approveAndWait(installation);
      if (index >= warmUp) tookMs.push(ms);
    }
    const p50 = median(tookMs);
    const row = (name: string, values: readonly number[]) => ({
      what: name,
      "p50 ms": Math.round(percentile(values, 0.5)),
      "p90 ms": Math.round(percentile(values, 0.9)),
      "worst ms": Math.round(Math.max(...values)),
    });
    await report("push", {
      rows: [row("approved → applied", tookMs), row("a bare signed write", bareMs)],
      summary: `approved → applied p50 ${Math.round(p50)} ms is ${(p50 / simulatorLatencyMs).toFixed(2)} × the simulator's ${simulatorLatencyMs} ms, ${(p50 / median(bareMs)).toFixed(2)} × a bare signed write (target ≤ ${target} × ${simulatorLatencyMs} ms, the slowest ≤ ${slowestMs} ms)`,
      holds: p50 <= target * simulatorLatencyMs && Math.max(...tookMs) <= slowestMs,
      tookMs,
      bareMs,
    });
  } finally {
    await installation.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function approveAndWait(installation: Installation): Promise<number> {
  const client = companyClientFor(installation);
  const { proposal } = await client.propose(2);
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
