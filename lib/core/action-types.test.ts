import { describe, expect, test } from "vitest";
import { type LiveRead, actionTypeOf } from "./action-types";
import {
  ACTION_TYPES,
  type ActionType,
  type ProposalPayload,
  fieldMapOf,
  findFieldMapIssues,
} from "./field-map";

const empty: LiveRead = { recordName: null, values: {}, facts: {} };

interface Example {
  payload: ProposalPayload;
  live: LiveRead;
  weighed: Record<string, unknown>;
  sentence: string;
  undo: ProposalPayload["changes"] | null;
  /** Whether figures are missing when NetSuite says nothing about the record. */
  completeWithoutFacts: boolean;
}
const example = (
  type: ActionType,
  entity: [type: string, ref: string],
  change: { field: string; from?: string | null; to: string },
  context: Record<string, unknown> = {},
): ProposalPayload => ({
  action_type: type,
  entity_type: entity[0],
  entity_ref: entity[1],
  changes: [change],
  context,
});

const examples: Record<ActionType, Example> = {
  bid_price_update: {
    payload: example(
      "bid_price_update",
      ["item", "10472"],
      { field: "price", from: "1.42", to: "1.48" },
      { bid_id: "B5875" },
    ),
    live: {
      recordName: null,
      values: { price: "1.42" },
      facts: {
        currency: "USD",
        customer_name: "Driscoll's",
        item_name: "Strawberries",
        unit_volume_year: "9000",
      },
    },
    weighed: {
      movementPercent: "4.2254",
      impactCents: 54_000,
      customerRef: "Driscoll's",
      sku: "10472",
      complete: true,
    },
    sentence: "Raise the bid price of Strawberries from $1.42 to $1.48 on bid B5875",
    undo: [{ field: "price", from: "1.48", to: "1.42" }],
    completeWithoutFacts: false,
  },
  sales_order_line_price: {
    payload: example(
      "sales_order_line_price",
      ["sales_order", "SO-22984"],
      { field: "rate", from: "31.50", to: "30.90" },
      { line_unique_key: "1", sku: "10501" },
    ),
    live: {
      recordName: null,
      values: { rate: "31.5" },
      facts: { currency: "USD", customer_name: "Riverbend Foods", item_name: "Limes", order_quantity: "24" },
    },
    weighed: {
      movementPercent: "-1.9048",
      impactCents: -1_440,
      customerRef: "Riverbend Foods",
      sku: "10501",
      complete: true,
    },
    sentence: "Lower the line rate of Limes on SO-22984 from $31.50 to $30.90",
    undo: [{ field: "rate", from: "30.90", to: "31.50" }],
    completeWithoutFacts: false,
  },
  inventory_adjustment: {
    payload: example(
      "inventory_adjustment",
      ["item", "10521"],
      { field: "adjustqtyby", to: "-150" },
      { location: "Dallas DC" },
    ),
    live: {
      recordName: null,
      values: { adjustqtyby: "360" },
      facts: { item_name: "Avocados", unit_cost: "41.2" },
    },
    weighed: {
      movementPercent: null,
      impactCents: -618_000,
      customerRef: null,
      sku: "10521",
      complete: true,
    },
    sentence: "Take 150 from the stock of Avocados at Dallas DC",
    undo: [{ field: "adjustqtyby", to: "150" }],
    completeWithoutFacts: false,
  },
  customer_credit_limit: {
    payload: example("customer_credit_limit", ["customer", "C-1"], {
      field: "creditlimit",
      from: "60000",
      to: "75000",
    }),
    live: {
      recordName: null,
      values: { creditlimit: "60000" },
      facts: { currency: "USD", customer_name: "Coastal Pantry" },
    },
    weighed: {
      movementPercent: null,
      impactCents: 1_500_000,
      customerRef: "Coastal Pantry",
      sku: null,
      complete: true,
    },
    sentence: "Set the credit limit of Coastal Pantry from $60,000.00 to $75,000.00",
    undo: [{ field: "creditlimit", from: "75000", to: "60000" }],
    completeWithoutFacts: true,
  },
  customer_credit_revoke: {
    payload: {
      ...example("customer_credit_revoke", ["customer", "C-2"], {
        field: "creditlimit",
        from: "120000",
        to: "0",
      }),
      changes: [
        { field: "creditlimit", from: "120000", to: "0" },
        { field: "creditholdoverride", from: "AUTO", to: "ON" },
      ],
    },
    live: {
      recordName: null,
      values: { creditlimit: "120000" },
      facts: { currency: "USD", customer_name: "Halvorsen Markets" },
    },
    weighed: {
      movementPercent: null,
      impactCents: -12_000_000,
      customerRef: "Halvorsen Markets",
      sku: null,
      complete: true,
    },
    sentence: "Revoke the credit limit of $120,000.00 of Halvorsen Markets and hold new orders",
    undo: [{ field: "creditlimit", from: "0", to: "120000" }],
    completeWithoutFacts: true,
  },
  ar_note: {
    payload: example("ar_note", ["customer", "C-3"], { field: "note", to: "Pays on Friday." }),
    live: { recordName: null, values: {}, facts: { customer_name: "Coastal Pantry" } },
    weighed: {
      movementPercent: null,
      impactCents: 0,
      customerRef: "Coastal Pantry",
      sku: null,
      complete: true,
    },
    sentence: "Add the note “Pays on Friday.” to Coastal Pantry",
    undo: null,
    completeWithoutFacts: true,
  },
  note_attachment: {
    payload: example(
      "note_attachment",
      ["sales_order", "SO-1"],
      { field: "note", to: "Photo on file." },
      { title: "Pallet" },
    ),
    live: { recordName: null, values: {}, facts: { customer_name: "Coastal Pantry" } },
    weighed: {
      movementPercent: null,
      impactCents: 0,
      customerRef: "Coastal Pantry",
      sku: null,
      complete: true,
    },
    sentence: "Attach the note “Photo on file.”, titled “Pallet”, to SO-1",
    undo: null,
    completeWithoutFacts: true,
  },
};

