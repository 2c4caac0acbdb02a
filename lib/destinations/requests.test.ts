import { describe, expect, it } from "vitest";
import { findPayloadIssues, withImpliedChanges } from "@/lib/action-types/payload/check-payload";
import { normaliseContext, targetIdentity, targetText } from "@/lib/action-types/payload/target";
import { EXAMPLE_PAYLOADS as examples } from "@/lib/action-types/payload/examples";
import { RESTLET_ACTION_TYPES, actionTypeOf } from "@/lib/action-types/registry";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { buildRead, buildWrite, compareReadback, PayloadError, probeOf } from "./requests";

const identity = { actionKey: "cs-1-8421", payloadHash: "f00d" };
/** The examples in an agent's own words where a type takes several. */
const bid = examples.bid_price_update;
const customerPrice = examples.customer_price_update;
const listPrice = examples.item_price_update;
const vendorCost = examples.vendor_cost_update;
const attachment = examples.note_attachment;
const note = examples.ar_note;
const orderLine: ProposalPayload = {
  ...examples.sales_order_line_price,
  changes: [{ field: "unit_price", from: "31.50", to: "30.90" }],
  context: { line_unique_key: 2298401, item: "10501" },
};
const revoke: ProposalPayload = {
  ...examples.customer_credit_revoke,
  changes: [
    { field: "credit_limit", from: 120000, to: 0 },
    { field: "creditholdoverride", from: "AUTO", to: "ON" },
  ],
};
const adjustment: ProposalPayload = {
  ...examples.inventory_adjustment,
  context: { location: "Dallas DC", reason: "Cold chain break" },
};
const limit: ProposalPayload = {
  ...examples.customer_credit_limit,
  changes: [{ field: "creditlimit", to: 90000 }],
};
const build: ProposalPayload = {
  ...examples.assembly_build,
  changes: [{ field: "qty", to: 100 }],
  context: { location: "Plant 2", date: "2026-11-20" },
};
const terms = examples.customer_terms_change;
const bomChange: ProposalPayload = {
  ...examples.bom_change,
  changes: [{ field: "yield", from: 85, to: 80 }],
  context: { component_sku: "10542" },
};
const revocation = actionTypeOf("customer_credit_revoke")!;
const inventoryAdjustment = actionTypeOf("inventory_adjustment")!;

describe("building a request", () => {
  it("the worked example becomes an absolute write bound to its action", () => {
    expect(buildWrite(bid, identity)).toEqual({
      v: 1,
      op: "write",
      action_key: "cs-1-8421",
      action_type: "bid_price_update",
      payload_hash: "f00d",
      target: { item: "10472", bid: "B5875", customer: "Driscoll's" },
      changes: [{ field: "price", from: "1.42", to: "1.48" }],
    });
  });
  it("an agent's word for a field becomes NetSuite's, an order line is named by its unique key", () => {
    const request = buildWrite(orderLine, identity);
    expect(request.target).toEqual({ sales_order: "SO-22984", line: "2298401", item: "10501" });
    expect(request.changes).toEqual([{ field: "rate", from: "31.5", to: "30.9" }]);
  });
  it("revoking credit also holds orders, by a change that is stored, and what is not stored is not written", () => {
    expect(buildWrite(revoke, identity).changes).toEqual([
      { field: "creditlimit", from: "120000", to: "0" },
      { field: "creditholdoverride", from: "AUTO", to: "ON" },
    ]);
    const proposed = revoke.changes.slice(0, 1);
    expect(withImpliedChanges(revocation, proposed)).toEqual([
      proposed[0],
      { field: "creditholdoverride", to: "ON" },
    ]);
    expect(withImpliedChanges(revocation, revoke.changes)).toEqual(revoke.changes);
    expect(() => buildWrite({ ...revoke, changes: proposed }, identity)).toThrow(PayloadError);
  });
  it("the ids of the record that was read go with every request about it", () => {
    const record = { type: "salesorder", id: "5001", item_id: "306", line_key: "2298401" };
    const ids = { record_type: "salesorder", record_id: "5001", item_id: "306", line_key: "2298401" };
    const pinned = { ...orderLine, record };
    for (const request of [buildWrite(pinned, identity), probeOf(buildWrite(pinned, identity))])
      expect(request.target).toEqual({ ...buildWrite(orderLine, identity).target, ...ids });
    expect(buildRead(pinned).target).toMatchObject(ids);
  });
  it("no word of the proposer's becomes an id", () => {
    const context = { ...bid.context, record_id: "1", record_type: "customer", item_id: "2", record: "x" };
    expect(buildWrite({ ...bid, context }, identity).target).toEqual(buildWrite(bid, identity).target);
  });
  it("a BOM change may change quantity, yield or both", () => {
    const changes = [
      { field: "quantity", from: "0.32", to: "0.34" },
      { field: "yield", to: 80 },
    ];
    const fieldsOf = (payload: ProposalPayload) =>
      buildWrite(payload, identity).changes.map(({ field }) => field);
    expect(fieldsOf(bomChange)).toEqual(["componentyield"]);
    expect(fieldsOf({ ...bomChange, changes: changes.slice(0, 1) })).toEqual(["bomquantity"]);
    expect(fieldsOf({ ...bomChange, changes })).toEqual(["bomquantity", "componentyield"]);
  });
  it("an absent from-value stays absent and null stays null", () => {
    expect(buildWrite(limit, identity).changes).toEqual([{ field: "creditlimit", to: "90000" }]);
    expect(buildWrite(note, identity).changes[0]).toMatchObject({ from: null });
  });
  it("a probe is the same request that writes nothing, a read asks for the same fields", () => {
    const write = buildWrite(bid, identity);
    expect(probeOf(write)).toEqual({ ...write, op: "probe" });
    expect(buildRead(revoke)).toEqual({
      v: 1,
      op: "read",
      action_type: "customer_credit_revoke",
      target: { customer: "Halvorsen Markets" },
      fields: ["creditlimit", "creditholdoverride"],
    });
  });
  it("every action type's example builds", () => {
    for (const type of RESTLET_ACTION_TYPES) {
      expect(findPayloadIssues(examples[type])).toEqual([]);
      expect(buildWrite(examples[type], identity)).toMatchObject({ action_type: type });
    }
  });
  it("other words for fields and parts of a target are taken as well", () => {
    for (const payload of [orderLine, revoke, adjustment, build, bomChange])
      expect(findPayloadIssues(payload)).toEqual([]);
  });
});

