import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { OwnerSql } from "@/db/client";
import { freePort } from "@/scripts/local/free-port";
import { type Installation, openOwnerOf, startInstallation } from "@/scripts/smoke/own-installation";
import {
  answerOver,
  askOver,
  askingWorkflow,
  liftCaps,
  publishOver,
  startOver,
} from "@/scripts/smoke/workflow-client";
import { median, percentile, report } from "../report";

const underWay = 100;
const answered = 100;
const open = 1_000;
/** A person's pace, so that one answer's work is not another's wait. */
const paceMs = 200;
const p95Max = 500;
const limitMs = 60_000;
const workflow = "bench-answers";

/**
 * From a person's answer to the run's next step at work: the whole product as the demo starts it, with a hundred further runs that
 * wait for people and a thousand questions that are open. The times are the database's and the app's own, on one machine.
 */
export async function benchAnswers(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-bench-"));
  // Under a key of its own, which openOwnerOf takes over.
  const env = { LOG_LEVEL: "warn", COUNTERSIGN_SECRET_KEY: undefined };
  const installation = await startInstallation(folder, await freePort(), env);
  const owner = await openOwnerOf(installation);
  try {
    await publishOver(installation, owner, askingWorkflow(workflow));
    await startRuns(installation, owner, underWay + answered);
    const waiting = await untilWaiting(owner, underWay + answered);
    for (let n = waiting.length; n < open + answered; n += 1) await askOver(installation, `Question ${n}?`);
    for (const id of waiting.slice(0, answered)) {
      await answerOver(installation, id);
      await sleep(paceMs);
    }
    await tell(await untilNext(owner, answered));
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

async function untilWaiting(owner: OwnerSql, count: number): Promise<number[]> {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await sleep(200)) {
    const rows = await owner<{ id: number }[]>`
      SELECT h.id FROM hil_interactions h
      JOIN steps s ON s.tenant_id = h.tenant_id AND s.run_id = h.execution_id AND s.idempotency_key = h.node_id
      JOIN workflows f ON f.tenant_id = h.tenant_id AND f.id = h.workflow_id
      WHERE f.name = ${workflow} AND h.status = 'pending' AND s.status = 'waiting_input' ORDER BY h.id`;
    if (rows.length === count) return rows.map(({ id }) => id);
  }
  throw new Error(`not all of ${count} runs came to their question within ${limitMs} ms`);
}

/** Milliseconds from each answer to the next step. */
async function untilNext(owner: OwnerSql, count: number): Promise<number[]> {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await sleep(200)) {
    const rows = await owner<{ ms: number }[]>`
      SELECT extract(epoch FROM n.started_at - h.responded_at)::float8 * 1000 AS ms
      FROM hil_interactions h JOIN workflows f ON f.tenant_id = h.tenant_id AND f.id = h.workflow_id
      JOIN steps n ON n.tenant_id = h.tenant_id AND n.run_id = h.execution_id AND n.step_id = 'next'
      WHERE f.name = ${workflow} AND n.started_at IS NOT NULL`;
    if (rows.length === count) return rows.map(({ ms }) => ms);
  }
  throw new Error(`not all of ${count} runs went on within ${limitMs} ms`);
}

async function tell(next: readonly number[]): Promise<void> {
  const p95 = percentile(next, 0.95);
  await report("answers", {
    rows: [
      {
        what: "answered → next step",
        "p50 ms": Math.round(median(next)),
        "p95 ms": Math.round(p95),
        "worst ms": Math.round(Math.max(...next)),
      },
    ],
    summary: `answered → next step p95 ${Math.round(p95)} ms with ${underWay} runs under way and ${open} questions open (target ≤ ${p95Max})`,
    holds: p95 <= p95Max,
    next,
  });
}