test("there is an example of every action type, and each can be pushed", () => {
  expect(Object.keys(examples).sort()).toEqual([...ACTION_TYPES].sort());
  for (const { payload } of Object.values(examples)) expect(findFieldMapIssues(payload)).toEqual([]);
});

test("nobody defines a type that does not exist, nor a member every object has", () => {
  for (const name of ["launch_rocket", "", "constructor", "__proto__", "toString"])
    expect(actionTypeOf(name)).toBeNull();
});

describe.each(ACTION_TYPES)("%s", (type) => {
  const definition = actionTypeOf(type)!;
  const { payload, live, weighed, sentence, undo, completeWithoutFacts } = examples[type];

  test("weighs what NetSuite says", () => {
    expect(definition.weigh(payload, live)).toMatchObject(weighed);
  });
  test("says that figures are missing where it needs some, and never calls them zero", () => {
    const bare = definition.weigh(payload, empty);
    expect(bare.complete).toBe(completeWithoutFacts);
    if (!completeWithoutFacts) expect(bare.impactCents).toBeNull();
  });
  test("says the whole change in one sentence", () => {
    expect(definition.sentence(payload, live)).toBe(sentence);
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
    if (back) expect(findFieldMapIssues(back)).toEqual([]);
  });
  test("has a title, and a people's word for each of its fields", () => {
    expect(definition.title).not.toBe("");
    for (const change of payload.changes) expect(definition.fieldLabels[change.field]).toBeTruthy();
  });
});

test("what was written without knowing the old value cannot be taken back by restoring it", () => {
  const { payload } = examples.bid_price_update;
  expect(
    actionTypeOf("bid_price_update")!.undo({ ...payload, changes: [{ field: "price", to: "1.48" }] }),
  ).toBeNull();
  expect(
    actionTypeOf("bid_price_update")!.undo({
      ...payload,
      changes: [{ field: "price", from: null, to: "1.48" }],
    }),
  ).toBeNull();
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
  ])("%s", (_what, type, live) => {
    expect(weigh(type, {}).complete).toBe(true);
    expect(weigh(type, live).complete).toBe(false);
  });
});

describe("what is said of a write", () => {
  const details = (type: ActionType, context: Record<string, unknown>, live: LiveRead | null = null) =>
    actionTypeOf(type)!.details({ ...examples[type].payload, context }, live);
  test.each<[ActionType, string]>([
    ["ar_note", "title"],
    ["ar_note", "subject"],
    ["note_attachment", "title"],
    ["inventory_adjustment", "memo"],
    ["inventory_adjustment", "reason"],
  ])("%s: the %s, which is written as well", (type, key) => {
    expect(details(type, { [key]: "Wire to the new account" }).join()).toContain("“Wire to the new account”");
  });
  test("every text that is written beside the changes has a case above", () => {
    const written = ACTION_TYPES.flatMap((type) =>
      fieldMapOf(type)
        .target.filter((part) => part.written)
        .flatMap((part) => `${type}.${part.name}`),
    );
    expect(written).toEqual(["ar_note.title", "note_attachment.title", "inventory_adjustment.memo"]);
  });
  test("an adjustment says where, and what it leaves of what was on hand", () => {
    const live = { recordName: null, values: {}, facts: { on_hand: "520" } };
    const said = (to: string, context: Record<string, unknown> = { location: " ", location_id: "Plant 2" }) =>
      actionTypeOf("inventory_adjustment")!.details(
        { ...examples.inventory_adjustment.payload, changes: [{ field: "adjustqtyby", to }], context },
        live,
      );
    expect(said("-412")).toEqual(["at Plant 2", "leaves 108 of 520 on hand"]);
    expect(said("80")).toEqual(["at Plant 2", "brings 520 on hand to 600"]);
    const payload = {
      ...examples.inventory_adjustment.payload,
      context: { location: " ", location_id: "Plant 2" },
    };
    expect(actionTypeOf("inventory_adjustment")!.sentence(payload, null)).toMatch(/ at Plant 2$/);
  });
  test("a bid price names its customer where no bid does", () => {
    const { payload } = examples.bid_price_update;
    const said = actionTypeOf("bid_price_update")!.sentence(
      { ...payload, context: { customer: "C-9" } },
      null,
    );
    expect(said).toMatch(/ for C-9$/);
  });
  test("a revocation says no more than its payload writes", () => {
    const { payload } = examples.customer_credit_revoke;
    const said = (field: string) =>
      actionTypeOf("customer_credit_revoke")!.sentence(
        { ...payload, changes: payload.changes.filter((change) => change.field === field) },
        null,
      );
    expect(said("creditlimit")).toBe("Revoke the credit limit of $120,000.00 of C-2");
    expect(said("creditholdoverride")).toBe("Hold new orders of C-2");
  });
  test("what takes it back names no ids: they are read anew", () => {
    const record = { type: "customer", id: "701" };
    for (const type of ACTION_TYPES)
      expect(actionTypeOf(type)!.undo({ ...examples[type].payload, record })?.record).toBeUndefined();
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
