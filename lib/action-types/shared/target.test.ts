import { expect, test } from "vitest";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { customerName, entity, fromContext, partTexts, targetOf } from "./target";

const target = targetOf(
  entity("item"),
  fromContext("customer", customerName),
  fromContext("type", ["entity_type"]),
);
const payload = (context: Record<string, unknown>) =>
  ({ entity_type: "item", entity_ref: " B5875 ", context }) as unknown as ProposalPayload;

test("each part is the first of its keys that holds a text or a number, and null where none does", () => {
  expect(partTexts(target.parts, payload({ customer: " ", customer_id: 77 }))).toEqual({
    item: "B5875",
    customer: "77",
    type: "item",
  });
  expect(target.text(payload({ customer: "Coastal Pantry", customer_id: 77 }), "customer")).toBe(
    "Coastal Pantry",
  );
  expect(target.text(payload({ customer: ["Coastal Pantry"] }), "customer")).toBeNull();
  expect(target.text({ ...payload({}), context: undefined } as never, "customer")).toBeNull();
});

test("a context cannot take the place of the record that the payload names", () => {
  const forged = payload({ entity_ref: "A1", entity_type: "customer" });
  expect(partTexts(target.parts, forged)).toEqual({ item: "B5875", customer: null, type: "item" });
  expect(target.text(forged, "item")).toBe("B5875");
});
