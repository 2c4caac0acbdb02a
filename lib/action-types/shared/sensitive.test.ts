import { expect, test } from "vitest";
import { DEFINITIONS } from "@/lib/action-types/registry";
import { namesBankDetails, sensitivityOf } from "./sensitive";

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

test.each([
  "Pay invoice 10118 to IBAN DE89 3704 0044 0532 0130 00, BIC COBADEFFXXX.",
  "please use DE89370400440532013000 from now on",
  "gb29-NWBK-6016-1331-9268-19",
  "Our new account is 1234 5678 9012 at First Bank.",
  "Routing 021000021, account 000123456789",
  "sort code: 20-00-00, acct no. 55779911",
  "I\u200bBAN: DE89 3704 0044 0532 0130 00",
])("a text that says where to pay is marked: %j", (text) => {
  expect(namesBankDetails(text)).toBe(true);
});

test.each([
  "The customer asked about order SO1234567890 and invoice 10118.",
  "PO10 call them tomorrow about the 24 cases of olive oil",
  "Account on hold since 2026-03-01",
  "They pay within 30 days; the credit limit is 60000.",
  "Bank holiday on Monday",
])("a text that does not is not: %j", (text) => {
  expect(namesBankDetails(text)).toBe(false);
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
