import { expect, test } from "vitest";
import { DEFINITIONS } from "@/lib/action-types/registry";
import { sensitivityOf } from "./sensitive";

test.each([
  ["custentity_iban", "IBAN", "new_bank_details"],
  ["acctnumber", "bank account", "new_bank_details"],
  ["routingnumber", "routing number", "new_bank_details"],
  ["email", "e-mail", "new_recipient"],
  ["invoiceemail", "address for invoices", "new_recipient"],
  ["price", "price", null],
  ["quantity", "quantity to build", null],
])("a field %s (%s) is marked as %s, whatever type brings it", (field, label, mark) => {
  expect(sensitivityOf({ field, label })).toBe(mark);
});

test("of the types there are, the draft's recipients are marked and nothing else", () => {
  const marked = DEFINITIONS.flatMap(({ type, fields }) =>
    fields.filter((field) => sensitivityOf(field)).map(({ field }) => `${type}.${field}`),
  );
  expect(marked).toEqual(["email_draft.to", "email_draft.cc"]);
});

test("every decimal has a range, unless its type allows one value alone", () => {
  const without = DEFINITIONS.flatMap(({ type, fields, onlyTo, implied = [] }) =>
    fields
      .filter(
        ({ kind, range, field }) => kind !== "text" && !range && !implied.some((one) => one.field === field),
      )
      .filter(() => onlyTo === undefined)
      .map(({ field }) => `${type}.${field}`),
  );
  expect(without).toEqual([]);
});
