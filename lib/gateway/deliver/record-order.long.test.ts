import { afterEach, describe, expect, test } from "vitest";
import { proposeAndApprove, requestsOf } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { priceRoll } from "@/lib/gateway/testing/rolls";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** Writes on one record go one after the other, in the order of their approvals, whatever was known of it at proposal. */

const world = await useWorld();
const found = await world.account.look("customer", "Driscoll's");
afterEach(async () => {
  const { itempricing, creditlimit } = found;
  await world.account.edit("customer", "Driscoll's", { itempricing, creditlimit });
  await world.account.edit("customer", "Coastal Pantry", { creditlimit: 60_000 });
});

type Input = Record<string, unknown>;
interface Approved {
  pushId: number;
  knowsRecord: boolean;
}

/** Blind: NetSuite could not be read when it was proposed, so that it names its record and does not know its id. */
async function approve(input: Input, { blind }: { blind: boolean }): Promise<Approved> {
  const isRoll = input.lines !== undefined;
  if (blind) await world.account.fault("service_unavailable", { op: isRoll ? "read_many" : "read" });
  const { pushId } = await proposeAndApprove(world, input);
  const [row] = await world.owner<{ pinned: boolean }[]>`
    SELECT payload_json #> '{target,record_id}' IS NOT NULL AS pinned FROM ns_pending_pushes WHERE id = ${pushId}`;
  return { pushId, knowsRecord: row!.pinned };
}

const bid = (price: string, context: Input) => proposals.bidPrice(price, "1.42", { context });
const limitOf = (customer: string) => proposals.creditLimit(61_000, { entity_ref: customer });
const limitOfDriscolls = (spelling: string) => ({
  ...proposals.creditLimit(),
  entity_ref: spelling,
  changes: [{ field: "creditlimit", from: found.creditlimit, to: Number(found.creditlimit) + 100 }],
});
const priceOfDriscolls = () => ({
  action_type: "customer_price_update",
  entity_type: "item",
  entity_ref: "10473",
  changes: [{ field: "price", from: "11.40", to: "11.52" }],
  context: { customer: "Driscoll's" },
});

const byBid = { bid_id: "B5875" };
const byBoth = { bid_id: "B5875", customer: "Driscoll's" };
/** No two of them write the same. */
let cents = 0;
const nextPrice = (dollars: number) => (dollars + (cents += 1) / 100).toFixed(2);
const priceOfItem = (sku: string): Input => ({
  action_type: "item_price_update",
  entity_type: "item",
  entity_ref: sku,
  changes: [{ field: "price", from: "1.41", to: "1.45" }],
  context: { price_level: "Wholesale", quantity_break: 25 },
});
const costOfItem = (): Input => ({
  action_type: "vendor_cost_update",
  entity_type: "item",
  entity_ref: "10472",
  changes: [{ field: "purchaseprice", to: nextPrice(0.9) }],
  context: { vendor: "Valley Berry Growers" },
});
const rateOfOrder = (order: string): Input => ({
  action_type: "sales_order_line_price",
  entity_type: "sales_order",
  entity_ref: order,
  changes: [{ field: "rate", from: "31.50", to: "30.90" }],
  context: { line_unique_key: "2298401" },
});
const noteOnOrder = (): Input => proposals.noteAttachment({ entity_ref: "SO-22984" });
const componentOf = (bom: string, change: Input): Input => ({
  action_type: "bom_change",
  entity_type: "bom",
  entity_ref: bom,
  changes: [change],
  context: { component: "10542" },
});
const quantityOf = (bom: string) => componentOf(bom, { field: "bomquantity", from: "0.32", to: "0.34" });
const yieldOf = (bom: string) => componentOf(bom, { field: "componentyield", to: nextPrice(80) });
/** A roll of one line, on a bid of Driscoll's. */
const rollLine = (more: Input): Input =>
  priceRoll([
    { entity_ref: "10472", changes: [{ field: "price", from: "1.42", to: "1.47" }], context: more },
  ] as never);

