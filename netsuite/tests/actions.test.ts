import { describe, expect, it } from "vitest";
import { RESTLET_ACTION_TYPES } from "@/lib/action-types/registry";
import { compareReadback } from "@/lib/destinations/requests";
import { useAccount } from "../testing/use-account";
import { EXAMPLE_PAYLOADS as payloads } from "@/lib/action-types/payload/examples";

const account = useAccount();

describe.each(RESTLET_ACTION_TYPES)("%s", (actionType) => {
  it("reads, writes once, reads back what was approved, and a probe finds it", async () => {
    const payload = payloads[actionType];
    expect(await account.probe(payload, "cs-1-1")).toMatchObject({ class: "not_found" });
    expect(await account.read(payload)).toMatchObject({ class: "read" });

    const written = await account.write(payload, "cs-1-1");
    expect(written).toMatchObject({ class: "applied", duplicate: false });
    if (written.class !== "applied") return;
    expect(compareReadback(payload, written.readback).every((line) => line.matches)).toBe(true);
    // NetSuite keeps no time of a BOM revision's last change.
    if (actionType === "bom_change") expect(written.committedAt).toBeNull();
    else expect(Date.parse(written.committedAt ?? "")).not.toBeNaN();

    expect(await account.probe(payload, "cs-1-1")).toMatchObject({
      class: "applied",
      record: { id: written.record.id },
    });
    expect(await account.commits("cs-1-1")).toHaveLength(1);
  });

  it("delivered again with the same key, it answers as before and writes nothing", async () => {
    const first = await account.write(payloads[actionType], "cs-1-1");
    const second = await account.write(payloads[actionType], "cs-1-1");
    expect(second).toEqual({ ...first, duplicate: true });
    expect(await account.commits("cs-1-1")).toHaveLength(1);
  });
});

describe("where each write lands", () => {
  it("a bid price stands in the customer's item pricing, other prices untouched", async () => {
    await account.write(payloads.bid_price_update, "k");
    expect(await account.look("bid_price", "B5875:10472")).toMatchObject({ price: "1.48", level: "-1" });
    expect((await account.commits("k"))[0]?.changes).toEqual([
      { field: "itempricing[0].price", from: "1.42", to: "1.48" },
    ]);
  });
  it("an order line's rate moves the order's total", async () => {
    const before = await account.look("salesorder", "SO-22984");
    await account.write(payloads.sales_order_line_price, "k");
    const after = await account.look("salesorder", "SO-22984");
    expect(await account.look("order_line", "SO-22984:2298401")).toMatchObject({
      rate: "30.9",
      amount: "741.6",
    });
    expect(Number(before.total) - Number(after.total)).toBeCloseTo(14.4, 8);
  });
  it("an order line is found by item where no key is given", async () => {
    const payload = { ...payloads.sales_order_line_price, context: { item: "10501" } };
    expect(await account.write(payload, "k")).toMatchObject({ class: "applied" });
  });
  it("an order line named by neither key nor item, among several, is refused", async () => {
    const payload = { ...payloads.sales_order_line_price, context: {} };
    expect(await account.write(payload, "k")).toMatchObject({ class: "terminal", code: "AMBIGUOUS_TARGET" });
  });
  it("an adjustment is a record of its own and moves the stock", async () => {
    const written = await account.write(payloads.inventory_adjustment, "cs-1-7");
    expect(written).toMatchObject({ class: "applied", record: { type: "inventoryadjustment" } });
    expect(await account.look("on_hand", "10521:Dallas DC")).toMatchObject({ quantityonhand: "210" });
    expect(await account.look("inventoryadjustment", "cs-1-7")).toMatchObject({
      memo: "Cold chain break",
      adjlocation: "1",
    });
  });
  it("revoking credit leaves no limit and holds orders", async () => {
    await account.write(payloads.customer_credit_revoke, "k");
    expect(await account.look("customer", "Halvorsen Markets")).toMatchObject({
      creditlimit: "0",
      creditholdoverride: "ON",
    });
  });
  it("a note hangs on its customer, an attachment on its order", async () => {
    await account.write(payloads.ar_note, "cs-1-8");
    await account.write(payloads.note_attachment, "cs-1-9");
    const customer = await account.look("customer", "Coastal Pantry");
    const order = await account.look("salesorder", "SO-22984");
    expect(await account.look("note", "cs-1-8")).toMatchObject({
      entity: customer.id,
      title: "Call with accounts payable",
    });
    expect(await account.look("note", "cs-1-9")).toMatchObject({ transaction: order.id });
  });
});

