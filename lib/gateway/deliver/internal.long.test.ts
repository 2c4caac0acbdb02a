import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { markEmailDraft, readEmailDrafts } from "./email-drafts";
import type { SwitchName } from "@/lib/core/kill-switch";
import { readCacheVersions } from "@/lib/gateway/read/state/read-cache-versions";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { internalWritesOf } from "@/lib/gateway/testing/internal-faults";
import { expectRefusal, refusalOf } from "@/lib/gateway/testing/race";
import { type World, openWorld } from "@/lib/gateway/testing/world";

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const draft = (more: Record<string, unknown> = {}) => ({
  action_type: "email_draft",
  entity_type: "customer",
  entity_ref: "Coastal Pantry",
  changes: [
    { field: "to", to: "orders@coastal.example" },
    { field: "subject", to: "Your credit limit" },
    { field: "body", to: "We have raised your limit.\nKind regards" },
  ],
  ...more,
});
const invalidation = (name = "price-book") => ({
  action_type: "cache_invalidation",
  entity_type: "cache",
  entity_ref: name,
});
const halt = (name: SwitchName) =>
  flipSwitch(world.owner, world.admin, { name, engaged: true, reason: "Stop" }, world.gateway);
const types = { email_draft: draft, cache_invalidation: invalidation } as const;
const push = (id: number) => world.push(id);

describe.each(Object.keys(types) as (keyof typeof types)[])("%s", (type) => {
  test("goes from proposed to applied and verified at L1, without NetSuite", async () => {
    const { id, pushId, risk_level } = await proposeAndApprove(world, types[type]());
    expect(risk_level).toBe(1);
    await world.account.simulator.stop();
    expect(await push(pushId)).toEqual({ outcome: "applied" });
    expect(await internalWritesOf(world, id)).toBe(1);
    const [row] = await world.owner`
      SELECT p.destination, p.verification, m.verification AS mirror FROM ns_pending_pushes p
      JOIN proposed_actions_applied_mirror m ON m.action_id = p.action_id WHERE p.id = ${pushId}`;
    expect(row).toEqual({ destination: "internal", verification: "verified", mirror: "verified" });
  });

  test("passes a halted lane and ns_writes, and waits behind proposed_apply", async () => {
    const first = await proposeAndApprove(world, types[type]());
    await world.owner`UPDATE push_lanes SET state = 'halted', code = 'X', halted_at = now(), probe_at = now() + interval '1 hour'`;
    await halt("ns_writes");
    expect(await push(first.pushId)).toEqual({ outcome: "applied" });
    const [lane] = await world.owner`SELECT state FROM push_lanes WHERE tenant_id = ${world.tenantId}`;
    expect(lane!.state).toBe("halted");
    const second = await proposeAndApprove(world, { ...types[type](), reason: "Once more" });
    await halt("proposed_apply");
    expect(await push(second.pushId)).toMatchObject({ outcome: "halted" });
    expect(await internalWritesOf(world, second.id)).toBe(0);
  });
});

test("invalidations of one cache count up, each once, and others are left alone", async () => {
  for (const name of ["price-book", "price-book", "bids", "price-book"]) {
    const { pushId } = await proposeAndApprove(world, invalidation(name));
    await Promise.all([push(pushId), push(pushId)]);
  }
  const { items } = await readCacheVersions(world.approver, { limit: 10 }, world.gateway);
  expect(items.map(({ name, version }) => [name, version])).toEqual([
    ["bids", 1],
    ["price-book", 3],
  ]);
});

test("a draft is read as it was approved, and marked by people who may decide", async () => {
  const { pushId } = await proposeAndApprove(world, draft());
  await push(pushId);
  const { items } = await readEmailDrafts(world.approver, { limit: 10 }, world.gateway);
  expect(items).toMatchObject([
    {
      customer: "Coastal Pantry",
      to: "orders@coastal.example",
      cc: null,
      subject: "Your credit limit",
      body: "We have raised your limit.\nKind regards",
      status: "open",
    },
  ]);
  const change = { id: items[0]!.id, status: "used" } as const;
  await expectRefusal(markEmailDraft(world.viewer, change, world.gateway), "not_allowed");
  expect(await markEmailDraft(world.approver, change, world.gateway)).toMatchObject({
    status: "used",
    changed_by: "Ana",
  });
  const other = await (await world.addTenant()).person("Eve", "admin");
  await expectRefusal(markEmailDraft(other, change, world.gateway), "not_found");
});

test.each<[string, { field: string; to: string }[], string]>([
  ["an address that is none", [{ field: "to", to: "not-an-address" }], "changes[0].to"],
  ["two lines in a subject", [{ field: "subject", to: "a\nBcc: b@c.example" }], "changes[1].to"],
  ["a line break among addresses", [{ field: "to", to: "a@b.example\nBcc: c@d.example" }], "changes[0].to"],
  ["no text", [{ field: "body", to: "" }], "changes[2].to"],
])("a draft with %s is refused, naming it", async (_what, changed, path) => {
  const changes = draft().changes.map((entry) => changed.find(({ field }) => field === entry.field) ?? entry);
  const refusal = await refusalOf(world.propose({ ...draft(), changes }));
  expect(refusal.code).toBe("validation_failed");
  expect(refusal.issues.map((issue) => issue.path)).toContain(path);
});

test("a draft without a subject or an addressee is refused", async () => {
  const [, , body] = draft().changes;
  const refusal = await refusalOf(world.propose({ ...draft(), changes: [body!] }));
  expect(refusal.issues.map(({ message }) => message)).toEqual(["must change subject", "must change to"]);
});