/** The proposal with this one change; of its first field, unless another is named. */
const setting = (payload: ProposalPayload, to: string | number, field = payload.changes[0]!.field) => ({
  ...payload,
  changes: [{ field, to }],
});
const within = (payload: ProposalPayload, context: Record<string, unknown>) => ({ ...payload, context });
const onDay = (trandate: string) => within(build, { location: "Plant 2", trandate });

describe("refusing a payload", () => {
  it.each<[string, ProposalPayload, string]>([
    ["an unknown action type", { ...bid, action_type: "delete_everything" }, "action_type"],
    ["an unknown field", setting(bid, 1, "creditlimit"), "changes[0].field"],
    [
      "a field changed twice under two names",
      { ...bid, changes: ["price", "bid_price"].map((field) => ({ field, to: 1 })) },
      "changes[1].field",
    ],
    ["a price that is no decimal", setting(bid, "1,48"), "changes[0].to"],
    [
      "a from-value that is no decimal",
      { ...bid, changes: [{ field: "price", from: "x", to: 1 }] },
      "changes[0].from",
    ],
    ["no change", { ...bid, changes: [] }, "changes"],
    ["a bid price without bid or customer", within(bid, {}), "context"],
    ["an adjustment without a location", within(adjustment, {}), "context.location"],
    ["an adjustment by zero", setting(adjustment, "0.00", "qty"), "changes[0].to"],
    ["a revocation that leaves credit", setting(revoke, 5, "creditlimit"), "changes[0].to"],
    ["a customer price without a customer", within(customerPrice, {}), "context.customer"],
    ["a customer price below nothing", setting(customerPrice, "-0.01"), "changes[0].to"],
    ["a list price below nothing", setting(listPrice, -1), "changes[0].to"],
    [
      "a quantity break that is no quantity",
      within(listPrice, { quantity_break: "a lot" }),
      "context.quantity_break",
    ],
    ["a quantity break below zero", within(listPrice, { quantity_break: -5 }), "context.quantity_break"],
    ["a vendor's cost without the vendor", within(vendorCost, {}), "context.vendor"],
    ["a vendor's cost below nothing", setting(vendorCost, -1, "cost"), "changes[0].to"],
    ["a build of nothing", setting(build, "0.0"), "changes[0].to"],
    ["a build of less than nothing", setting(build, -3), "changes[0].to"],
    ["a build nowhere", within(build, {}), "context.location"],
    ["a build on a day the calendar lacks", onDay("2026-02-30"), "context.trandate"],
    ["a build on a day that may be two", onDay("11/12/2026"), "context.trandate"],
    ["a BOM change of no component", within(bomChange, {}), "context.component"],
    ["a BOM change to no quantity", setting(bomChange, 0, "qty"), "changes[0].to"],
    ["a BOM change to no yield", setting(bomChange, 0), "changes[0].to"],
    ["a note on something else", { ...attachment, entity_type: "vendor" }, "entity_type"],
    ["terms of two lines", setting(terms, "Net 45\nNet 60"), "changes[0].to"],
    ["terms with a turned name", setting(terms, "Net\u202e 45"), "changes[0].to"],
    ["terms of a long name", setting(terms, "N".repeat(201)), "changes[0].to"],
    ["an empty reference", { ...bid, entity_ref: " " }, "entity_ref"],
    ["a revocation that leaves the limit alone", setting(revoke, "ON", "credit_hold"), "changes"],
    [
      "two words for one place that differ",
      within(adjustment, { location: "Dallas DC", location_id: "Plant 2" }),
      "context.location_id",
    ],
    ["a place that is no text", within(adjustment, { location: true }), "context.location"],
    ["a price nobody could count", setting(bid, "1e31"), "changes[0].to"],
    ["a price beyond all numbers", setting(bid, "1e999"), "changes[0].to"],
    ["a price below all coins", setting(bid, "1e-40"), "changes[0].to"],
    ["a quantity of 16 digits", setting(adjustment, 1e15, "qty"), "changes[0].to"],
    ["a rate of 11 decimals", setting(orderLine, "1.00000000001", "rate"), "changes[0].to"],
  ])("%s is named by its path, and building throws", (_name, payload, path) => {
    expect(findPayloadIssues(payload).map((issue) => issue.path)).toContain(path);
    expect(() => buildWrite(payload, identity)).toThrow(PayloadError);
  });
  it("an action key that NetSuite could not keep whole is refused", () => {
    expect(() => buildWrite(bid, { ...identity, actionKey: "with space" })).toThrow(PayloadError);
    expect(() => buildWrite(bid, { ...identity, actionKey: "k".repeat(101) })).toThrow(PayloadError);
  });
});

