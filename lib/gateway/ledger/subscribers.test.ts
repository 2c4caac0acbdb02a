import { describe, expect, test } from "vitest";
import { eventNamed } from "@/inngest/events";
import type { Person } from "@/lib/core/access/principal";
import { readCacheVersions } from "@/lib/gateway/read/state/read-cache-versions";
import { readSubscribers } from "@/lib/gateway/read/state/read-subscribers";
import { proposeAndApprove, workThrough } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { lineStatuses, priceRoll, rollLines, widenAssortment } from "@/lib/gateway/testing/rolls";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { SUBSCRIBERS } from "@/lib/subscribers";
import { cacheInvalidation } from "@/lib/subscribers/cache-invalidation";
import { customerHealth } from "@/lib/subscribers/customer-health";
import type { Subscriber } from "@/lib/subscribers/subscriber";
import { notifySubscriber } from "./notify-subscriber";

const world = await useWorld();
const notify = (subscriber: Subscriber, actionId: number) =>
  notifySubscriber(subscriber, world.tenantId, actionId, world.gateway);
const invalidation = {
  action_type: "cache_invalidation",
  entity_type: "cache",
  entity_ref: "price-book",
};
const shownOf = async ({ id }: Subscriber) =>
  (await readSubscribers(world.approver, world.gateway)).items.find((one) => one.id === id)!;
const versions = async () => {
  const { items } = await readCacheVersions(world.approver, { limit: 200 }, world.gateway);
  return Object.fromEntries(items.map(({ name, version }) => [name, version]));
};

test.each(SUBSCRIBERS)("$id follows an event that we send", ({ event }) => {
  expect(eventNamed(event).name).toBe(event);
});

test("the customer-health watcher keeps an approved change of a customer once, before it is written", async () => {
  const { id } = await proposeAndApprove(world, proposals.creditLimit(61_000));
  expect(await notify(customerHealth, id)).toMatch(/^Kept for /);
  expect(await notify(customerHealth, id)).toBeNull();
  const rows = await world.owner`SELECT approved_at FROM customer_watch WHERE action_id = ${id}`;
  expect(rows).toHaveLength(1);
  expect(await shownOf(customerHealth)).toMatchObject({
    handled: 1,
    concerned: 1,
    latest: [{ action_id: id, outcome: expect.stringContaining("Kept for") }],
  });
});

test("an applied write raises the cache of its record once, however often its event comes, also at the same time", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.bidPrice("1.43"));
  expect(await world.push(pushId)).toEqual({ outcome: "applied" });
  const outcomes = await Promise.all([1, 2, 3].map(() => notify(cacheInvalidation, id)));
  const [name] = outcomes.flatMap((outcome) => outcome?.replace("Raised ", "") ?? []);
  expect(outcomes.filter((outcome) => outcome !== null)).toHaveLength(1);
  expect((await versions())[name!]).toBe(1);
  const again = await proposeAndApprove(world, proposals.bidPrice("1.44", "1.43"));
  await world.push(again.pushId);
  await notify(cacheInvalidation, again.id);
  expect((await versions())[name!]).toBe(2);
  expect((await shownOf(cacheInvalidation)).latest.map((one) => one.action_id)).toEqual([again.id, id]);
});

test("a roll raises the cache of each record that was written, and an action that stays with us none", async () => {
  await widenAssortment(world.account);
  const { id } = await proposeAndApprove(world, priceRoll(rollLines(3)));
  await workThrough(world, id);
  expect(await lineStatuses(world, id)).toEqual({ applied: 3 });
  expect(await notify(cacheInvalidation, id)).toMatch(/^Raised record:.* and 2 more$/);
  const before = await versions();
  const note = await proposeAndApprove(world, invalidation);
  await world.push(note.pushId);
  expect(await notify(cacheInvalidation, note.id)).toBeNull();
  expect(await versions()).toEqual({ ...before, "price-book": 1 });
  expect(await shownOf(cacheInvalidation)).toMatchObject({ handled: 4, concerned: 3 });
});

