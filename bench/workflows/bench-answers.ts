import { setTimeout as sleep } from "node:timers/promises";
import type { OwnerSql } from "@/db/client";
import { answerOver, askOver, askingWorkflow } from "@/scripts/smoke/workflow-client";
import { median, percentile, report } from "../report";
import { startRunsOver, untilThere, withInstallation } from "./own-installation";

const underWay = 100;
const answered = 100;
const open = 1_000;
/** A person's pace, so that one answer's work is not another's wait. */
const paceMs = 200;
const p95Max = 500;
const workflow = "bench-answers";

/**
 * From a person's answer to the run's next step at work, with a hundred further runs that wait for people and a thousand questions that
 * are open. The times are the database's and the app's own, on one machine.
 */
export const benchAnswers = (): Promise<void> =>
  withInstallation(async (installation, owner) => {
    const count = underWay + answered;
    await startRunsOver(installation, owner, { source: askingWorkflow(workflow), workflow, count });
    const waiting = await untilThere(count, "runs came to their question", () => listWaiting(owner));
    for (let n = count; n < open + answered; n += 1) await askOver(installation, `Question ${n}?`);
    for (const { id } of waiting.slice(0, answered)) {
      await answerOver(installation, id);
      await sleep(paceMs);
    }
    const next = await untilThere(answered, "runs went on", () => listNext(owner));
    await tell(next.map(({ ms }) => ms));
  });

const listWaiting = (owner: OwnerSql) => owner<{ id: number }[]>`
  SELECT h.id FROM hil_interactions h
  JOIN steps s ON s.tenant_id = h.tenant_id AND s.run_id = h.execution_id AND s.idempotency_key = h.node_id
  JOIN workflows f ON f.tenant_id = h.tenant_id AND f.id = h.workflow_id
  WHERE f.name = ${workflow} AND h.status = 'pending' AND s.status = 'waiting_input' ORDER BY h.id`;

/** Milliseconds from each answer to the next step. */
const listNext = (owner: OwnerSql) => owner<{ ms: number }[]>`
  SELECT extract(epoch FROM n.started_at - h.responded_at)::float8 * 1000 AS ms
  FROM hil_interactions h JOIN workflows f ON f.tenant_id = h.tenant_id AND f.id = h.workflow_id
  JOIN steps n ON n.tenant_id = h.tenant_id AND n.run_id = h.execution_id AND n.step_id = 'next'
  WHERE f.name = ${workflow} AND n.started_at IS NOT NULL`;

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
