import { describe, expect, test } from "vitest";
import { recordRefOf } from "@/lib/core/payload/payload";
import { recordOf } from "@/lib/action-types/payload/record-key";

const recordKeyOf = (...of: Parameters<typeof recordOf>) => recordOf(...of).record_key;

describe("the record a push waits for", () => {
  const of = (
    action_type: string,
    entity_type: string,
    entity_ref: string,
    context: Record<string, unknown> = {},
  ) => ({ action_type, entity_type, entity_ref, changes: [], context });
  test("is NetSuite's own name of it wherever that is known, however the proposal spelled it", () => {
    const record = { type: "customer", id: "701" };
    const bid = { ...of("bid_price_update", "item", "10472", { bid_id: "B5875" }), record };
    const limit = { ...of("customer_credit_limit", "customer", "driscoll's"), record };
    expect(recordKeyOf(bid, "Driscoll's")).toBe("customer:701");
    expect(recordKeyOf(limit, null)).toBe("customer:701");
    expect(recordRefOf(limit)).toBe("customer:701");
    expect(recordRefOf(of("customer_credit_limit", "customer", "Driscoll's"))).toBeNull();
  });
  test("is by name the customer for whatever writes to one: bids, limits and revokes", () => {
    const bid = of("bid_price_update", "item", "10472", { bid_id: "B5875" });
    expect(recordKeyOf(bid, "Driscoll's")).toBe("customer:DRISCOLL'S");
    expect(recordKeyOf({ ...bid, entity_ref: "10480" }, "driscoll's ")).toBe("customer:DRISCOLL'S");
    for (const type of ["customer_credit_limit", "customer_credit_revoke"])
      expect(recordKeyOf(of(type, "customer", "Driscoll's"), null)).toBe("customer:DRISCOLL'S");
  });
  test("is at least the same for the same bid while the customer is unknown, whatever else is said", () => {
    const bid = of("bid_price_update", "item", "10472", { bid_id: "B5875" });
    expect(recordKeyOf(bid, null)).toBe(recordKeyOf({ ...bid, entity_ref: "10480" }, null));
    expect(recordKeyOf(bid, null)).toBe(recordKeyOf({ ...bid, context: { bid: " b5875", x: 1 } }, null));
    expect(recordKeyOf(bid, null)).not.toBe(recordKeyOf({ ...bid, context: { bid_id: "B1" } }, null));
  });
  test("is the whole order, whichever its line and whatever its spelling", () => {
    const line = of("sales_order_line_price", "sales_order", "SO-1", { line: 1 });
    expect(recordKeyOf(line, "x")).toBe("sales_order:SO-1");
    expect(recordKeyOf({ ...line, entity_ref: " so-1", context: { line: 2 } }, "y")).toBe("sales_order:SO-1");
  });
  test("of an unknown type is its entity", () => {
    expect(recordKeyOf(of("launch", "rocket", "1"), null)).toBe("rocket:1");
  });
  test("that could not be read may be any of its family, but for one that stays with us", () => {
    const limit = of("customer_credit_limit", "customer", "C-1003");
    const unread = { record_family: "customer", record_unread: true };
    expect(recordOf(limit, null)).toMatchObject(unread);
    expect(recordOf(of("bid_price_update", "item", "10472", { bid_id: "B1" }), null)).toMatchObject(unread);
    expect(recordOf(of("ar_note", "customer", "C-1003"), null)).toMatchObject(unread);
    expect(recordOf({ ...limit, record: { type: "customer", id: "704" } }, null)).toEqual({
      record_key: "customer:704",
      record_family: "customer",
      record_unread: false,
    });
    const item = of("inventory_adjustment", "item", "10532", { location: "Dallas DC" });
    expect(recordOf(item, null)).toMatchObject({ record_family: "item", record_unread: true });
    const draft = of("email_draft", "customer", "C-1003");
    expect(recordOf(draft, null)).toMatchObject({ record_family: "email_draft", record_unread: false });
  });
});
