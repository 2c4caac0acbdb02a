import { inTenant } from "@/db/client";
import { listRuns } from "@/db/queries/workflows/runs";
import type { RunView, Runs } from "@/lib/contract/workflows/runs";
import type { AgentPrincipal, Person } from "@/lib/core/access/principal";
import { type RunStatus, hasRunEnded } from "@/lib/core/run/run";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { awaitChange } from "@/lib/gateway/read/await-change";
import { runSummaryOf, runViewOf } from "./run-view";

interface RunsQuery {
  status?: RunStatus[] | undefined;
  workflow?: string | undefined;
  cursor?: number | undefined;
  limit: number;
}

/** Newest first, page by page. */
export async function readRuns(
  { tenantId }: Person | AgentPrincipal,
  { limit, ...filter }: RunsQuery,
  gateway: Gateway = getGateway(),
): Promise<Runs> {
  const rows = await inTenant(gateway.database, tenantId, (tx) =>
    listRuns(tx, tenantId, { ...filter, limit: limit + 1 }),
  );
  const items = rows.slice(0, limit).map(runSummaryOf);
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
  const look = () => inTenant(gateway.database, tenantId, (tx) => runViewOf(tx, tenantId, id));
  return awaitChange({ tenantId, asker, look, stateOf, waitSeconds: wait, signal }, gateway);
}

const stateOf = ({ status, steps }: RunView): string | null =>
  hasRunEnded(status) ? null : `${status} ${steps.map((step) => `${step.status}${step.attempt}`).join()}`;
