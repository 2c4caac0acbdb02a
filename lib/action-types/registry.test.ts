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

const line = (entity_ref: string, from: string, to: string, customer: string) => ({
  entity_ref,
  changes: [{ field: "price", from, to }],
  context: { customer },
});
const readLine = (price: string, unit_volume_year: string, customer_name: string, impactCents: number) => ({
  recordName: null,
  values: { price },
  facts: { currency: "USD", unit_volume_year, customer_name },
  impactCents,
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
  customer_price_update: {
    payload: example(
      "customer_price_update",
      ["item", "10473"],
      { field: "price", from: "11.40", to: "11.52" },
      { customer: "C-1000" },
    ),
    live: {
      recordName: null,
      values: { price: "11.4" },
      facts: {
        currency: "USD",
        customer_name: "Driscoll's",
        item_name: "Strawberries",
        unit_volume_year: "1000",
      },
    },
    weighed: {
      movementPercent: "1.0526",
      impactCents: 12_000,
      customerRef: "Driscoll's",
      sku: "10473",
      complete: true,
    },
    sentence: "Raise the price of Strawberries from $11.40 to $11.52 for Driscoll's",
    undo: [{ field: "price", from: "11.52", to: "11.40" }],
    completeWithoutFacts: false,
  },
  item_price_update: {
    payload: example(
      "item_price_update",
      ["item", "10472"],
      { field: "price", from: "1.41", to: "1.45" },
      { price_level: "Wholesale", quantity_break: "25" },
    ),
    live: {
      recordName: null,
      values: { price: "1.41" },
      facts: {
        currency: "USD",
        item_name: "Strawberries",
        level_name: "Wholesale",
        break_quantity: "25",
        unit_volume_year: "20000",
      },
    },
    weighed: {
      movementPercent: "2.8369",
      impactCents: 80_000,
      basis: "a year at most, 20,000 units",
      customerRef: null,
      sku: "10472",
      complete: true,
    },
    sentence:
      "Raise the list price of Strawberries from $1.41 to $1.45 on price level Wholesale from 25 units",
    undo: [{ field: "price", from: "1.45", to: "1.41" }],
    completeWithoutFacts: false,
  },
  vendor_cost_update: {
    payload: example(
      "vendor_cost_update",
      ["item", "10472"],
      { field: "purchaseprice", from: "0.92", to: "0.97" },
      { vendor: "V-100" },
    ),
    live: {
      recordName: null,
      values: { purchaseprice: "0.92" },
      facts: {
        currency: "USD",
        item_name: "Strawberries",
        vendor_name: "Valley Berry Growers",
        unit_volume_year: "20000",
      },
    },
    weighed: {
      movementPercent: "5.4348",
      impactCents: 100_000,
      customerRef: null,
      sku: "10472",
      complete: true,
    },
    sentence: "Raise the purchase price of Strawberries from $0.92 to $0.97 at vendor Valley Berry Growers",
    undo: [{ field: "purchaseprice", from: "0.97", to: "0.92" }],
    completeWithoutFacts: false,
  },
  assembly_build: {
    payload: example(
      "assembly_build",
      ["item", "20110"],
      { field: "quantity", to: "400" },
      { location: "Plant 2" },
    ),
    live: {
      recordName: null,
      values: {},
      facts: { item_name: "Garden salad mix", unit_cost: "10.85", on_hand: "240" },
    },
    weighed: {
      movementPercent: null,
      impactCents: 434_000,
      customerRef: null,
      sku: "20110",
      complete: true,
    },
    sentence: "Build 400 of Garden salad mix at Plant 2 from the components of its BOM",
    undo: null,
    completeWithoutFacts: false,
  },
  bom_change: {
    payload: {
      ...example(
        "bom_change",
        ["bom", "Garden salad mix"],
        { field: "bomquantity", from: "0.32", to: "0.36" },
        { component: "10542" },
      ),
      changes: [
        { field: "bomquantity", from: "0.32", to: "0.36" },
        { field: "componentyield", from: "80", to: "90" },
      ],
    },
    live: {
      recordName: null,
      values: { bomquantity: "0.32", componentyield: "80" },
      facts: {
        currency: "USD",
        item_name: "Romaine 24 ct",
        bom_name: "Garden salad mix",
        revision_name: "R3",
        bom_quantity: "0.32",
        component_yield: "80",
        unit_cost: "13.9",
        units_built_year: "6240",
      },
    },
    // 0.4 cases are taken from the stock before and after: more of it, but less lost.
    weighed: { movementPercent: "0", impactCents: 0, customerRef: null, sku: "10542", complete: true },
    sentence:
      "In BOM Garden salad mix, revision R3, change Romaine 24 ct from 0.32 to 0.36 per build and its yield from 80 % to 90 %",
    undo: [
      { field: "bomquantity", from: "0.36", to: "0.32" },
      { field: "componentyield", from: "90", to: "80" },
    ],
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
  bulk_price_roll: {
    payload: {
      action_type: "bulk_price_roll",
      entity_type: "price_roll",
      entity_ref: "SPRING-2027",
      changes: [],
      context: {},
      lines: [
        line("10472", "1.42", "1.48", "Driscoll's"),
        line("10501", "2.00", "1.90", "Driscoll's"),
        line("10472", "1.50", "1.51", "Wholesome"),
      ],
    },
    live: {
      ...empty,
      facts: { currency: "USD" },
      lines: [
        readLine("1.42", "9000", "Driscoll's", 54_000),
        readLine("2.00", "100", "Driscoll's", -1_000),
        readLine("1.50", "1000", "Wholesome", 1_000),
      ],
    },
    weighed: {
      // 9,000 × $0.06 up, 100 × $0.10 down and 1,000 × $0.01 up: none of them takes off from another.
      impactCents: 56_000,
      movementPercent: "-5",
      customerRef: null,
      sku: null,
      complete: true,
    },
    sentence: "Raise 2 prices and lower 1 for 2 customers, +$540 a year",
    undo: [],
    completeWithoutFacts: false,
  },
  vendor_cost_roll: {
    payload: {
      action_type: "vendor_cost_roll",
      entity_type: "cost_roll",
      entity_ref: "VENDORS-Q1",
      changes: [],
      context: {},
      lines: [
        {
          entity_ref: "10472",
          changes: [{ field: "purchaseprice", from: "0.92", to: "0.97" }],
          context: { vendor: "Valley Berry Growers" },
        },
      ],
    },
    live: {
      ...empty,
      facts: { currency: "USD" },
      lines: [
        {
          recordName: null,
          values: { purchaseprice: "0.92" },
          facts: { currency: "USD", unit_volume_year: "9000", vendor_name: "Valley Berry Growers" },
          impactCents: 45_000,
        },
      ],
    },
    weighed: { impactCents: 45_000, movementPercent: "5.4348", customerRef: null, complete: true },
    sentence: "Raise 1 cost for Valley Berry Growers, +$450 a year",
    undo: [],
    completeWithoutFacts: false,
  },
  email_draft: {
    payload: {
      action_type: "email_draft",
      entity_type: "customer",
      entity_ref: "Coastal Pantry",
      changes: [
        { field: "to", to: "orders@coastal.example" },
        { field: "subject", to: "Your limit" },
        { field: "body", to: "We have raised it." },
      ],
      context: {},
    },
    live: empty,
    weighed: { impactCents: 0, movementPercent: null, customerRef: "Coastal Pantry", complete: true },
    sentence: "Keep the draft “Your limit” to orders@coastal.example for Coastal Pantry; nothing is sent",
    undo: null,
    completeWithoutFacts: true,
  },
  cache_invalidation: {
    payload: example("cache_invalidation", ["cache", "price-book"], { field: "version_step", to: "1" }),
    live: empty,
    weighed: { impactCents: 0, movementPercent: null, customerRef: null, complete: true },
    sentence: "Have every reader of the cache “price-book” fetch it anew",
    undo: null,
    completeWithoutFacts: true,
  },
};

test("there is an example of every action type, and each can be pushed", () => {
  expect(Object.keys(examples).sort()).toEqual([...ACTION_TYPES].sort());
  for (const { payload } of Object.values(examples)) expect(findPayloadIssues(payload)).toEqual([]);
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
    if (back) expect(findPayloadIssues(back)).toEqual([]);
  });
  test("has a title, and a people's word for each of its fields", () => {
    expect(definition.title).not.toBe("");
    for (const change of payload.changes) expect(fieldOf(type, change.field)!.label).toBeTruthy();
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

describe("what is said of a write", () => {
  const details = (type: ActionType, context: Record<string, unknown>, live: LiveRead | null = null) =>
    actionTypeOf(type)!.details({ ...examples[type].payload, context }, live);
  test.each<[ActionType, string]>([
    ["ar_note", "title"],
    ["ar_note", "subject"],
    ["note_attachment", "title"],
    ["inventory_adjustment", "memo"],
    ["inventory_adjustment", "reason"],
    ["assembly_build", "memo"],
  ])("%s: the %s, which is written as well", (type, key) => {
    expect(details(type, { [key]: "Wire to the new account" }).join()).toContain("“Wire to the new account”");
  });
  test("every text that is written beside the changes has a case above", () => {
    const written = DEFINITIONS.flatMap(({ type, target }) =>
      target.filter((part) => part.written).map((part) => `${type}.${part.name}`),
    );
    expect(written.sort()).toEqual([
      "ar_note.title",
      "assembly_build.memo",
      "assembly_build.trandate",
      "inventory_adjustment.memo",
      "note_attachment.title",
    ]);
  });
  test("a build says where, what it makes of the stock, from which BOM, for how many there are components, and its day", () => {
    const facts = {
      on_hand: "240",
      bom_name: "Garden salad mix",
      revision_name: "R3",
      buildable_quantity: "1020",
    };
    expect(
      details(
        "assembly_build",
        { location: "Plant 2", date: "2026-11-20" },
        { recordName: null, values: {}, facts },
      ),
    ).toEqual([
      "at Plant 2",
      "brings 240 on hand to 640",
      "BOM Garden salad mix, revision R3",
      "components on hand for 1,020",
      "dated 2026-11-20",
    ]);
    const few = { recordName: null, values: {}, facts: { buildable_quantity: "399" } };
    expect(details("assembly_build", {}, few)).toEqual(["components on hand for only 399"]);
  });
  test("a list price says level and quantity, and the base level where neither is named", () => {
    expect(details("item_price_update", { level: "Wholesale", quantity_break: 25 })).toEqual([
      "price level Wholesale",
      "from 25 units",
    ]);
    expect(details("item_price_update", {})).toEqual(["price level Base"]);
    expect(details("item_price_update", { currency: "CAD" })).toEqual(["price level Base", "in CAD"]);
    const { payload } = examples.item_price_update;
    expect(actionTypeOf("item_price_update")!.sentence({ ...payload, context: {} }, null)).toBe(
      "Raise the list price of Item 10472 from $1.41 to $1.45 on price level Base",
    );
  });
  test("a customer price names its customer on a card that could not be read", () => {
    expect(details("customer_price_update", { customer: "C-9" })).toEqual(["for C-9"]);
    expect(
      details("customer_price_update", { customer: "C-9" }, examples.customer_price_update.live),
    ).toEqual([]);
  });
  test("a BOM change says which revision, and weighs the yield alone as what is lost", () => {
    expect(details("bom_change", { component: "10542" })).toEqual([
      "Garden salad mix",
      "the revision in effect when it is written",
    ]);
    const { payload, live } = examples.bom_change;
    const alone = { ...payload, changes: [{ field: "componentyield", from: "80", to: "64" }] };
    // 0.5 cases instead of 0.4, 6,240 times at $13.90.
    expect(actionTypeOf("bom_change")!.weigh(alone, live)).toMatchObject({
      movementPercent: "25",
      impactCents: 867_360,
      complete: true,
    });
    expect(actionTypeOf("bom_change")!.sentence(alone, live)).toBe(
      "In BOM Garden salad mix, revision R3, change the yield of Romaine 24 ct from 80 % to 64 %",
    );
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
