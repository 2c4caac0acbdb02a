import { inTenant } from "@/db/client";
import { nextDueAt, sweepInteractions as sweepRows } from "@/db/queries/interactions/sweep";
import { listTenantIds } from "@/db/queries/people/tenants";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { sumOverTenants } from "@/lib/gateway/each-tenant";
import { judgeClassifier } from "./classify/judge-classifier";

const PER_CALL_MAX = 500;
const CALLS_PER_TENANT_MAX = 20;

/**
 * Ends questions whose time is over, asks the next responder where nobody answered, and marks those of which people are told
 * again. No answer depends on it: each looks at the time itself. Returns the number of changes.
 */
export async function sweepInteractions(gateway: Gateway = getGateway()): Promise<number> {
  const failure = "The questions of one tenant were not swept; the others go on";
  return sumOverTenants(gateway, failure, (tenantId) => sweepTenant(tenantId, gateway));
}

async function sweepTenant(tenantId: number, gateway: Gateway): Promise<number> {
  let changes = 0;
  for (let call = 0; call < CALLS_PER_TENANT_MAX; call += 1) {
    const page = { now: gateway.clock.now(), limit: PER_CALL_MAX };
    const { timedOut, escalated, reminded } = await sweepRows(gateway.database, tenantId, page);
    const most = Math.max(timedOut, escalated, reminded);
    changes += timedOut + escalated + reminded;
    if (most > 0) afterCommit(gateway, tenantId);
    if (most < PER_CALL_MAX) break;
  }
  // Its failures grow old without another reply.
  await judgeClassifier(tenantId, gateway);
  return changes;
}

/** When the next question of any tenant ends or goes on to the next person, beside the time now, both in milliseconds. Null: none does. */
export async function nextQuestionDue(
  gateway: Gateway = getGateway(),
): Promise<{ at: number; dueAt: number | null }> {
  const { database, clock } = gateway;
  let dueAt: number | null = null;
  for (const tenantId of await listTenantIds(database)) {
    const next = await inTenant(database, tenantId, (tx) => nextDueAt(tx, tenantId));
    if (next !== null) dueAt = Math.min(dueAt ?? Infinity, Date.parse(next));
  }
  return { at: clock.now().getTime(), dueAt };
}
