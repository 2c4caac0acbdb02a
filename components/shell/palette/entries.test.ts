import { expect, test } from "vitest";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { foundIn, TIER_FILTERS } from "./entries";

const waiting = (parts: Partial<ActionSummary>) =>
  ({
    entity_type: "item",
    entity_ref: "30110",
    subject: "Strawberries",
    customer: "Riverbend Foods",
    agent: "pricing-agent",
    redacted: false,
    ...parts,
  }) as ActionSummary;

test("each record is found once, by reference or name, with the number of actions that wait for it", () => {
  const items = [waiting({}), waiting({}), waiting({ entity_ref: "30120", subject: "Blueberries" })];
  expect(foundIn(items, "STRAW")).toEqual([
    {
      key: "record item 30110",
      name: "Strawberries (item 30110)",
      note: "Record · 2 actions found",
      href: "/proposed-actions?q=30110",
    },
  ]);
  expect(foundIn(items, "301").map(({ key }) => key)).toEqual(["record item 30110", "record item 30120"]);
});

test("customers and agents lead to their filters, with their names whole", () => {
  const items = [waiting({ customer: "A & B", agent: "stock agent" })];
  expect(foundIn(items, "a & b").map(({ href }) => href)).toEqual(["/proposed-actions?customer=A+%26+B"]);
  expect(foundIn(items, "stock").map(({ href }) => href)).toEqual(["/proposed-actions?agent=stock+agent"]);
});

test("what was found by its content alone is no entry, and nobody is offered more than five of a kind", () => {
  expect(foundIn([waiting({})], "promised payment")).toEqual([]);
  const many = Array.from({ length: 9 }, (_, at) =>
    waiting({ entity_ref: `3${at}`, subject: `Berry ${at}` }),
  );
  expect(foundIn(many, "berry")).toHaveLength(5);
});

test("every tier has a filter, the highest first", () => {
  expect(TIER_FILTERS.map(({ name }) => name)[0]).toBe("Only L5 Critical");
  expect(TIER_FILTERS).toHaveLength(5);
});
