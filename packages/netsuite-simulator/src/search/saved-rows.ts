import { suiteError } from "../modules/error";
import { divideDecimals, roundDecimal, subtractDecimals } from "../store/decimals";
import type { RecordStore } from "../store/record-store";
import type { StoredRecord, StoredValue } from "../store/stored-record";
import type { SearchRow } from "./filters";
import { searchRows } from "./rows";
import { PRICING_FIELDS } from "./saved-fields";
import type { SavedColumn, SavedSearch } from "./saved-search";

/** The rows that a saved search looks at, before its filters: with the texts of references and the formulas worked out. */
export function savedRows(store: RecordStore, { type, columns }: SavedSearch): SearchRow[] {
  const wantsNotes = columns.some(({ join }) => join?.toLowerCase() === "systemnotes");
  const base = searchRows(store, type, wantsNotes ? [["systemnotes.date", "onorafter", "daysago0"]] : []);
  const wantsPrices = columns.some(({ name, formula = "" }) => {
    return Object.keys(PRICING_FIELDS).some((field) => name === field || formula.includes(field));
  });
  const rows = type === "customer" && wantsPrices ? base.flatMap((row) => priceRows(store, row)) : base;
  return rows.map((row) => withTexts(store, withFormulas(row, columns)));
}

/** One row per price that the customer has. */
function priceRows(store: RecordStore, row: SearchRow): SearchRow[] {
  const lines = store.get(row.recordType, row.id)?.sublists.itempricing ?? [];
  return lines.map(({ item = null, level = null, price = null }) => {
    const values = { ...row.values, pricingitem: item, itempricinglevel: level, itempricingunitprice: price };
    const cost = findItem(store, item)?.fields.averagecost ?? null;
    return { ...row, values: { ...values, "pricingitem.averagecost": cost } };
  });
}

function findItem(store: RecordStore, id: StoredValue): StoredRecord | null {
  return store.get("inventoryitem", id ?? "") ?? store.get("assemblyitem", id ?? "");
}

type Values = SearchRow["values"];

const PRICE = "itempricingunitprice";
const COST = "pricingitem.averagecost";

/** The formulas of the searches that this account has; any other one of a single field is that field. */
const FORMULAS: Readonly<Record<string, (values: Values) => StoredValue>> = {
  [`ROUND(({${PRICE}}-{${COST}})/{${PRICE}},4)`]: ({ [PRICE]: price = null, [COST]: cost = null }) =>
    price === null || cost === null
      ? null
      : roundDecimal(divideDecimals(subtractDecimals(price, cost), price), 4),
};

/** A formula column is found by its formula: several of them share a name. */
export const formulaKey = (formula: string): string => `formula ${formula}`;

function withFormulas(row: SearchRow, columns: readonly SavedColumn[]): SearchRow {
  const worked = columns.flatMap(({ formula }) =>
    formula === undefined ? [] : [[formulaKey(formula), workOut(formula, row.values)] as const],
  );
  return { ...row, values: { ...row.values, ...Object.fromEntries(worked) } };
}

function workOut(formula: string, values: Values): StoredValue {
  const known = Object.hasOwn(FORMULAS, formula) ? FORMULAS[formula] : undefined;
  if (known) return known(values);
  const [, field = ""] = /^\{([\w.]+)\}$/.exec(formula) ?? [];
  const value = values[field];
  if (value === undefined) throw suiteError("UNEXPECTED_ERROR", `The formula ${formula} is not simulated.`);
  return value;
}

/** The record types that a reference leads to, and the field whose text stands for one. */
const REFERENCES: Readonly<Record<string, { types: string[]; text: string }>> = {
  pricingitem: { types: ["inventoryitem", "assemblyitem"], text: "itemid" },
  item: { types: ["inventoryitem", "assemblyitem"], text: "itemid" },
  itempricinglevel: { types: ["pricelevel"], text: "name" },
  entity: { types: ["customer"], text: "companyname" },
  terms: { types: ["term"], text: "name" },
  currency: { types: ["currency"], text: "symbol" },
  location: { types: ["location"], text: "name" },
};

function withTexts(store: RecordStore, row: SearchRow): SearchRow {
  const texts = Object.entries(REFERENCES).flatMap(([field, { types, text }]) => {
    const id = row.values[field];
    const found = id ? types.map((type) => store.get(type, id)).find((record) => record !== null) : null;
    return found ? [[field, found.fields[text] ?? ""] as const] : [];
  });
  return { ...row, texts: { ...row.texts, ...Object.fromEntries(texts) } };
}
