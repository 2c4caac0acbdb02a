import { beforeEach, describe, expect, test } from "vitest";
import { sqlState } from "@/db/testing/rows";
import { RETENTION_DAYS_MAX, RETENTION_KINDS, RETENTION_MEANINGS } from "@/lib/core/ledger/retention";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { expectRefusal, pastEveryGuard } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { readRetention } from "./read-retention";
import { setRetention } from "./set-retention";

const world = await useWorld();
const { superuser, gateway, viewer } = world;
beforeEach(async () => {
  for (const kind of RETENTION_KINDS)
    await world.owner`UPDATE retention_periods SET days = ${RETENTION_MEANINGS[kind].daysDefault} WHERE kind = ${kind}`;
});

describe("a period", () => {
  test("is there for every tenant, new ones included, with the defaults and limits that the page shows", async () => {
    const { kinds } = await readRetention(viewer, gateway);
    expect(kinds.map(({ kind, days }) => [kind, days])).toEqual(
      RETENTION_KINDS.map((kind) => [kind, RETENTION_MEANINGS[kind].daysDefault]),
    );
    for (const kind of RETENTION_KINDS) {
      const set = (days: number) =>
        sqlState(
          world.owner`UPDATE retention_periods SET days = ${days} WHERE tenant_id = ${world.tenantId} AND kind = ${kind}`,
        );
      const { daysMin } = RETENTION_MEANINGS[kind];
      expect(await set(daysMin), `${kind} at its minimum`).toBeNull();
      expect(await set(daysMin - 1), `${kind} below it`).toBe("23514");
      expect(await set(RETENTION_DAYS_MAX + 1), `${kind} above the maximum`).toBe("23514");
    }
  });

  test.each(["receipts", "idempotency_keys", "events", "decisions", "proposed_actions_applied_mirror"])(
    "cannot be set for %s, which are kept for ever",
    async (kind) => {
      const statement = world.owner`INSERT INTO retention_periods (tenant_id, kind, days) VALUES (${world.tenantId}, ${kind}, 3650)`;
      expect(await sqlState(statement)).toBe("23514");
    },
  );

  test("is changed by administrators with a reason, as an event in a chain that verifies", async () => {
    const change = { kind: "agent_prose", days: 90, reason: "Privacy asked for it" } as const;
    const { kinds } = await setRetention(world.admin, change, gateway);
    expect(kinds.find((one) => one.kind === "agent_prose")).toMatchObject({
      days: 90,
      changed_by: "Adam",
      reason: "Privacy asked for it",
    });
    const eventsOf =
      () => world.owner`SELECT event_type, actor_label, body_text::jsonb -> 'details' AS details FROM events
      WHERE tenant_id = ${world.tenantId} AND entity_type = 'retention_period' ORDER BY seq DESC LIMIT 1`;
    const [event] = await eventsOf();
    expect(event).toMatchObject({
      event_type: "retention.changed",
      actor_label: "Adam",
      details: { kind: "agent_prose", days_before: 365, days: 90, reason: "Privacy asked for it" },
    });
    // The current period: nothing changes and nothing is recorded.
    await setRetention(world.admin, { ...change, reason: "again" }, gateway);
    expect(await eventsOf()).toEqual([event]);
    const { faults } = await verifyLedger(world.admin, { mode: "full" }, gateway);
    expect(faults.filter(({ entity_type: subject }) => subject === "retention_period")).toEqual([]);
  });

  test.each(["viewer", "approver"] as const)("is not a %s's to change", async (role) => {
    const change = { kind: "agent_prose", days: 90, reason: "why not" } as const;
    await expectRefusal(setRetention(world[role], change, gateway), "not_allowed");
  });

  test("below its minimum is refused, naming the field and why", async () => {
    const change = { kind: "sent_outbox", days: 1, reason: "tidy" } as const;
    await expectRefusal(setRetention(world.admin, change, gateway), {
      code: "validation_failed",
      status: 422,
      issues: [{ path: "days" }],
      publicMessage: expect.stringContaining("24 hours"),
    });
  });
});

test("a link that somebody cuts out of the ledger of periods is noticed", async () => {
  const tenant = await world.addTenant();
  const admin = await tenant.person("Tom", "admin");
  await setRetention(admin, { kind: "edit_tokens", days: 7, reason: "short" }, gateway);
  await pastEveryGuard(superuser, (tx) => tx`DELETE FROM events WHERE tenant_id = ${tenant.tenantId}`);
  const { intact, faults } = await verifyLedger(admin, { mode: "full" }, gateway);
  expect({ intact, faults }).toMatchObject({
    intact: false,
    faults: expect.arrayContaining([expect.objectContaining({ entity_type: "retention_period" })]),
  });
});
