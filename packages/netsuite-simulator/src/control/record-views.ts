import { normaliseDecimal } from "../store/decimals";
import type { RecordStore } from "../store/record-store";
import { type FieldType, RECORD_TYPES, canonicalType } from "../store/schema";
import type { Author, StoredLine, StoredRecord, StoredValue } from "../store/stored-record";

/**
 * The account as an outsider sees and changes it: whole records, and views of one line each
 *   bid_price      `B5875:10472`                    the price of an item for a customer, by bid or name
 *   order_line     `SO-22984:229841`                a line of a sales order, by its unique key
 *   on_hand        `10472:Dallas DC`                the stock of an item at a location
 *   list_price     `10472:Wholesale:25`             the price of an item at a level, from a quantity up
 *   vendor_cost    `10472:Valley Berry Growers`     what a vendor asks for an item
 *   bom_component  `Garden salad mix:10542`         a component in the revision without an end
 */
export interface RecordView {
  read(): Record<string, unknown>;
  /** @throws TypeError for a field the record does not have. */
  write(fields: Record<string, unknown>, by: Author): void;
  remove(by: Author): void;
}

export const OUTSIDER: Author = { name: "Morgan Ellis", role: { id: "1018", name: "Sales Manager" } };

const external = { actionKey: null, source: "external" } as const;

/** Null when there is no such record. Items are found by SKU, customers and locations by name, orders by number. */
export function findView(store: RecordStore, type: string, id: string): RecordView | null {
  const [owner, key] = splitOnce(id);
  const lineFor = (record: StoredRecord | null, sublist: string, field: string, other: StoredRecord | null) =>
    lineView(store, record, sublist, { [field]: other?.id ?? "" });
  switch (type) {
    case "bid_price": {
      const customer = findBy(store, "customer", ["custentity_gfs_bid", "companyname"], owner);
      return lineFor(customer, "itempricing", "item", findItem(store, key));
    }
    case "order_line":
    case "sales_order_line":
      return lineView(store, findRecord(store, "salesorder", owner), "item", { lineuniquekey: key });
    case "on_hand":
      return lineFor(findItem(store, owner), "locations", "location", findRecord(store, "location", key));
    case "list_price":
      return listPriceView(store, findItem(store, owner), ...splitOnce(key));
    case "vendor_cost":
      return lineFor(findItem(store, owner), "itemvendor", "vendor", findRecord(store, "vendor", key));
    case "bom_component":
      return lineFor(findRevision(store, owner), "component", "item", findItem(store, key));
    default: {
      const record = findRecord(store, canonicalType(type), id);
      return record ? wholeView(store, record) : null;
    }
  }
}

const NAME_FIELDS: Readonly<Record<string, string[]>> = {
  inventoryitem: ["itemid"],
  assemblyitem: ["itemid"],
  pricelevel: ["name"],
  vendor: ["companyname", "entityid"],
  bom: ["name"],
  customer: ["companyname", "entityid", "custentity_gfs_bid"],
  location: ["name"],
  salesorder: ["tranid"],
  invoice: ["tranid"],
  currency: ["symbol"],
  term: ["name"],
};

function findRecord(store: RecordStore, type: string, id: string): StoredRecord | null {
  return (
    findBy(store, type, NAME_FIELDS[type] ?? [], id) ?? store.byExternalId(type, id) ?? store.get(type, id)
  );
}

function findBy(store: RecordStore, type: string, fields: string[], value: string): StoredRecord | null {
  const match = store.all(type).find((record) => fields.some((field) => record.fields[field] === value));
  return match ? store.get(type, match.id) : null;
}

function findItem(store: RecordStore, sku: string): StoredRecord | null {
  return findRecord(store, "inventoryitem", sku) ?? findRecord(store, "assemblyitem", sku);
}

/** The revision of a BOM that has no end. */
function findRevision(store: RecordStore, bomName: string): StoredRecord | null {
  const bom = findRecord(store, "bom", bomName);
  const match = store
    .all("bomrevision")
    .find(({ fields }) => fields.billofmaterials === bom?.id && !fields.effectiveenddate);
  return match ? store.get("bomrevision", match.id) : null;
}