describe("where a proposal leads", () => {
  it("is told by the same words to whoever reads it and to NetSuite", () => {
    const blank = { ...adjustment, context: { location: " ", location_id: " Plant 2 ", x: " y ", n: 1 } };
    expect(targetText(blank, "location")).toBe("Plant 2");
    expect(buildWrite(blank, identity).target.location).toBe("Plant 2");
    expect(normaliseContext(inventoryAdjustment, blank)).toEqual({ location: "Plant 2", x: "y", n: 1 });
  });
  it("two words that agree are one part, under its first name", () => {
    const context = { location_id: "Dallas DC ", location: " Dallas DC", reason: "Cold chain break" };
    const twice = { ...adjustment, context };
    expect(findPayloadIssues(twice)).toEqual([]);
    expect(normaliseContext(inventoryAdjustment, twice)).toEqual({
      location: "Dallas DC",
      memo: "Cold chain break",
    });
  });
  it("does not depend on spelling where the record is known, and hardly where it is not", () => {
    const lower = { ...orderLine, entity_ref: "so-22984" };
    const record = { type: "salesorder", id: "5001", line_key: "2298401" };
    expect(targetIdentity(lower)).toEqual(targetIdentity(orderLine));
    const byItem = { ...orderLine, context: { item: "10501" } };
    expect(targetIdentity(byItem)).not.toEqual(targetIdentity(orderLine));
    expect(targetIdentity({ ...byItem, record })).toEqual(targetIdentity({ ...orderLine, record }));
    expect(targetIdentity({ ...adjustment, context: { ...adjustment.context, reason: "x" } })).not.toEqual(
      targetIdentity(adjustment),
    );
  });
});

describe("comparing what NetSuite holds with what was approved", () => {
  it("says field by field what differs", () => {
    expect(compareReadback(revoke, [{ field: "creditlimit", value: "0.00" }])).toEqual([
      { field: "creditlimit", expected: "0", actual: "0.00", matches: true },
      { field: "creditholdoverride", expected: "ON", actual: null, matches: false },
    ]);
  });
});
