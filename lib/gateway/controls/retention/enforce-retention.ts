import { type TenantTransaction, inTenant } from "@/db/client";
import { listTenantIds } from "@/db/queries/people/tenants";
import {
  beginRun,
  enforceKind,
  forgetOldAttempts,
  forgetOldChannelRows,
  forgetOldDismissals,
  forgetOldHeldBack,
  forgetOldReadings,
  forgetOldRuns,
  listRuns,
  updateRun,
} from "@/db/queries/controls/retention";
import type { RetentionRun } from "@/lib/contract/settings/retention";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { RETENTION_KINDS, type RetentionKind } from "@/lib/core/ledger/retention";
import { describeError, log } from "@/lib/log";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { blankQuestionTexts } from "./blank-question-texts";
import { runViewOf } from "./read-retention";

/** Small transactions, so that nothing waits long for their locks and an interrupted run keeps its progress. */
export const RETENTION_BATCH_MAX = 500;
/** Per kind and run; the next run continues. */
const batchesPerKindMax = 100;
const attemptsForgottenMax = 50_000;
const channelRowsForgottenMax = 5_000;
/** Each is read, sealed again and told to the ledger. */
const questionsPerBatch = 100;

/** The daily sweep over all tenants, by each tenant's own periods. A failure in one tenant does not stop the others. */
export async function enforceRetention(
  gateway: Gateway = getGateway(),
): Promise<{ rows: number; failed: number }> {
  const total = { rows: 0, failed: 0 };
  for (const tenantId of await listTenantIds(gateway.database)) {
    try {
      const { counts } = await enforceTenantRetention(tenantId, "sweep", gateway);
      total.rows += Object.values(counts).reduce((sum, count) => sum + count, 0);
    } catch (error) {
      total.failed += 1;
      log.error(
        { tenantId, error: describeError(error) },
        "Retention failed for one tenant; the others go on",
      );
    }
  }
  await forgetOldAttempts(gateway.database, attemptsForgottenMax);
  return total;
}

/** Runs the sweep now, for the administrator's own tenant. @throws AppError not_allowed 403. */
export async function runRetention(person: Person, gateway: Gateway = getGateway()): Promise<RetentionRun> {
  requireRole(person, "admin");
  return enforceTenantRetention(person.tenantId, person.name, gateway);
}

/**
 * Deletes and blanks one tenant's overdue data, kind by kind, with one transaction per batch. Two concurrent runs share
 * the rows. An interrupted run has recorded its counts; the next one continues.
 */
export async function enforceTenantRetention(
  tenantId: number,
  startedBy: string,
  gateway: Gateway,
): Promise<RetentionRun> {
  const { database } = gateway;
  const id = await inTenant(database, tenantId, (tx) => beginRun(tx, tenantId, startedBy));
  const counts: Record<string, number> = {};
  let complete = true;
  for (const kind of RETENTION_KINDS) {
    const result = await enforceOne(tenantId, kind, gateway);
    counts[kind] = result.rows;
    complete &&= result.complete;
    await inTenant(database, tenantId, (tx) =>
      updateRun(tx, tenantId, { id, counts, ended: false, complete: false }),
    );
  }
  const [run] = await inTenant(database, tenantId, async (tx) => {
    await updateRun(tx, tenantId, { id, counts, ended: true, complete });
    await forgetOldRuns(tx);
    await forgetOldReadings(tx);
    await forgetOldDismissals(tx);
    await forgetOldHeldBack(tx);
    await forgetOldChannelRows(tx, channelRowsForgottenMax);
    return (await listRuns(tx, tenantId, 10)).filter((row) => row.id === id);
  });
  log.info({ tenantId, runId: id, counts, complete }, "Retention was enforced");
  return runViewOf(run!);
}

async function enforceOne(
  tenantId: number,
  kind: RetentionKind,
  gateway: Gateway,
): Promise<{ rows: number; complete: boolean }> {
  let rows = 0;
  for (let batch = 0; batch < batchesPerKindMax; batch += 1) {
    const done = await inTenant(gateway.database, tenantId, (tx) => enforceBatch(tx, tenantId, kind));
    rows += done.rows;
    if (!done.more) return { rows, complete: true };
  }
  return { rows, complete: false };
}

async function enforceBatch(
  tx: TenantTransaction,
  tenantId: number,
  kind: RetentionKind,
): Promise<{ rows: number; more: boolean }> {
  if (kind === "question_texts") return blankQuestionTexts(tx, tenantId, questionsPerBatch);
  const rows = await enforceKind(tx, kind, RETENTION_BATCH_MAX);
  return { rows, more: rows === RETENTION_BATCH_MAX };
}