const storedFactsOf = async (actionId: number) => {
  const [row] = await world.owner<
    { facts: { lines: { customer: string; impact_cents: number | null }[] } }[]
  >`
    SELECT facts_json AS facts FROM proposed_actions WHERE id = ${actionId}`;
  return row!;
};
const watchedFor = (actionId: number) =>
  world.owner<{ customer_ref: string; impact_cents: number | null }[]>`
    SELECT customer_ref, impact_cents FROM customer_watch WHERE action_id = ${actionId} ORDER BY customer_ref`;

test("the customer-health watcher keeps an approved roll once for each of its customers, each with its own worth", async () => {
  await widenAssortment(world.account);
  const { id } = await proposeAndApprove(world, priceRoll(rollLines(14)));
  expect(await notify(customerHealth, id)).toMatch(/^Kept for .* and 11 more$/);
  const kept = await watchedFor(id);
  expect(new Set(kept.map((row) => row.customer_ref)).size).toBe(12);
  const { facts } = await storedFactsOf(id);
  for (const { customer_ref, impact_cents } of kept) {
    const own = facts.lines.filter(({ customer }) => customer === customer_ref);
    expect({ customer_ref, impact_cents }).toEqual({
      customer_ref,
      impact_cents: own.some((line) => line.impact_cents === null)
        ? null
        : own.reduce((sum, line) => sum + Math.abs(line.impact_cents!), 0),
    });
  }
});

test("the customer-health watcher keeps an approved change of a customer that could not be read, by the name that was proposed", async () => {
  const inputs = [
    proposals.creditLimit(61_500, { entity_ref: "Riverbend Foods" }),
    proposals.bidPrice("1.45"),
    priceRoll(rollLines(3)),
  ];
  const customers = [];
  for (const input of inputs) {
    await world.account.fault("service_unavailable", { op: "read" });
    const { id } = await proposeAndApprove(world, input);
    await notify(customerHealth, id);
    customers.push((await watchedFor(id)).map((row) => row.customer_ref));
  }
  expect(customers[0]).toEqual(["Riverbend Foods"]);
  expect(customers[1]).toEqual(["Driscoll's"]);
  expect(customers[2]).toEqual(
    rollLines(3)
      .map(({ context }) => context.customer)
      .toSorted(),
  );
});

test("the customer-health watcher keeps nothing for a change that concerns no customer", async () => {
  const { id } = await proposeAndApprove(world, invalidation);
  expect(await notify(customerHealth, id)).toBeNull();
  expect(await watchedFor(id)).toEqual([]);
});

describe("somebody from whom content is hidden", () => {
  const shownTo = async (person: Person) => {
    const { items, redacted } = await readSubscribers(person, world.gateway);
    return { redacted, outcomes: new Set(items.flatMap(({ latest }) => latest.map((one) => one.outcome))) };
  };

  test("learns no customer and no record from what subscribers did, and still which actions they followed", async () => {
    const { id } = await proposeAndApprove(world, proposals.creditLimit(62_000));
    expect(await notify(customerHealth, id)).toMatch(/^Kept for /);
    expect(await shownTo(world.viewer)).toEqual({ redacted: true, outcomes: new Set([null]) });
    const { items } = await readSubscribers(world.viewer, world.gateway);
    expect(items.flatMap(({ latest }) => latest).map((one) => one.action_id)).toContain(id);
    expect((await shownTo(world.approver)).outcomes).not.toContain(null);
  });

  test("learns the name of no cache: not from the rows, not from their order, not from a cursor", async () => {
    const all = await readCacheVersions(world.approver, { limit: 200 }, world.gateway);
    expect(all.items.some(({ name }) => name!.startsWith("record:"))).toBe(true);
    const seen = [];
    let cursor: string | undefined;
    do {
      const page = await readCacheVersions(world.viewer, { cursor, limit: 2 }, world.gateway);
      for (const { name } of all.items) expect(JSON.stringify(page)).not.toContain(name);
      seen.push(...page.items);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    const sorted = (items: { action_id: number; version: number }[]) =>
      items.map((one) => `${one.action_id} ${one.version}`).toSorted();
    expect(sorted(seen)).toEqual(sorted(all.items));
    const times = seen.map((one) => one.invalidated_at);
    expect(times).toEqual(times.toSorted().toReversed());
    const from = async (start?: string) =>
      (await readCacheVersions(world.viewer, { cursor: start, limit: 200 }, world.gateway)).items;
    for (const { name } of all.items) expect(await from(name!)).toEqual(await from());
  });
});
