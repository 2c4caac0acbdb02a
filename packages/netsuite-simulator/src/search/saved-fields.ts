import { suiteError } from "../modules/error";
import { isLess, normaliseDecimal } from "../store/decimals";
import { type FieldType, RECORD_TYPES } from "../store/schema";

/** The fields that a saved search may name, by their kinds, and the operators that each kind takes. */

/** A customer's price for an item: a search that names one of these has a row for each. */
export const PRICING_FIELDS: Readonly<Record<string, FieldType>> = {
  pricingitem: "select",
  itempricinglevel: "select",
  itempricingunitprice: "number",
};

const TRANSACTION_FIELDS: Readonly<Record<string, FieldType>> = {
  tranid: "text",
  memo: "text",
  trandate: "date",
  type: "select",
  entity: "select",
  status: "select",
  item: "select",
  mainline: "checkbox",
  quantity: "number",
  amount: "number",
};

const NOTE_FIELDS: Readonly<Record<string, FieldType>> = {
  "systemnotes.date": "date",
  "systemnotes.name": "text",
};

const TRANSACTION_TYPES = ["transaction", "salesorder", "invoice", "assemblybuild"];

/** @throws SuiteScriptError for a field that the searched records do not have. */
export function kindOf(type: string, field: string): FieldType {
  const kind = kindsOf(type)[field.toLowerCase()];
  if (!kind)
    throw suiteError("SSS_INVALID_SRCH_FILTER", `An nlobjSearchFilter contains invalid criteria: ${field}`);
  return kind;
}

function kindsOf(type: string): Readonly<Record<string, FieldType>> {
  const shared = { internalid: "select", ...NOTE_FIELDS } as const;
  if (TRANSACTION_TYPES.includes(type)) return { ...shared, ...TRANSACTION_FIELDS };
  const fields = RECORD_TYPES[type === "item" ? "inventoryitem" : type]?.fields;
  return { ...shared, ...fields, ...(type === "customer" ? PRICING_FIELDS : {}) };
}

type Check = (value: string, wanted: readonly string[]) => boolean;

const first = ([wanted = ""]: readonly string[]) => wanted;

const OPERATORS: Readonly<Record<FieldType, Readonly<Record<string, Check>>>> = {
  text: { is: (value, wanted) => value.toLowerCase() === first(wanted).toLowerCase() },
  checkbox: { is: (value, wanted) => value === first(wanted) },
  select: { anyof: (value, wanted) => wanted.includes(value) },
  number: {
    equalto: (value, wanted) => !isLess(value, first(wanted)) && !isLess(first(wanted), value),
    lessthan: (value, wanted) => isLess(value, first(wanted)),
    greaterthan: (value, wanted) => isLess(first(wanted), value),
  },
  date: { on: (value, wanted) => value.slice(0, 10) === first(wanted) },
};

const isText = () => true;

/** The values that a filter takes: a reference is compared by its id, never by its name. */
const FORMS: Readonly<Record<FieldType, (value: string) => boolean>> = {
  text: isText,
  checkbox: (value) => value === "T" || value === "F",
  select: (value) => /^(\d+|[A-Za-z]+(:[A-Z])?)$/.test(value),
  number: (value) => normaliseDecimal(value) !== null,
  date: isText,
};

/** @throws SuiteScriptError for an operator of another kind, and for a value that is none of this kind. */
export function checkOf(
  kind: FieldType,
  operator: string,
  wanted: readonly string[],
): (value: string) => boolean {
  const check = OPERATORS[kind][operator];
  if (!check)
    throw suiteError(
      "SSS_INVALID_SRCH_OPERATOR",
      `An nlobjSearchFilter contains an invalid operator: ${operator}`,
    );
  if (!wanted.every(FORMS[kind]))
    throw suiteError(
      "SSS_INVALID_SRCH_FILTER",
      `An nlobjSearchFilter contains invalid criteria: ${wanted.join()}`,
    );
  return (value) => check(value, wanted);
}
