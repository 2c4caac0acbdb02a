import type { StoredLine, StoredRecord, StoredValue } from "../store/stored-record";
import { distributor } from "./distributor";

/** The parts that all seeded records share: their making, their ids, and money as the store spells it. */

export const USD = "1";
export const SUBSIDIARY = "1";
const SEED_AUTHOR = "System";
export const DAY_MS = 86_400_000;

const FIRST_TERMS_ID = 1;
const FIRST_ITEM_ID = 301;
const FIRST_ASSEMBLY_ID = 401;
const FIRST_BOM_ID = 501;
const FIRST_VENDOR_ID = 601;
const FIRST_CUSTOMER_ID = 701;

export type MakeRecord = (
  type: string,
  id: number | string,
  fields: Record<string, StoredValue>,
  sublists?: Record<string, StoredLine[]>,
) => StoredRecord;

/** Makes records that were saved a day before `now`. */
export function recordMaker(now: Date): MakeRecord {
  const at = new Date(now.getTime() - DAY_MS).toISOString();
  return (type, id, fields, sublists = {}) => ({
    type,
    id: String(id),
    version: 1,
    lastModifiedAt: at,
    lastModifiedBy: SEED_AUTHOR,
    fields: { ...fields, ...(type === "bomrevision" ? {} : { created: at, lastmodifieddate: at }) },
    sublists,
  });
}

/** Items and assemblies share NetSuite's numbers. */
export function itemId(sku: string): string {
  const index = distributor.items.findIndex((item) => item.sku === sku);
  if (index >= 0) return String(FIRST_ITEM_ID + index);
  return String(FIRST_ASSEMBLY_ID + distributor.assemblies.findIndex((assembly) => assembly.sku === sku));
}

/** Ids in the order of the rows, from `first` on. */
const idsFrom =
  <Row>(first: number, rows: readonly Row[], nameOf: (row: Row) => string) =>
  (name: string): string =>
    String(first + rows.findIndex((row) => nameOf(row) === name));

export const customerId = idsFrom(FIRST_CUSTOMER_ID, distributor.customers, ({ name }) => name);
export const termsId = idsFrom(FIRST_TERMS_ID, distributor.paymentTerms, ({ name }) => name);
export const vendorId = idsFrom(FIRST_VENDOR_ID, distributor.vendors, (vendor) => vendor);
export const bomId = idsFrom(FIRST_BOM_ID, distributor.assemblies, ({ bom }) => bom);

/** Cents as decimal text without trailing zeros, the spelling the store keeps. */
export function money(cents: number): string {
  const whole = Math.trunc(cents / 100);
  const fraction = String(cents % 100)
    .padStart(2, "0")
    .replace(/0+$/, "");
  return fraction === "" ? String(whole) : `${whole}.${fraction}`;
}
