import { type TenantTransaction, inTenant } from "@/db/client";
import { findRouting, listNamedMembers, publishRouting as publish } from "@/db/queries/messages/routing";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import type { PublishRouting, Routing, RoutingRule } from "@/lib/contract/settings/routing";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { AppError } from "@/lib/core/errors";
import { isoOf } from "@/lib/core/values/time";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";

/** The rules in force, and whom they can name. @throws AppError not_allowed 403. */
export async function readRouting(person: Person, gateway: Gateway = getGateway()): Promise<Routing> {
  requireRole(person, "admin", "Reading the rules of who is told");
  return inTenant(gateway.database, person.tenantId, (tx) => routingIn(tx, person.tenantId));
}

/**
 * Puts rules in force from the next look on; what was sent is not taken back. They choose who is told, never who decides, so that they
 * need no step-up. @throws AppError not_allowed 403; changed 412 where somebody published since; validation_failed 422 for a person
 *   who is no member.
 */
export async function publishRouting(
  person: Person,
  { base_version: base, rules, note }: PublishRouting,
  gateway: Gateway = getGateway(),
): Promise<Routing> {
  requireRole(person, "admin", "Changing the rules of who is told");
  const { tenantId, name: byLabel } = person;
  const routing = await inTenant(gateway.database, tenantId, async (tx) => {
    await refuseStrangers(tx, tenantId, rules);
    const current = (await findRouting(tx, tenantId))?.version ?? 0;
    const version = base + 1;
    if (current !== base || (await publish(tx, tenantId, { version, rules, note, byLabel })) === 0)
      throw new AppError(
        "changed",
        "Somebody published other rules meanwhile: read them, and publish again.",
      );
    await appendEvent(tx, {
      ...byPerson(person),
      entityType: "routing",
      entityId: tenantId,
      type: "routing.published",
      details: { version, rules: rules.length, note, user_id: person.userId },
    });
    return routingIn(tx, tenantId);
  });
  afterCommit(gateway, tenantId);
  return routing;
}

async function routingIn(tx: TenantTransaction, tenantId: number): Promise<Routing> {
  const row = await findRouting(tx, tenantId);
  const people = await listNamedMembers(tx, tenantId);
  return {
    version: row?.version ?? 0,
    rules: (row?.rules ?? []).map((rule) => ({ digest: false, ...rule })) as RoutingRule[],
    note: row?.note ?? null,
    published_by: row?.publishedByLabel ?? null,
    published_at: isoOf(row?.publishedAt ?? null),
    people: people.map(({ userId, name, email, role }) => ({ user_id: userId, name, email, role })),
  };
}

/** Names the place of each person who is no member. */
async function refuseStrangers(
  tx: TenantTransaction,
  tenantId: number,
  rules: readonly RoutingRule[],
): Promise<void> {
  const members = new Set((await listNamedMembers(tx, tenantId)).map(({ userId }) => userId));
  const issues = rules.flatMap(({ tell, escalate }, place) =>
    [
      ...tell.map((one, n) => ({ one, path: `rules.${place}.tell.${n}` })),
      ...(escalate?.tell ?? []).map((one, n) => ({ one, path: `rules.${place}.escalate.tell.${n}` })),
    ]
      .filter(({ one }) => "user_id" in one && !members.has(one.user_id))
      .map(({ path }) => ({ path: `${path}.user_id`, message: "must be a member of the company" })),
  );
  if (issues.length > 0)
    throw new AppError("validation_failed", "These rules name somebody who is no member.", { issues });
}
