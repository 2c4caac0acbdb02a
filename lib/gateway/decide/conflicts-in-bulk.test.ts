import { distributor } from "@countersign/netsuite-simulator/company";
import { expect, test } from "vitest";
import type { ProposalView } from "@/lib/contract/actions/proposal";
import type { Decision } from "@/lib/core/action/proposed-action";
import { traceOf } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { bulkDecide } from "./bulk-decide";
import { conflictsInBulk } from "./conflicts-in-bulk";

const world = await useWorld();
const { approver: ana, admin: adam, gateway } = world;

let agents = 0;
const newAgent = () => world.home.agent(`rival-${(agents += 1)}`);
const prices = distributor.customers.flatMap(({ name, prices: own }) =>
  own.map(({ sku, priceCents }) => ({ customer: name, sku, cents: priceCents })),
);
type Place = (typeof prices)[number];
const price = ({ customer, sku, cents }: Place, more: number) => ({
  entity_ref: sku,
  changes: [{ field: "price", to: String((cents + more) / 100) }],
  context: { customer },
});
const propose = async (input: Record<string, unknown>) =>
  (await world.proposeExactly(input, await newAgent())).proposal;
const proposePrice = (place: Place, more: number) =>
  propose({ action_type: "customer_price_update", entity_type: "item", ...price(place, more) });
const bulk = async (decision: Decision, rows: readonly ProposalView[], person = ana) => {
  const items = rows.map(({ id, payload_hash }) => ({ id, payload_hash }));
  return (await bulkDecide(person, { decision, items }, gateway)).results;
};
const asksForAnother = ({ id }: ProposalView) =>
  `#${id} of the same selection asks for another value of the same record and field: decide it on its own.`;

test("two that ask for different values of one field are not approved in bulk, each names the other, and the rest goes through", async () => {
  const place = prices.pop()!;
  const first = await proposePrice(place, 1);
  // It arrives after a list was shown that has no word of it.
  const second = await proposePrice(place, 2);
  const note = await propose(proposals.arNote());
  const before = [await traceOf(world, first.id), await traceOf(world, second.id)];
  expect(await bulk("approve", [first, note, second])).toMatchObject([
    { id: first.id, outcome: "conflicting", message: asksForAnother(second), decision: null },
    { id: note.id, outcome: "claimed" },
    { id: second.id, outcome: "conflicting", message: asksForAnother(first), decision: null },
  ]);
  expect([await traceOf(world, first.id), await traceOf(world, second.id)]).toEqual(before);
  expect(await bulk("approve", [first])).toMatchObject([{ outcome: "claimed" }]);
});

test("of many that ask for different values three are named and the rest counted", async () => {
  const place = prices.pop()!;
  const rows = [];
  for (let more = 1; more <= 6; more += 1) rows.push(await proposePrice(place, more));
  const [one, two, three] = rows;
  const results = await bulk("approve", rows);
  expect(results.map(({ outcome }) => outcome)).toEqual(rows.map(() => "conflicting"));
  expect(results.at(-1)!.message).toBe(
    `#${one!.id}, #${two!.id}, #${three!.id} and 2 more of the same selection ask for other values of the same record and field: decide it on its own.`,
  );
});

test("they are left out by their payloads: also where the database has forgotten the places, and beside one that no bulk approves", async () => {
  const [place, rolled] = [prices.pop()!, prices.pop()!];
  const [first, second] = [await proposePrice(place, 1), await proposePrice(place, 2)];
  await world.owner`DELETE FROM waiting_values WHERE action_id IN ${world.owner([first.id, second.id])}`;
  const single = await proposePrice(rolled, 1);
  const roll = await propose({
    action_type: "bulk_price_roll",
    entity_type: "price_roll",
    entity_ref: "Roll of the rivals",
    lines: [price(rolled, 2), price(prices.pop()!, 2)],
  });
  const results = await bulk("approve", [first, second, single, roll]);
  expect(results.map(({ message }) => message)).toEqual(
    [second, first, roll, single].map((other) => asksForAnother(other)),
  );
});

test("not one of them is approved by requests at once that name them in any order, in 5 rounds", async () => {
  for (let round = 0; round < 5; round += 1) {
    const place = prices.pop()!;
    const rows = [await proposePrice(place, 1), await proposePrice(place, 2)];
    const requests = [rows, rows.toReversed(), rows, rows.toReversed()].map((some, index) =>
      bulk("approve", some, index % 2 === 0 ? ana : adam),
    );
    const outcomes = (await Promise.all(requests)).flat().map(({ outcome }) => outcome);
    expect(new Set(outcomes)).toEqual(new Set(["conflicting"]));
    for (const { id } of rows) expect(await world.statusOf(id)).toBe("pending");
  }
});

test("where one of them is approved meanwhile, and not written yet, the other is not approved in bulk", async () => {
  const place = prices.pop()!;
  const [first, second] = [await proposePrice(place, 1), await proposePrice(place, 2)];
  const [alone, atOnce] = await Promise.all([
    world.decide(adam, first),
    bulk("approve", [second, first], ana),
  ]);
  expect(alone).toMatchObject({ outcome: "claimed" });
  for (const results of [atOnce, await bulk("approve", [second, first])])
    expect(results[0]).toMatchObject({ outcome: "conflicting", message: asksForAnother(first) });
  expect(await world.statusOf(second.id)).toBe("pending");
});

test("they are rejected in bulk like any other, equal values are no conflict, and one that waits no more is none", async () => {
  const [place, other] = [prices.pop()!, prices.pop()!];
  const equal = [await proposePrice(other, 1), await proposePrice(other, 1)];
  expect((await bulk("approve", equal)).map(({ outcome }) => outcome)).toEqual(["claimed", "claimed"]);
  const [first, second, third] = [
    await proposePrice(place, 1),
    await proposePrice(place, 2),
    await proposePrice(place, 3),
  ];
  expect(await bulk("reject", [first, second])).toMatchObject([
    { outcome: "claimed", status: "rejected" },
    { outcome: "claimed", status: "rejected" },
  ]);
  expect((await bulk("approve", [first, third])).map(({ outcome }) => outcome)).toEqual([
    "already_decided",
    "claimed",
  ]);
});

test("of rolls alone none is looked through, and beside another action others are answered between any two of them", async () => {
  const lines = Array.from({ length: 500 }, (_, index) => ({ entity_ref: `SKU-${index}`, customer: "Any" }));
  const payloadOf = (more: number) => ({
    action_type: "bulk_price_roll",
    entity_type: "price_roll",
    entity_ref: `Roll ${more}`,
    changes: [],
    context: {},
    lines: lines.map(({ entity_ref, customer }) => ({
      entity_ref,
      changes: [{ field: "price", from: "1", to: String(more) }],
      context: { customer },
    })),
  });
  const context = (payload: object) => ({ status: "pending" as const, payloadText: JSON.stringify(payload) });
  const rolls = Array.from({ length: 20 }, (_, index) => [index + 1, context(payloadOf(index + 2))] as const);
  expect(await conflictsInBulk("approve", new Map(rolls))).toEqual(new Map());

  const [line] = payloadOf(1).lines;
  const single = { ...line, action_type: "customer_price_update", entity_type: "item" };
  let answered = 0;
  let isOver = false;
  const count = () => {
    answered += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const found = await conflictsInBulk("approve", new Map([...rolls, [99, context(single)]]));
  isOver = true;
  expect(answered).toBeGreaterThanOrEqual(rolls.length);
  expect([...found.keys()]).toEqual([...rolls.map(([id]) => id), 99]);
});
