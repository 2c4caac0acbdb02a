import { describe, expect, test } from "vitest";
import { actionKey } from "@/lib/core/action/idempotency-key";
import { canonicalText, payloadHash, sha256Hex } from "./payload-hash";
import { recordKeyOf } from "@/lib/action-types/payload/record-key";
import { recordRefOf } from "@/lib/core/payload/payload";

describe("a payload's hash", () => {
  const payload = {
    action_type: "bid_price_update",
    changes: [{ field: "price", from: "1.42", to: "1.48" }],
    context: { b: 1, a: "é" },
  };
  test("does not depend on the order of keys", () => {
    const turned = {
      context: { a: "é", b: 1 },
      changes: [{ to: "1.48", from: "1.42", field: "price" }],
      action_type: "bid_price_update",
    };
    expect(payloadHash(turned)).toBe(payloadHash(payload));
  });
  test.each([
    ["a value", { ...payload, changes: [{ field: "price", from: "1.42", to: "1.49" }] }],
    ["a type", { ...payload, context: { b: "1", a: "é" } }],
    ["a key", { ...payload, extra: null }],
    ["the order of a list", { ...payload, changes: [...payload.changes, ...payload.changes] }],
    ["a composed letter", { ...payload, context: { b: 1, a: "e\u0301" } }],
  ])("differs when %s does", (_what, other) => {
    expect(payloadHash(other)).not.toBe(payloadHash(payload));
  });
  test("is the SHA-256 of the canonical text's UTF-8 bytes, in hex", () => {
    expect(canonicalText({ b: [1, "é", null], a: { d: true, c: 1.5 } })).toBe(
      '{"a":{"c":1.5,"d":true},"b":[1,"é",null]}',
    );
    expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(payloadHash({ a: 1 })).toBe(sha256Hex('{"a":1}'));
  });
  test("reading the canonical text back and writing it again changes nothing", () => {
    const text = canonicalText(payload);
    expect(canonicalText(JSON.parse(text))).toBe(text);
  });
  test("what has no JSON form has none", () => {
    expect(() => canonicalText(undefined)).toThrow(TypeError);
  });
});

test("an action's key holds tenant and action, so that no two actions share one", () => {
  const keys = [1, 2, 11, 12].flatMap((tenant) => [1, 2, 11, 21].map((action) => actionKey(tenant, action)));
  expect(new Set(keys).size).toBe(16);
});

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
});
