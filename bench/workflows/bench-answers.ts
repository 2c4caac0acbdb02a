import { setTimeout as sleep } from "node:timers/promises";
import type { OwnerSql } from "@/db/client";
import { answerOver, askOver, askingWorkflow } from "@/scripts/smoke/workflow-client";
import { median, percentile, report } from "../report";
import { startRunsOver, untilThere, withInstallation } from "./own-installation";

/** Runs that are answered one after the other, and as many at once. */
const each = 100;
const open = 1_000;
/** A person's pace, so that one answer's work is not another's wait. */
const paceMs = 200;
const p95Max = 500;
const workflow = "bench-answers";

/**
 * From a person's answer to the run's next step at work, beside a thousand other questions that are open: of a hundred runs at a person's
 * pace, and of a hundred that are answered at once. The times are the database's and the app's own, on one machine.
 */
export const benchAnswers = (): Promise<void> =>
  withInstallation(async (installation, owner) => {
    const count = each * 2;
    await startRunsOver(installation, owner, { source: askingWorkflow(workflow), workflow, count });
    const waiting = await untilThere(count, "runs came to their question", () => listWaiting(owner));
    for (let n = 0; n < open; n += 1) await askOver(installation, `Question ${n}?`);
    for (const { id } of waiting.slice(0, each)) {
      await answerOver(installation, id);
      await sleep(paceMs);
    }
    const paced = await untilThere(each, "runs went on", () => listNext(owner));
    await Promise.all(waiting.slice(each).map(({ id }) => answerOver(installation, id)));
    const all = await untilThere(count, "runs went on", () => listNext(owner));
    const isPaced = new Set(paced.map(({ id }) => id));
    await tell(
      paced,
      all.filter(({ id }) => !isPaced.has(id)),
    );
  });

const listWaiting = (owner: OwnerSql) => owner<{ id: number }[]>`
  SELECT h.id FROM hil_interactions h
  JOIN steps s ON s.tenant_id = h.tenant_id AND s.run_id = h.execution_id AND s.idempotency_key = h.node_id
  JOIN workflows f ON f.tenant_id = h.tenant_id AND f.id = h.workflow_id
  WHERE f.name = ${workflow} AND h.status = 'pending' AND s.status = 'waiting_input' ORDER BY h.id`;

interface Next {
  id: number;
  /** Delay from the answer to the next step. */
  ms: number;
}

const listNext = (owner: OwnerSql) => owner<Next[]>`
  SELECT h.id, extract(epoch FROM n.started_at - h.responded_at)::float8 * 1000 AS ms
  FROM hil_interactions h JOIN workflows f ON f.tenant_id = h.tenant_id AND f.id = h.workflow_id
  JOIN steps n ON n.tenant_id = h.tenant_id AND n.run_id = h.execution_id AND n.step_id = 'next'
  WHERE f.name = ${workflow} AND n.started_at IS NOT NULL`;

async function tell(paced: readonly Next[], atOnce: readonly Next[]): Promise<void> {
  const rows = [rowOf("one after the other", paced), rowOf("a hundred at once", atOnce)];
  const p95s = rows.map((row) => row["p95 ms"]);
  await report("answers", {
    rows,
    summary: `answered → next step p95 ${p95s.join(" and ")} ms, one after the other and a hundred at once, beside ${open} open questions (target ≤ ${p95Max})`,
    holds: Math.max(...p95s) <= p95Max,
    paced,
    atOnce,
  });
}

function rowOf(what: string, next: readonly Next[]) {
  const times = next.map(({ ms }) => ms);
  return {
    what,
    "p50 ms": Math.round(median(times)),
    "p95 ms": Math.round(percentile(times, 0.95)),
    "worst ms": Math.round(Math.max(...times)),
  };
}
