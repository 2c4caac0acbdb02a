import { suiteError } from "../modules/error";
import type { RecordStore } from "../store/record-store";
import { RECORD_TYPES } from "../store/schema";
import type { StoredRecord } from "../store/stored-record";
import { type FilterExpression, type SearchRow, findFilterValues } from "./filters";
import { withSystemNotes } from "./system-notes";

const TRANSACTIONS = ["salesorder", "invoice", "assemblybuild"];
const TYPE_CODES: Readonly<Record<string, string>> = {
  salesorder: "SalesOrd",
  invoice: "CustInvc",
  assemblybuild: "Build",
};
const ITEMS = ["inventoryitem", "assemblyitem"];

/** The rows a search of this type looks at. External ids go through their index. */
export function searchRows(store: RecordStore, type: string, filters: FilterExpression): SearchRow[] {
  const rows = recordRows(store, type, filters);
  return findFilterValues(filters, "systemnotes.date") ? withSystemNotes(store, rows) : rows;
}

function recordRows(store: RecordStore, type: string, filters: FilterExpression): SearchRow[] {
  if (type === "transaction") return TRANSACTIONS.flatMap((one) => store.all(one).flatMap(transactionRows));
  if (TRANSACTIONS.includes(type)) return store.all(type).flatMap(transactionRows);
  if (type !== "item" && !RECORD_TYPES[type])
    throw suiteError("INVALID_SRCH_TYPE", `Invalid search type ${type}.`);
  const records = (type === "item" ? ITEMS : [type]).flatMap((one) => candidates(store, one, filters));
  const locations = findFilterValues(filters, "inventorylocation");
  return locations ? records.flatMap((record) => stockRows(record, locations)) : records.map(recordRow);
}

function candidates(store: RecordStore, type: string, filters: FilterExpression): readonly StoredRecord[] {
  const externalIds = findFilterValues(filters, "externalid");
  if (!externalIds) return store.all(type);
  return externalIds.flatMap((externalId) => store.byExternalId(type, externalId) ?? []);
}

/** A stored record is never changed in place, so its rows stay true; otherwise each search of a year would build them again. */
function cached<Rows>(build: (record: StoredRecord) => Rows): (record: StoredRecord) => Rows {
  const cache = new WeakMap<StoredRecord, Rows>();
  return (record) => {
    const rows = cache.get(record) ?? build(record);
    cache.set(record, rows);
    return rows;
  };
}

const recordRow = cached((record): SearchRow => {
  const empty = Object.keys(RECORD_TYPES[record.type]?.fields ?? {}).map((field) => [field, null]);
  const values = {
    ...Object.fromEntries(empty),
    ...record.fields,
    internalid: record.id,
    lastmodified: record.lastModifiedAt,
    "systemNotes.date": record.lastModifiedAt,
    "systemNotes.name": record.lastModifiedBy,
  };
  return { id: record.id, recordType: record.type, values };
});

function stockRows(record: StoredRecord, locations: string[]): SearchRow[] {
  const row = recordRow(record);
  return (record.sublists.locations ?? [])
    .filter(
      (stock) =>
        stock.location !== null && stock.location !== undefined && locations.includes(stock.location),
    )
    .map((stock) => ({
      ...row,
      values: {
        ...row.values,
        inventorylocation: stock.location ?? null,
        locationquantityonhand: stock.quantityonhand ?? null,
        locationaveragecost: stock.averagecost ?? null,
      },
    }));
}

/** The main line carries the transaction's total; its item lines follow. */
const transactionRows = cached((record): SearchRow[] => {
  const base = recordRow(record);
  const shared = { ...base.values, type: TYPE_CODES[record.type] ?? null };
  // The main line of a build is the assembly itself; a sale's has neither item nor quantity.
  const { item = null, quantity = null, total = null, entity = null, status = null } = record.fields;
  const head = { ...shared, entity, status };
  const main = { ...head, mainline: "T", item, quantity, amount: total };
  const lines = (record.sublists.item ?? []).map((line) => ({
    ...head,
    mainline: "F",
    item: line.item ?? null,
    quantity: line.quantity ?? null,
    amount: line.amount ?? null,
  }));
  return [main, ...lines].map((values) => ({ ...base, values }));
});
