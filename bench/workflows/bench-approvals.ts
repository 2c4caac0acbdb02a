import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { OwnerSql } from "@/db/client";
import { freePort } from "@/scripts/local/free-port";
import { type Installation, openOwnerOf, startInstallation } from "@/scripts/smoke/own-installation";
import {
  type WaitingAction,
  approveOver,
  liftCaps,
  listWaiting,
  notingWorkflow,
  publishOver,
  startOver,
} from "@/scripts/smoke/workflow-client";
import { median, percentile, report } from "../report";

const underWay = 100;
const approved = 50;
/** A person's pace, so that one approval's work is not another's wait. */
const paceMs = 300;
const p95Max = 500;
const limitMs = 60_000;
const workflow = "bench-approvals";

/**
 * From a person's approval to the run's next step at work, the write in between included: the whole product as the demo starts
 * it, with a hundred further runs that wait for people. The times are the database's own.
 */
export async function benchApprovals(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-bench-"));
  // Under a key of its own, which openOwnerOf takes over.
  const env = { LOG_LEVEL: "warn", COUNTERSIGN_SECRET_KEY: undefined };
  const installation = await startInstallation(folder, await freePort(), env);
  const owner = await openOwnerOf(installation);
  try {
    await publishOver(installation, owner, notingWorkflow(workflow));
    await startRuns(installation, owner, underWay + approved);
    const waiting = await untilWaiting(owner, underWay + approved);
    for (const action of waiting.slice(0, approved)) {
      await approveOver(installation, action);
      await sleep(paceMs);
    }
    await tell(await untilNext(owner, approved));
  } finally {
    await owner.end();
    await installation.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function startRuns(installation: Installation, owner: OwnerSql, count: number): Promise<void> {
  await liftCaps(owner);
  for (let n = 0; n < count; n += 1) await startOver(installation, workflow, `bench-${n}`);
}

async function untilWaiting(owner: OwnerSql, count: number): Promise<WaitingAction[]> {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await sleep(200)) {
    const rows = await listWaiting(owner, workflow);
    if (rows.length === count) return rows;
  }
  throw new Error(`not all of ${count} runs came to their approval within ${limitMs} ms`);
}

/** Milliseconds from each approval to its write, and to the next step. */
async function untilNext(owner: OwnerSql, count: number) {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await sleep(200)) {
    const rows = await owner<{ written: number; next: number }[]>`
      SELECT extract(epoch FROM a.applied_at - a.decided_at)::float8 * 1000 AS written,
        extract(epoch FROM n.started_at - a.decided_at)::float8 * 1000 AS next
      FROM proposed_actions a
      JOIN steps s ON s.tenant_id = a.tenant_id AND s.proposed_action_id = a.id
      JOIN steps n ON n.tenant_id = s.tenant_id AND n.run_id = s.run_id AND n.step_id = 'next'
      WHERE n.started_at IS NOT NULL`;
    if (rows.length === count) return rows;
  }
  throw new Error(`not all of ${count} runs went on within ${limitMs} ms`);
}

async function tell(rows: readonly { written: number; next: number }[]): Promise<void> {
  const next = rows.map((row) => row.next);
  const after = rows.map((row) => row.next - row.written);
  const row = (what: string, values: readonly number[]) => ({
    what,
    "p50 ms": Math.round(median(values)),
    "p95 ms": Math.round(percentile(values, 0.95)),
    "worst ms": Math.round(Math.max(...values)),
  });
  const p95 = percentile(next, 0.95);
  await report("approvals", {
    rows: [row("approved → next step", next), row("of it, written → next step", after)],
    summary: `approved → next step p95 ${Math.round(p95)} ms with ${underWay} runs under way (target ≤ ${p95Max})`,
    holds: p95 <= p95Max,
    next,
    after,
  });
}
