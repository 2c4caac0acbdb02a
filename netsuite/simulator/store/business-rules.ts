import { multiplyDecimals, sumDecimals } from "./decimal-sum";
import type { RecordStore } from "./record-store";
import type { StoredLine, StoredRecord } from "./stored-record";

const CUSTOM_PRICE_LEVEL = "-1";

export interface SavedRecord {
  record: StoredRecord;
  effects: StoredRecord[];
}

/** What NetSuite works out while saving: line amounts and totals, stock moved by an adjustment. */
export function applyBusinessRules(record: StoredRecord, store: RecordStore): SavedRecord {
  switch (record.type) {
    case "salesorder":
      return { record: totalOrder(record, store.get(record.type, record.id)), effects: [] };
    case "inventoryadjustment":
      return { record, effects: moveStock(record, store) };
    default:
      return { record, effects: [] };
  }
}

/** A line whose price level is not custom keeps the level's rate: a rate set beside it is lost, as in NetSuite. */
function totalOrder(order: StoredRecord, before: StoredRecord | null): StoredRecord {
  const lines = (order.sublists.item ?? []).map((line, index) => {
    const old = before?.sublists.item?.[index];
    const rate = line.price === CUSTOM_PRICE_LEVEL || !old ? line.rate : old.rate;
    return { ...line, rate: rate ?? null, amount: multiplyDecimals(line.quantity ?? "0", rate ?? "0") };
  });
  const total = sumDecimals(lines.map((line) => line.amount));
  return { ...order, fields: { ...order.fields, total }, sublists: { ...order.sublists, item: lines } };
}

function moveStock(adjustment: StoredRecord, store: RecordStore): StoredRecord[] {
  const lines = adjustment.sublists.inventory ?? [];
  return lines.flatMap((line) => {
    const item = line.item ? store.get("inventoryitem", line.item) : null;
    if (!item) return [];
    const locations = (item.sublists.locations ?? []).map((stock) => moveAtLocation(stock, line));
    return [{ ...item, sublists: { ...item.sublists, locations } }];
  });
}

function moveAtLocation(stock: StoredLine, line: StoredLine): StoredLine {
  if (stock.location !== line.location) return stock;
  return { ...stock, quantityonhand: sumDecimals([stock.quantityonhand, line.adjustqtyby]) };
}
