import { type TenantTransaction, inTenant } from "@/db/client";
import { readActionRow } from "@/db/queries/actions/actions";
import { listPlans, listReached } from "@/db/queries/messages/routing";
import type { ReachView } from "@/lib/contract/settings/routing";
import { type Person, mayAdminister } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { isoOf } from "@/lib/core/values/time";
import { type Gateway, getGateway } from "@/lib/gateway/context";

/** Lists the people that an action's messages reached, with time, channel and reason, and why others got none. @throws AppError not_found 404. */
export async function readActionReach(
  person: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<ReachView> {
  return inTenant(gateway.database, person.tenantId, async (tx) => {
    if (!(await readActionRow(tx, person.tenantId, id)))
      throw new AppError("not_found", "There is no such action.");
    return reachOf(tx, person, { interactionId: null, actionId: id });
  });
}

/** Reads the messages and the last plan of a subject. */
export async function reachOf(
  tx: TenantTransaction,
  { tenantId, role }: Person,
  subject: { interactionId: number | null; actionId: number | null },
): Promise<ReachView> {
  const messages = await listReached(tx, tenantId, subject);
  const plans = await listPlans(tx, tenantId, subject);
  const plan = plans.find(({ outcome }) => outcome === null);
  const reached = new Set(messages.map(({ userId, outcome }) => `${userId}/${outcome}`));
  return {
    rule: plan?.rule ?? null,
    planned_at: isoOf(plan?.plannedAt ?? null),
    reached: messages.map(({ name, kind, outcome, state, why, problem, ...times }) => ({
      name,
      channel: kind,
      outcome,
      state,
      reached_at: isoOf(times.reachedAt),
      due_at: isoOf(times.dueAt),
      returned_at: isoOf(times.returnedAt),
      reported_at: isoOf(times.reportedAt),
      why,
      problem: mayAdminister(role) ? problem : null,
    })),
    others: plans.flatMap(({ outcome, people }) =>
      people
        .filter(({ user_id: userId }) => !reached.has(`${userId}/${outcome}`))
        .map(({ name, why }) => ({ name, outcome, why })),
    ),
  };
}
