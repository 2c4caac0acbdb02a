import { type TenantTransaction, inTenant } from "@/db/client";
import { type RunFilter, listRuns } from "@/db/queries/workflows/list-runs";
import { findRun } from "@/db/queries/workflows/runs";
import type { RunView, Runs } from "@/lib/contract/workflows/runs";
import type { AgentPrincipal, Person } from "@/lib/core/access/principal";
import { hasRunEnded } from "@/lib/core/run/run";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { awaitChange } from "@/lib/gateway/read/await-change";
import { sightIn } from "@/lib/gateway/read/actions/sight";
import { noSuchRun, runSummaryOf, runViewOf } from "./run-view";

/** Newest first, page by page; an agent sees those that it began. */
export async function readRuns(
  caller: Person | AgentPrincipal,
  { limit, ...filter }: Omit<RunFilter, "agentId">,
  gateway: Gateway = getGateway(),
): Promise<Runs> {
  const { tenantId } = caller;
  const agentId = caller.kind === "agent" ? caller.agentId : undefined;
  const { rows, seesContent } = await inTenant(gateway.database, tenantId, async (tx) => ({
    rows: await listRuns(tx, tenantId, { ...filter, agentId, limit: limit + 1 }),
    seesContent: await mayRead(tx, caller),
  }));
  const items = rows.slice(0, limit).map((row) => runSummaryOf(row, seesContent));
  return { items, next_cursor: rows.length > limit ? items.at(-1)!.id : null };
}

/**
 * A run with its steps; with `wait`, at the next change of it. @throws AppError not_found 404; rate_limited 429 for too many waits
 *   at once.
 */
export async function readRun(
  caller: Person | AgentPrincipal,
  { id, wait, signal }: { id: number; wait: number; signal?: AbortSignal },
  gateway: Gateway = getGateway(),
): Promise<RunView> {
  const { tenantId } = caller;
  const asker = caller.kind === "agent" ? `agent ${caller.agentId}` : `person ${caller.userId}`;
  const look = () =>
    inTenant(gateway.database, tenantId, async (tx) => {
      const run = await findRun(tx, tenantId, id);
      if (!run || (caller.kind === "agent" && run.startedByAgentId !== caller.agentId)) throw noSuchRun();
      return runViewOf(tx, tenantId, id, await mayRead(tx, caller));
    });
  return awaitChange({ tenantId, asker, look, stateOf, waitSeconds: wait, signal }, gateway);
}

/** Errors may name values, so viewers see them only where content is shown to viewers. */
const mayRead = async (tx: TenantTransaction, caller: Person | AgentPrincipal): Promise<boolean> =>
  caller.kind === "agent" || (await sightIn(tx, caller)).seesContent;

const stateOf = ({ status, steps }: RunView): string | null =>
  hasRunEnded(status) ? null : `${status} ${steps.map((step) => `${step.status}${step.attempt}`).join()}`;
