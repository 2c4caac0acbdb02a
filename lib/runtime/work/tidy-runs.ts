import { type TenantTransaction, inTenant } from "@/db/client";
import { findLiveAgent } from "@/db/queries/people/agents";
import { listTenantIds } from "@/db/queries/people/tenants";
import { cancelRun, failRun, listOrphanRuns, listOverdueRuns, lockRun } from "@/db/queries/workflows/runs";
import { listOrphanProposals } from "@/db/queries/workflows/run-proposals";
import { type AfterId, recountLanes, takeBackSetAside } from "@/db/queries/workflows/steps";
import { AppError } from "@/lib/core/errors";
import { hasRunEnded } from "@/lib/core/run/run";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { cancelUnawaited } from "@/lib/interactions/cancel-unawaited";
import { describeError, log } from "@/lib/log";

const PER_PAGE = 100;
/** The most pages of one list in one round, so that no tenant delays the others. Rows behind that many are not reached. */
const PAGES_MAX = 50;

/**
 * For every tenant: runs whose time is over fail, runs whose caller was cancelled are cancelled too, proposals whose step was
 * cancelled or failed are withdrawn, questions of such steps are cancelled, and counters that differ from their rows are put right. A
 * failure in one run or tenant does not stop the others.
 */
export async function tidyRuns(gateway: Gateway = getGateway()): Promise<void> {
  for (const tenantId of await listTenantIds(gateway.database))
    await tidyRunsOf(tenantId, gateway).catch((error: unknown) =>
      log.error({ tenantId, error: describeError(error) }, "The runs of a tenant could not be tidied"),
    );
}

export async function tidyRunsOf(tenantId: number, gateway: Gateway, perPage = PER_PAGE): Promise<void> {
  const list: Lister = (rows, each) =>
    eachById((page) => inTenant(gateway.database, tenantId, (tx) => rows(tx, tenantId, page)), each, perPage);
  await list(listOverdueRuns, ({ id }) =>
    endRun(tenantId, id, gateway, (tx) => failRun(tx, tenantId, id, "The run's deadline has passed.")),
  );
  await list(listOrphanRuns, ({ id, cancelledBy }) =>
    endRun(tenantId, id, gateway, (tx) => cancelRun(tx, tenantId, id, cancelledBy)),
  );
  await list(listOrphanProposals, (orphan) => withdrawOrphan(tenantId, orphan, gateway));
  await cancelUnawaited(tenantId, null, gateway);
  await putRight(tenantId, gateway);
}

type Lister = <Row extends { id: number }>(
  rows: (tx: TenantTransaction, tenantId: number, page: AfterId) => Promise<Row[]>,
  each: (row: Row) => Promise<void>,
) => Promise<void>;

/** Page by page, past those with which nothing could be done: they would hide all others forever. */
async function eachById<Row extends { id: number }>(
  list: (page: AfterId) => Promise<Row[]>,
  each: (row: Row) => Promise<void>,
  limit: number,
): Promise<void> {
  let afterId = 0;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const rows = await list({ afterId, limit });
    for (const row of rows) await each(row);
    if (rows.length < limit) return;
    afterId = rows.at(-1)!.id;
  }
}

/** Repairs rows that a crash at the wrong moment, or somebody with the database's role, left behind: nothing waits for good. */
async function putRight(tenantId: number, gateway: Gateway): Promise<void> {
  const counters = await inTenant(gateway.database, tenantId, (tx) => recountLanes(tx, tenantId));
  if (counters > 0) log.warn({ tenantId, counters }, "Counters of lanes differed from their steps");
  const steps = await inTenant(gateway.database, tenantId, (tx) => takeBackSetAside(tx, tenantId));
  if (steps > 0) log.warn({ tenantId, steps }, "Steps were set aside by a pause that was over");
}

async function endRun(
  tenantId: number,
  id: number,
  gateway: Gateway,
  end: (tx: TenantTransaction) => Promise<unknown>,
): Promise<void> {
  try {
    await inTenant(gateway.database, tenantId, async (tx) => {
      const run = await lockRun(tx, tenantId, id);
      if (run && !hasRunEnded(run.status)) await end(tx);
    });
    afterCommit(gateway, tenantId);
  } catch (error) {
    log.error({ tenantId, runId: id, error: describeError(error) }, "A run could not be tidied");
  }
}

/** People are not asked about what nobody waits for any more. */
async function withdrawOrphan(
  tenantId: number,
  { id: actionId, agentId }: { id: number; agentId: number },
  gateway: Gateway,
): Promise<void> {
  const agent = await inTenant(gateway.database, tenantId, (tx) => findLiveAgent(tx, tenantId, agentId));
  if (!agent) return;
  const { id, keyMakers: _, ...rest } = agent;
  await withdrawProposal({ kind: "agent", agentId: id, tenantId, ...rest }, actionId, gateway).catch(
    (error: unknown) => {
      // Somebody decided in the meantime, or wrote a version of their own.
      if (error instanceof AppError) return;
      log.error({ tenantId, actionId, error: describeError(error) }, "A proposal could not be withdrawn");
    },
  );
}
