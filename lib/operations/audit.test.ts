import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { appendEvent, listTenantEvents } from "@/db/queries/ledger/events";
import type { AuditCheckpoint, CheckpointList, EventList } from "@/lib/contract/monitoring/audit";
import { bodyOf } from "@/lib/core/ledger/checkpoint";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { proposals } from "@/lib/gateway/testing/proposals";
import { pastEveryGuard } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { call, installWorld, tokenOf } from "./testing/over-http";

const world = await useWorld();
installWorld(world);
const token = await tokenOf(world, world.admin);
const { database } = world.db;

async function get<T>(path: string): Promise<T> {
  const { status, body } = await call(path, { method: "GET", token });
  expect(status).toBe(200);
  return body as T;
}

/** Events on one subject, oldest first, each by this actor and at this time. */
async function appendAt(
  entityId: number,
  events: readonly (readonly [type: string, actor: string, at: string])[],
  tenantId = world.tenantId,
) {
  await inTenant(database, tenantId, async (tx) => {
    for (const [type, actorLabel] of events)
      await appendEvent(tx, {
        tenantId,
        entityType: "test_subject",
        entityId,
        type,
        actorKind: "person",
        actorLabel,
        details: {},
      });
  });
  await pastEveryGuard(world.superuser, async (tx) => {
    for (const [index, [, , at]] of events.entries())
      await tx`UPDATE events SET occurred_at = ${at}::timestamptz WHERE tenant_id = ${tenantId}
        AND entity_type = 'test_subject' AND entity_id = ${entityId} AND seq = ${index + 1}`;
  });
}
const typesOf = async (query: Record<string, string>) =>
  (await get<EventList>(`/api/audit/events?${new URLSearchParams(query)}`)).items.map(({ type }) => type);

test("events are asked for by the whole name of whoever caused them, and by no part of it", async () => {
  const at = "2026-03-02T12:00:00Z";
  await appendAt(1, [
    ["test.one", "Ada Berg", at],
    ["test.two", "Ada Bergman", at],
    ["test.three", "Ada Berg", at],
  ]);
  const other = await world.addTenant();
  await appendAt(1, [["test.elsewhere", "Ada Berg", at]], other.tenantId);
  expect(await typesOf({ actor: "Ada Berg" })).toEqual(["test.three", "test.one"]);
  expect(await typesOf({ actor: "Ada Bergman" })).toEqual(["test.two"]);
  for (const actor of ["Ada", "ada berg", "Ada Berg%"]) expect(await typesOf({ actor }), actor).toEqual([]);
  expect(await typesOf({ actor: "Ada Berg", type: "test.one" })).toEqual(["test.one"]);
});

test("events are asked for by days, UTC, each from its first moment to its last", async () => {
  await appendAt(2, [
    ["test.before", "Ana", "2026-03-01T23:59:59.999999Z"],
    ["test.first", "Ana", "2026-03-02T00:00:00Z"],
    ["test.last", "Ana", "2026-03-02T23:59:59.999999Z"],
    ["test.after", "Ana", "2026-03-03T00:00:00Z"],
  ]);
  const ofDays = (days: Record<string, string>) =>
    typesOf({ subject: "test_subject", subject_id: "2", ...days });
  expect(await ofDays({ from: "2026-03-02", to: "2026-03-02" })).toEqual(["test.last", "test.first"]);
  expect(await ofDays({ from: "2026-03-02" })).toEqual(["test.after", "test.last", "test.first"]);
  expect(await ofDays({ to: "2026-03-02" })).toEqual(["test.last", "test.first", "test.before"]);
  expect(await ofDays({ from: "2026-03-01", to: "2026-03-03" })).toHaveLength(4);
  expect(await ofDays({ from: "2026-03-03", to: "2026-03-02" })).toEqual([]);
  const elsewhere = await inTenant(database, world.tenantId, async (tx) => {
    await tx.execute(sql`SET LOCAL timezone = 'America/Chicago'`);
    const days = { from: "2026-03-02", to: "2026-03-02" };
    return listTenantEvents(tx, world.tenantId, {
      subject: "test_subject",
      subject_id: 2,
      ...days,
      limit: 9,
    });
  });
  expect(elsewhere.map(({ eventType }) => eventType)).toEqual(["test.last", "test.first"]);
});

test("checkpoints come newest first, page by page, with how many of their events lack the app's seal", async () => {
  const { owner, tenantId } = world;
  const elsewhere = await (await world.addTenant()).agent("elsewhere");
  const propose = async () => {
    await world.propose(proposals.arNote(), elsewhere);
    return (await world.propose(proposals.arNote())).proposal.id;
  };
  await propose();
  await owner`UPDATE unsealed_events SET predates_seals = true WHERE tenant_id = ${tenantId}`;
  await sealLedger(world.gateway);
  const id = await propose();
  await sealLedger(world.gateway);
  await propose();
  for (const type of ["hitl.extended", "hitl.cancelled"])
    await inTenant(database, tenantId, (tx) =>
      tx.execute(
        sql`SELECT append_event(${tenantId}, 'proposed_action', ${id}, ${type}, 'person', 'Ana', '{}')`,
      ),
    );
  await sealLedger(world.gateway);

  const page = (query: string) => get<CheckpointList>(`/api/audit/checkpoints?${query}`);
  const newest = await page("limit=2");
  expect(newest.items).toMatchObject([
    { seq: 3, events: 3, unsealed: 2 },
    { seq: 2, events: 1, unsealed: 0 },
  ]);
  expect(newest.next_cursor).toBe(2);
  const oldest = await page(`limit=2&cursor=${newest.next_cursor}`);
  expect(oldest).toMatchObject({ items: [{ seq: 1, unsealed: null }], next_cursor: null });
  const all = await page("limit=3");
  expect(all).toEqual({ items: [...newest.items, ...oldest.items], next_cursor: null });
  const before = (one: AuditCheckpoint) => bodyOf(one).prev_hash;
  expect(all.items.map(before)).toEqual([...all.items.slice(1).map(({ hash }) => hash), ""]);
});
