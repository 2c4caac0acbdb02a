import { describe, expect, test } from "vitest";
import { actionKey } from "@/lib/core/action/action-key";
import { canonicalHash, canonicalText, sha256Hex } from "./payload-hash";

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
    expect(canonicalHash(turned)).toBe(canonicalHash(payload));
  });
  test.each([
    ["a value", { ...payload, changes: [{ field: "price", from: "1.42", to: "1.49" }] }],
    ["a type", { ...payload, context: { b: "1", a: "é" } }],
    ["a key", { ...payload, extra: null }],
    ["the order of a list", { ...payload, changes: [...payload.changes, ...payload.changes] }],
    ["a composed letter", { ...payload, context: { b: 1, a: "e\u0301" } }],
  ])("differs when %s does", (_what, other) => {
    expect(canonicalHash(other)).not.toBe(canonicalHash(payload));
  });
  test("is the SHA-256 of the canonical text's UTF-8 bytes, in hex", () => {
    expect(canonicalText({ b: [1, "é", null], a: { d: true, c: 1.5 } })).toBe(
      '{"a":{"c":1.5,"d":true},"b":[1,"é",null]}',
    );
    expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(canonicalHash({ a: 1 })).toBe(sha256Hex('{"a":1}'));
  });
  test("reading the canonical text back and writing it again changes nothing", () => {
    const text = canonicalText(payload);
    expect(canonicalText(JSON.parse(text))).toBe(text);
  });
  test.each([undefined, { a: Number.NaN }, [Number.POSITIVE_INFINITY], "\ud800"])(
    "%j: a value without a JSON form has no canonical text",
    (value) => {
      expect(() => canonicalText(value)).toThrow(TypeError);
    },
  );
});

test("an action's key holds tenant and action, so that no two actions share one", () => {
  const keys = [1, 2, 11, 12].flatMap((tenant) => [1, 2, 11, 21].map((action) => actionKey(tenant, action)));
  expect(new Set(keys).size).toBe(16);
});
