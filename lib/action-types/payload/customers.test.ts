import { expect, test } from "vitest";
import { customersOf } from "./customers";

const line = (customer: string) => ({ entity_ref: "10472", changes: [], context: { customer } });
const roll = (...customers: string[]) => ({
  action_type: "bulk_price_roll",
  entity_type: "price_roll",
  entity_ref: "ROLL-1",
  changes: [],
  context: {},
  lines: customers.map(line),
});
const of = (impact_cents: number | null, customer?: string) => ({
  ...(customer ? { customer } : {}),
  impact_cents,
});

test("a roll concerns each customer once, under the name that was read, with the sizes of its own lines", () => {
  const lines = [of(500, "Driscoll's"), of(-250, "Coastal Pantry"), of(40, "Driscoll's"), of(null)];
  const payload = roll("701", "704", "driscoll's", "Riverbend Foods");
  expect(customersOf({ payload, customerRef: null, impactCents: 790, lines })).toEqual([
    { customer_ref: "Driscoll's", impact_cents: 540 },
    { customer_ref: "Coastal Pantry", impact_cents: 250 },
    { customer_ref: "Riverbend Foods", impact_cents: null },
  ]);
});

test("an action on one customer that was read has the whole impact", () => {
  const payload = roll("701", "Driscoll's");
  expect(customersOf({ payload, customerRef: "Driscoll's", impactCents: 790, lines: [] })).toEqual([
    { customer_ref: "Driscoll's", impact_cents: 790 },
  ]);
});