/** A cell of the price matrix as one line with a `price`; removing it takes the whole level off the item. */
function listPriceView(
  store: RecordStore,
  item: StoredRecord | null,
  level: string,
  from: string,
): RecordView | null {
  const column = (item?.fields.price1_breaks ?? "").split(",").indexOf(from === "" ? "0" : from);
  const line = lineView(store, item, "price1", {
    pricelevel: findRecord(store, "pricelevel", level === "" ? "Base Price" : level)?.id ?? "",
  });
  if (!line || column < 0) return null;
  const cell = `price_${column + 1}_`;
  return {
    read() {
      const whole = line.read();
      return { ...whole, price: whole[cell] ?? null };
    },
    write({ price, ...others }, by) {
      line.write({ ...others, ...(price === undefined ? {} : { [cell]: price }) }, by);
    },
    remove: (by) => line.remove(by),
  };
}

function splitOnce(id: string): [string, string] {
  const at = id.indexOf(":");
  return at < 0 ? [id, ""] : [id.slice(0, at), id.slice(at + 1)];
}

function wholeView(store: RecordStore, record: StoredRecord): RecordView {
  const schema = RECORD_TYPES[record.type];
  return {
    read: () => ({ ...head(record), ...store.inNames(record).fields, ...record.sublists }),
    write(fields, by) {
      const next = structuredClone(record);
      for (const [name, value] of Object.entries(fields)) {
        const sublist = schema?.sublists[name];
        if (sublist && Array.isArray(value)) next.sublists[name] = value.map((line) => toLine(line, sublist));
        else
          next.fields[name] = toStored(idOf(store, schema?.named[name], value), schema?.fields[name], name);
      }
      store.apply({ puts: [next], by, ...external });
    },
    remove: (by) => store.apply({ deletes: [{ type: record.type, id: record.id }], by, ...external }),
  };
}

/** The id behind a name of the list; anything else as it is. @throws TypeError for a name that is not in the list. */
function idOf(store: RecordStore, list: string | undefined, value: unknown): unknown {
  if (list === undefined || value === null) return value;
  const match = store.all(list).find(({ fields }) => fields.name === value);
  if (!match) throw new TypeError(`There is no ${list} called ${String(value)}.`);
  return match.id;
}

function lineView(
  store: RecordStore,
  record: StoredRecord | null,
  sublist: string,
  match: StoredLine,
): RecordView | null {
  const lines = record?.sublists[sublist] ?? [];
  const index = lines.findIndex((line) =>
    Object.entries(match).every(([field, value]) => line[field] === value),
  );
  if (!record || index < 0) return null;
  const types = RECORD_TYPES[record.type]?.sublists[sublist] ?? {};
  const replace = (line: StoredLine[], by: Author) => {
    const next = {
      ...record,
      sublists: { ...record.sublists, [sublist]: lines.toSpliced(index, 1, ...line) },
    };
    store.apply({ puts: [next], by, ...external });
  };
  return {
    read: () => ({ ...head(record), ...lines[index] }),
    write(fields, by) {
      replace([{ ...lines[index], ...toLine(fields, types) }], by);
    },
    remove: (by) => replace([], by),
  };
}

function head(record: StoredRecord): Record<string, unknown> {
  const { type, id, version, lastModifiedAt, lastModifiedBy } = record;
  return { type, id, version, last_modified_at: lastModifiedAt, last_modified_by: lastModifiedBy };
}

function toLine(line: unknown, types: Record<string, FieldType>): StoredLine {
  if (typeof line !== "object" || line === null) throw new TypeError("A line must be an object.");
  return Object.fromEntries(
    Object.entries(line).map(([name, value]) => [name, toStored(value, types[name], name)]),
  );
}

function toStored(value: unknown, type: FieldType | undefined, name: string): StoredValue {
  if (!type) throw new TypeError(`There is no field ${name}.`);
  if (value === null || value === "") return null;
  if (typeof value !== "string" && typeof value !== "number")
    throw new TypeError(`${name} must be text or a number.`);
  if (type !== "number") return String(value);
  const decimal = normaliseDecimal(String(value));
  if (decimal === null) throw new TypeError(`${name} must be a decimal.`);
  return decimal;
}
