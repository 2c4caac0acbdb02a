import { suiteError } from "../modules/error";
import { divideDecimals, isLess, multiplyDecimals, sumDecimals } from "./decimals";
import type { RecordStore } from "./record-store";
import type { StoredLine, StoredRecord } from "./stored-record";

const CUSTOM_PRICE_LEVEL = "-1";

export interface SavedRecord {
  record: StoredRecord;
  effects: StoredRecord[];
}

/**
 * The results that NetSuite works out while saving: line amounts and totals, stock moved by an adjustment or a build.
 * @throws SuiteScriptError USER_ERROR where it would refuse the save.
 */
export function applyBusinessRules(record: StoredRecord, store: RecordStore): SavedRecord {
  switch (record.type) {
    case "salesorder":
      return { record: totalOrder(record, store.get(record.type, record.id)), effects: [] };
    case "inventoryadjustment":
      return { record, effects: moveStock(store, movesOfAdjustment(record)) };
    case "assemblybuild":
      return buildAssembly(record, store);
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

interface StockMove {
  item: string;
  location: string;
  by: string;
}

function movesOfAdjustment(adjustment: StoredRecord): StockMove[] {
  return (adjustment.sublists.inventory ?? []).map((line) => ({
    item: line.item ?? "",
    location: line.location ?? "",
    by: line.adjustqtyby ?? "0",
  }));
}

/** Components come from the BOM's revision; what is lost on the way is taken as well. */
function buildAssembly(build: StoredRecord, store: RecordStore): SavedRecord {
  const { item, location, quantity, billofmaterialsrevision } = build.fields;
  const revision = store.get("bomrevision", billofmaterialsrevision ?? "");
  if (!item || !location || !quantity || !revision)
    throw suiteError("USER_ERROR", "The BOM revision is gone.");
  const component = (revision.sublists.component ?? []).map((line) => ({
    item: line.item ?? null,
    quantity: divideDecimals(
      multiplyDecimals(multiplyDecimals(line.bomquantity ?? "0", quantity), "100"),
      line.componentyield ?? "100",
    ),
  }));
  const consumption = component.map((line) => ({ item: line.item ?? "", location, by: `-${line.quantity}` }));
  for (const move of consumption) requireStock(store, move);
  const effects = moveStock(store, [{ item, location, by: quantity }, ...consumption]);
  return { record: { ...build, sublists: { ...build.sublists, component } }, effects };
}

function requireStock(store: RecordStore, { item, location, by }: StockMove): void {
  const line = findItem(store, item)?.sublists.locations?.find((stock) => stock.location === location);
  if (!isLess(sumDecimals([line?.quantityonhand, by]), "0")) return;
  throw suiteError(
    "USER_ERROR",
    `The component ${item} has insufficient quantity available at this location.`,
  );
}

function findItem(store: RecordStore, id: string): StoredRecord | null {
  return store.get("inventoryitem", id) ?? store.get("assemblyitem", id);
}

/** The items with their stock moved, each once. */
function moveStock(store: RecordStore, moves: readonly StockMove[]): StoredRecord[] {
  const ids = [...new Set(moves.map((move) => move.item))];
  return ids.flatMap((id) => {
    const item = findItem(store, id);
    if (!item) return [];
    const own = moves.filter((move) => move.item === id);
    const locations = (item.sublists.locations ?? []).map((stock) => moveAtLocation(stock, own));
    return [{ ...item, sublists: { ...item.sublists, locations } }];
  });
}

function moveAtLocation(stock: StoredLine, moves: readonly StockMove[]): StoredLine {
  const here = moves.filter((move) => move.location === stock.location).map((move) => move.by);
  return here.length === 0
    ? stock
    : { ...stock, quantityonhand: sumDecimals([stock.quantityonhand, ...here]) };
}
