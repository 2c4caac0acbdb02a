import { expect, test } from "vitest";
import { WEBHOOK_EVENT_NAMES } from "@/lib/core/webhook/webhook";
import { expireActions } from "@/lib/gateway/decide/expire-actions";
import { fillBusyTenant } from "@/lib/gateway/testing/load/busy-tenant";
import { proposals } from "@/lib/gateway/testing/proposals";
import { runOut } from "@/lib/gateway/testing/race";
import { useWebhooks } from "./testing/use-webhooks";

/** A company in which everything happens that can happen to an action: each change of status is one webhook, in the order of its seq. */

const hooks = await useWebhooks();
const { world, owner, tenantId, create } = hooks;

test("every change of an action's status is announced once, in its order, and nothing is where no endpoint is enabled", async () => {
  await world.propose(proposals.arNote());
  expect(await owner`SELECT FROM webhook_deliveries`).toHaveLength(0);
  expect(await owner`SELECT FROM outbox WHERE event_name = 'webhooks.wake'`).toHaveLength(0);

  const mine = await create(WEBHOOK_EVENT_NAMES);
  const happened = await fillBusyTenant(world);
  const { proposal: late } = await world.propose(proposals.arNote({ expires_in_seconds: 600 }));
  await runOut(world.superuser, late.id);
  await expireActions(hooks.gateway);

  const rows = await owner<{ type: string; id: number; status: string; action: number | null }[]>`
    SELECT event_type AS type, subject_id AS id, subject_status AS status, action_id AS action FROM webhook_deliveries
    WHERE endpoint_id = ${mine.id} ORDER BY seq`;
  const eventsOf = (id: number) =>
    rows
      .filter((row) => (row.type.startsWith("push.") ? row.action === id : row.id === id))
      .map(({ type, status }) => `${type} ${status}`);
  const approved = ["proposal.created pending", "proposal.approved approved"];
  expect(eventsOf(happened.applied.id)).toEqual([...approved, "proposal.applied applied"]);
  expect(eventsOf(happened.rejected.id)).toEqual(["proposal.created pending", "proposal.rejected rejected"]);
  expect(eventsOf(happened.edited.id)).toEqual([
    "proposal.created pending",
    "proposal.superseded superseded",
  ]);
  expect(eventsOf(happened.withdrawn.id)).toEqual([
    "proposal.created pending",
    "proposal.withdrawn cancelled",
  ]);
  expect(eventsOf(happened.cancelled.id)).toEqual([...approved, "proposal.withdrawn cancelled"]);
  expect(eventsOf(happened.dead.id)).toEqual([...approved, "push.dead dead"]);
  expect(eventsOf(happened.unknown.id)).toEqual([...approved, "push.unknown unknown"]);
  expect(eventsOf(happened.auto.id)).toEqual(approved);
  expect(eventsOf(late.id)).toEqual(["proposal.created pending", "proposal.expired expired"]);
  // A receiver that keeps the newest by its seq knows each action's status.
  const latest = new Map(
    rows.filter(({ type }) => type.startsWith("proposal.")).map((row) => [row.id, row.status]),
  );
  const now = await owner<{ id: number; status: string }[]>`
    SELECT id, status FROM proposed_actions WHERE tenant_id = ${tenantId} AND id = ANY (${[...latest.keys()]})`;
  for (const { id, status } of now) expect(latest.get(id), `action ${id}`).toBe(status);
  expect(now.length).toBeGreaterThan(15);
});