const pairs: [names: string, unread: Input, read: Input][] = [
  ["the same bid", bid("1.45", byBid), bid("1.46", byBid)],
  ["a bid and its customer's limit", bid("1.45", byBoth), limitOfDriscolls("driscoll's ")],
  ["a customer's limit and a bid", limitOfDriscolls("driscoll's "), bid("1.46", byBid)],
  ["a bid alone and its customer's limit", bid("1.45", byBid), limitOfDriscolls("Driscoll's")],
  ["a bid alone and its customer's price", bid("1.45", byBid), priceOfDriscolls()],
  ["a customer's number and its name", limitOf("C-1003"), limitOf("Coastal Pantry")],
  ["a customer's id and its name", limitOf("704"), limitOf("Coastal Pantry")],
  [
    "a name, and a bid with the customer's id",
    limitOfDriscolls("Driscoll's"),
    bid("1.46", { bid_id: "B5875", customer_id: "701" }),
  ],
  ["an item's price and a vendor's cost of it", priceOfItem(" 10472"), costOfItem()],
  ["an order's rate and a note on it", rateOfOrder("so-22984"), noteOnOrder()],
  ["two changes of one BOM", quantityOf("garden salad mix"), yieldOf("Garden salad mix")],
  ["a roll's line and the limit of its customer", rollLine(byBid), limitOfDriscolls("Driscoll's")],
  ["a customer's limit and a roll's line", limitOfDriscolls("driscoll's "), rollLine(byBoth)],
];

describe.each(pairs)("%s: one could not read its record, the other did", (_, unread, read) => {
  test.each([
    { order: "the unread one first", blindFirst: true },
    { order: "the unread one second", blindFirst: false },
  ])("they keep their turns, $order", async ({ blindFirst }) => {
    const before = await approve(blindFirst ? unread : read, { blind: blindFirst });
    const after = await approve(blindFirst ? read : unread, { blind: !blindFirst });
    expect([before.knowsRecord, after.knowsRecord]).toEqual([!blindFirst, blindFirst]);
    expect(await world.push(after.pushId)).toMatchObject({
      outcome: "waiting_its_turn",
      because: `push ${before.pushId} on the same record goes first`,
    });
    await world.push(before.pushId);
    expect((await world.push(after.pushId)).outcome).not.toBe("waiting_its_turn");
  });
});

test("of two that are leased at once, of which one knows the id and one a name, a single one is sent", async () => {
  const one = await approve(limitOf("C-1003"), { blind: true });
  const other = await approve(limitOf("Coastal Pantry"), { blind: false });
  const outcomes = await Promise.all([world.push(other.pushId), world.push(one.pushId)]);
  expect(outcomes[0]).toMatchObject({ outcome: "waiting_its_turn" });
  expect(outcomes[1].outcome).not.toBe("waiting_its_turn");
  await world.push(other.pushId);
});

test("one that could not read its record holds up its kind of record alone, and then wakes the first of each record", async () => {
  const order = (ref: string) => proposals.noteAttachment({ entity_ref: ref });
  const unread = await approve(limitOf("C-1003"), { blind: true });
  const waiting = [];
  for (const input of [limitOf("Coastal Pantry"), priceOfDriscolls(), limitOfDriscolls("Driscoll's")])
    waiting.push(await approve(input, { blind: false }));
  const elsewhere = await approve(order("SO-22984"), { blind: false });
  expect(await world.push(elsewhere.pushId)).toEqual({ outcome: "applied" });
  for (const { pushId } of waiting)
    expect(await world.push(pushId)).toMatchObject({ outcome: "waiting_its_turn" });
  await world.push(unread.pushId);
  const woken = await Promise.all(
    waiting.map(async ({ pushId }) => (await requestsOf(world, pushId)).length),
  );
  expect(woken).toEqual([2, 2, 1]);
  for (const { pushId } of waiting) await world.push(pushId);
});
