import { describe, expect, test } from "vitest";
import { findPayloadIssues } from "@/lib/action-types/payload/check-payload";
import {
  ACTION_TYPES,
  type ActionType,
  DEFINITIONS,
  actionTypeOf,
  fieldOf,
} from "@/lib/action-types/registry";
import type { LiveRead } from "@/lib/action-types/shared/definition";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { empty, examples } from "./testing/read-examples";

test("there is an example of every action type, and each can be pushed", () => {
  expect(Object.keys(examples).sort()).toEqual([...ACTION_TYPES].sort());
  for (const { payload } of Object.values(examples)) expect(findPayloadIssues(payload)).toEqual([]);
});

test("a definition declares every fact that it reads, and no others", () => {
  for (const { type, facts, ...definition } of DEFINITIONS) {
    const { payload, live } = examples[type];
    const reads = new Set<string>();
    const watch = <Read extends Omit<LiveRead, "lines">>(read: Read): Read => {
      const get = (target: object, name: string) => (reads.add(name), Reflect.get(target, name));
      return { ...read, facts: new Proxy(read.facts, { get }) };
    };
    const watched = { ...watch(live), lines: live.lines?.map((one) => one && watch(one)) };
    // A fact may stand in for another one that is unknown: ask with all of them, and with none.
    for (const read of [watched, { ...watch(empty), lines: watched.lines }]) {
      definition.weigh(payload, read);
      definition.subject(payload, read);
      definition.details(payload, read);
      definition.sentence(payload, read);
    }
    // The words about single lines of a roll are those of the lines' own type.
    if (definition.lines) actionTypeOf(definition.lines.actionType)!.facts.forEach((fact) => reads.add(fact));
    // Every amount is converted by these, whatever its type.
    for (const fact of ["base_currency", "exchange_rate"]) reads.delete(fact);
    expect([...reads].sort(), type).toEqual([...facts].sort());
  }
});

test("nobody defines a type that does not exist, nor a member every object has", () => {
  for (const name of ["launch_rocket", "", "constructor", "__proto__", "toString"])
    expect(actionTypeOf(name)).toBeNull();
});

describe.each(ACTION_TYPES)("%s", (type) => {
  const definition = actionTypeOf(type)!;
  const { payload, live, weighed, sentence, undo, completeWithoutFacts } = examples[type];

  test("weighs what NetSuite says", () => {
    expect(definition.weigh(payload, live)).toMatchObject({ ...weighed, complete: true });
  });
  test("says that figures are missing where it needs some, and never calls them zero", () => {
    const bare = definition.weigh(payload, empty);
    expect(bare.complete).toBe(completeWithoutFacts);
    if (!completeWithoutFacts) expect(bare.impactCents).toBeNull();
  });
  test("says the whole change in one sentence", () => {
    expect(definition.sentence(payload, live)).toBe(sentence);
  });
  // A roll's lines are said by none: it has a list of its own.
  if (!definition.lines)
    test("names in `says` the fields and the texts beside them that its sentence says", () => {
      const texts = definition.target.filter(({ written, kind }) => written && kind === undefined);
      const of = (field: string, to: string) => {
        const others = payload.changes.filter((change) => change.field !== field);
        return definition.sentence({ ...payload, changes: [...others, { field, to }] }, live);
      };
      const fields = definition.fields.filter(({ field, kind }) =>
        kind === "text"
          ? of(field, "Marker").includes("Marker")
          : of(field, definition.onlyTo ?? "7") !== of(field, "8"),
      );
      const beside = texts.filter(({ from }) =>
        definition.sentence({ ...payload, context: { [from[0]!]: "Marker" } }, live).includes("Marker"),
      );
      const said = [...fields.map(({ field }) => field), ...beside.map(({ name }) => name)];
      expect([...definition.says].sort()).toEqual(said.sort());
    });
  test("says it from the payload alone where nothing could be read", () => {
    const said = definition.sentence(payload, null);
    expect(said).not.toMatch(/undefined|null|NaN/);
    expect(definition.subject(payload, null)).not.toBe("");
    expect(definition.details(payload, null).every((detail) => detail !== "")).toBe(true);
  });
  test("is undone by a proposal of its own that can be pushed, or not at all", () => {
    const back = definition.undo(payload);
    expect(back?.changes ?? null).toEqual(undo);
    if (back) expect(findPayloadIssues(back)).toEqual([]);
  });
  test("has a title, and a people's word for each of its fields", () => {
    expect(definition.title).not.toBe("");
    for (const change of payload.changes) expect(fieldOf(type, change.field)!.label).toBeTruthy();
  });
});

test("a write that knew no old value cannot be undone by restoring it", () => {
  const { payload } = examples.bid_price_update;
  for (const unknown of [{}, { from: null }]) {
    const changes = [{ field: "price", ...unknown, to: "1.48" }];
    expect(actionTypeOf("bid_price_update")!.undo({ ...payload, changes })).toBeNull();
  }
});

describe("a figure that makes any change look like none is no figure", () => {
  const weigh = (type: ActionType, live: Partial<LiveRead>) => {
    const base = examples[type];
    const facts = { ...base.live.facts, ...live.facts };
    const values = { ...base.live.values, ...live.values };
    return actionTypeOf(type)!.weigh(base.payload, { ...base.live, facts, values });
  };
  test.each<[string, ActionType, Partial<LiveRead>]>([
    ["a live price of zero", "bid_price_update", { values: { price: "0" } }],
    ["no volume", "bid_price_update", { facts: { unit_volume_year: "0" } }],
    ["a live rate of zero", "sales_order_line_price", { values: { rate: "0" } }],
    ["no quantity", "sales_order_line_price", { facts: { order_quantity: "0" } }],
    ["no cost", "inventory_adjustment", { facts: { unit_cost: "0" } }],
    ["a live customer price of zero", "customer_price_update", { values: { price: "0" } }],
    ["a live list price of zero", "item_price_update", { values: { price: "0" } }],
    ["no volume at any level", "item_price_update", { facts: { unit_volume_year: "0" } }],
    ["a live purchase price of zero", "vendor_cost_update", { values: { purchaseprice: "0" } }],
    ["no volume from any vendor", "vendor_cost_update", { facts: { unit_volume_year: "0" } }],
    ["no cost of a build", "assembly_build", { facts: { unit_cost: "0" } }],
    ["no cost of a component", "bom_change", { facts: { unit_cost: "0" } }],
    ["nothing built of a BOM", "bom_change", { facts: { units_built_year: "0" } }],
    ["a live quantity of zero in a BOM", "bom_change", { facts: { bom_quantity: "0" } }],
  ])("%s", (_what, type, live) => {
    expect(weigh(type, {}).complete).toBe(true);
    expect(weigh(type, live).complete).toBe(false);
  });
});

test("an item is weighed under NetSuite's own id, or its reference in one spelling", () => {
  const { payload, live } = examples.inventory_adjustment;
  const skuOf = (more: Partial<ProposalPayload>) =>
    actionTypeOf("inventory_adjustment")!.weigh({ ...payload, ...more }, live).sku;
  expect(skuOf({ record: { type: "inventoryitem", id: "312", item_id: "312" } })).toBe("312");
  expect(skuOf({ entity_ref: "ab-1" })).toBe(skuOf({ entity_ref: "AB-1 " }));
});

test("credit is given back as a new limit, a decision of its own kind", () => {
  expect(actionTypeOf("customer_credit_revoke")!.undo(examples.customer_credit_revoke.payload)).toMatchObject(
    { action_type: "customer_credit_limit" },
  );
});