describe("the facts a tier weighs", () => {
  it("for a bid price: value, volume, cost and the customer's share", async () => {
    expect(await account.read(payloads.bid_price_update)).toMatchObject({
      values: [{ field: "price", value: "1.42" }],
      facts: {
        currency: "USD",
        customer_name: "Driscoll's",
        customer_share_percent: "36.4",
        unit_volume_year: "9000",
        unit_cost: "0.98",
        last_modified_by: "System",
      },
    });
  });
  it("for credit: the limit and what is on order", async () => {
    expect(await account.read(payloads.customer_credit_revoke)).toMatchObject({
      values: [
        { field: "creditlimit", value: "120000" },
        { field: "creditholdoverride", value: "AUTO" },
      ],
      facts: { open_orders_cents: 4_821_000, credit_limit_cents: 12_000_000 },
    });
  });
  it("for an order line: quantity and the order's total", async () => {
    expect(await account.read(payloads.sales_order_line_price)).toMatchObject({
      values: [{ field: "rate", value: "31.5" }],
      facts: {
        order_quantity: "24",
        order_total_cents: 129_020,
        customer_name: "Riverbend Foods",
        currency: "USD",
      },
    });
  });
  it("for an adjustment: stock and cost at that location", async () => {
    expect(await account.read(payloads.inventory_adjustment)).toMatchObject({
      values: [{ field: "adjustqtyby", value: "360" }],
      facts: { on_hand: "360", unit_cost: "41.2", currency: "USD" },
    });
  });
  it("the user who changed the record last is named", async () => {
    await account.edit("customer", "Coastal Pantry", { comments: "Called." });
    expect(await account.read(payloads.customer_credit_limit)).toMatchObject({
      facts: { last_modified_by: "Morgan Ellis" },
    });
  });
});

describe("requests no retry can help", () => {
  const write = { v: 1, op: "write", target: {}, changes: [{ field: "price", to: "1" }] };
  const keyed = { ...write, action_key: "k", payload_hash: "h" };
  const creditLimit = [{ field: "creditlimit", to: "1" }];
  it.each([
    ["another version", { v: 2 }, "UNKNOWN_VERSION"],
    ["an unknown operation", { ...keyed, op: "erase", changes: [{}] }, "UNKNOWN_OPERATION"],
    ["no changes", { ...keyed, changes: undefined }, "MALFORMED_REQUEST"],
    ["no key", write, "MALFORMED_REQUEST"],
    [
      "a field the action type does not change",
      { ...keyed, action_type: "ar_note", changes: creditLimit },
      "UNKNOWN_FIELD",
    ],
    ["an action type nobody knows", { ...keyed, action_type: "constructor" }, "UNKNOWN_ACTION_TYPE"],
  ])("%s is terminal", async (_name, body, code) => {
    const verdict = await account.client.write(body as never);
    expect(verdict).toMatchObject({ class: "terminal", code });
  });
  it("a bid that is not the customer's is refused", async () => {
    const payload = {
      ...payloads.bid_price_update,
      context: { bid_id: "B5875", customer: "Coastal Pantry" },
    };
    expect(await account.write(payload, "k")).toMatchObject({
      class: "terminal",
      code: "BID_OF_OTHER_CUSTOMER",
    });
  });
  it("a price with more digits than NetSuite's numbers hold is refused, not rounded", async () => {
    const payload = {
      ...payloads.bid_price_update,
      changes: [{ field: "price", to: "997715.5426031737" }],
    };
    expect(await account.write(payload, "k")).toMatchObject({ class: "terminal", code: "PRECISION_LOST" });
    expect(await account.commits("k")).toHaveLength(0);
  });
});
