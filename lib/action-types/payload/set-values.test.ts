import { describe, expect, test } from "vitest";
import { DEFINITIONS } from "@/lib/action-types/registry";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { setValuesOf } from "./set-values";

const record = { type: "customer", id: "701", item_id: "301" };
const bid: ProposalPayload = {
  action_type: "bid_price_update",
  entity_type: "item",
  entity_ref: "10472",
  changes: [{ field: "price", from: "1.42", to: "1.48" }],
  context: { bid_id: "B5875", customer: "Driscoll's" },
  record,
};
const placesOf = (payload: ProposalPayload) => setValuesOf(payload).map(({ place }) => place);
const namesOf = (payload: ProposalPayload) => setValuesOf(payload).map(({ namedPlace }) => namedPlace);

describe("the values that a payload sets", () => {
  test("are those of every type that updates, and none of a type that adds a record", () => {
    for (const { type, effect, example } of DEFINITIONS) {
      const values = setValuesOf({ ...example, action_type: type });
      const changes = example.lines?.flatMap((line) => line.changes) ?? example.changes;
      expect(values, type).toHaveLength(effect === "update" ? changes.length : 0);
    }
  });
  test("stand at one place whichever type writes them there, whatever the names", () => {
    const customerPrice = {
      ...bid,
      action_type: "customer_price_update",
      context: { customer: "driscoll's" },
      record: { ...record, currency_id: "1" },
    };
    expect(placesOf(customerPrice)).toEqual(placesOf(bid));
    const roll = {
      ...bid,
      action_type: "bulk_price_roll",
      entity_type: "price_roll",
      changes: [],
      lines: [bid, { ...bid, record: { ...record, item_id: "302" } }],
    };
    expect(placesOf(roll)[0]).toBe(placesOf(bid)[0]);
    expect(new Set(placesOf(roll)).size).toBe(2);
    expect(setValuesOf(roll).map(({ path }) => path)).toEqual([
      "lines[0].changes[0].to",
      "lines[1].changes[0].to",
    ]);
  });
  test("stand elsewhere for another record, item or field", () => {
    const others = [
      { ...bid, record: { ...record, id: "702" } },
      { ...bid, record: { ...record, item_id: "302" } },
      { ...bid, action_type: "customer_credit_limit", changes: [{ field: "creditlimit", to: "1" }] },
    ];
    for (const other of others) expect(placesOf(other)).not.toEqual(placesOf(bid));
  });
  test("have no place by ids where the record was never read, and one by names in any spelling", () => {
    const { record: _record, ...unread } = bid;
    expect(placesOf(unread)).toEqual([null]);
    expect(namesOf(unread)).toEqual(namesOf(bid));
    expect(
      namesOf({ ...unread, context: { bid: " b5875 ", customer: "DRISCOLL'S", ticket: "T-1" } }),
    ).toEqual(namesOf(bid));
    expect(namesOf({ ...unread, entity_ref: "10473" })).not.toEqual(namesOf(bid));
  });
  test("name the type where it implies the change, and the change where the caller says it", () => {
    const revoke: ProposalPayload = {
      action_type: "customer_credit_revoke",
      entity_type: "customer",
      entity_ref: "Halvorsen Markets",
      changes: [
        { field: "creditlimit", to: "0" },
        { field: "creditholdoverride", to: "ON" },
      ],
      context: {},
    };
    expect(setValuesOf(revoke).map(({ field, path }) => [field, path])).toEqual([
      ["creditlimit", "changes[0].to"],
      ["creditholdoverride", "action_type"],
    ]);
  });
  test("do not tell a value of the terms by the id that the name led to", () => {
    const terms: ProposalPayload = {
      action_type: "customer_terms_change",
      entity_type: "customer",
      entity_ref: "Coastal Pantry",
      changes: [{ field: "terms", to: "Net 30" }],
      context: {},
      record: { type: "customer", id: "704", terms_id: "2" },
    };
    expect(placesOf({ ...terms, record: { type: "customer", id: "704", terms_id: "3" } })).toEqual(
      placesOf(terms),
    );
  });
});
