import type { StoredLine, StoredRecord } from "../store/stored-record";
import { type Assembly, revisionNames } from "./assemblies";
import { distributor } from "./distributor";
import type { Item } from "./items";
import { listPriceCents, priceLevels, quantityBreaks } from "./price-levels";
import { DAY_MS, type MakeRecord, SUBSIDIARY, USD, bomId, itemId, money, vendorId } from "./seed-record";
import { purchasePricesOf } from "./vendors";

/** Items with stock, price list and vendors; assemblies with their BOMs and what was built of them in the year. */

const FIRST_REVISION_ID = 521;
const FIRST_BUILD_ID = 9_001;
const BUILDS_PER_YEAR = 12;
const BUILD_EVERY_DAYS = 30;
const PLANT = "Plant 2";

export function itemRecords(make: MakeRecord, now: Date): StoredRecord[] {
  return [
    ...priceLevels.map(({ name }, index) => make("pricelevel", index + 1, { name })),
    ...distributor.vendors.map((companyname, index) =>
      make("vendor", vendorId(companyname), { entityid: `V-${100 + index}`, companyname, currency: USD }),
    ),
    ...distributor.items.map((item) =>
      make("inventoryitem", itemId(item.sku), itemFields(item), {
        ...itemLines(item),
        itemvendor: purchasePricesOf(item).map(({ vendor, cents }, index) => ({
          vendor: vendorId(vendor),
          purchaseprice: money(cents),
          preferredvendor: index === 0 ? "T" : "F",
        })),
      }),
    ),
    ...distributor.assemblies.flatMap((assembly, index) => [
      ...assemblyRecords(make, now, assembly, FIRST_REVISION_ID + index * 2),
      ...buildRecords(make, now, assembly, FIRST_BUILD_ID + index * BUILDS_PER_YEAR),
    ]),
  ];
}

function itemFields(item: Item) {
  return {
    itemid: item.sku,
    displayname: item.name,
    averagecost: money(item.unitCostCents),
    baseprice: money(item.listPriceCents),
    price1_breaks: quantityBreaks.map(({ from }) => from).join(","),
  };
}

function itemLines({ sku, unitCostCents, listPriceCents: baseCents }: Item): Record<string, StoredLine[]> {
  return {
    locations: distributor.locations.map((name, index) => ({
      location: String(index + 1),
      quantityonhand: String(distributor.onHand(sku, name)),
      averagecost: money(unitCostCents),
    })),
    price1: priceLevels.map(({ name }, index) => ({
      pricelevel: String(index + 1),
      ...Object.fromEntries(
        quantityBreaks.map(({ from }, column) => [
          `price_${column + 1}_`,
          money(listPriceCents(baseCents, name, from)),
        ]),
      ),
    })),
  };
}

function assemblyRecords(
  make: MakeRecord,
  now: Date,
  assembly: Assembly,
  firstRevisionId: number,
): StoredRecord[] {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  const billofmaterials = bomId(assembly.bom);
  const component = assembly.components.map(({ sku, quantity, yieldPercent }) => ({
    item: itemId(sku),
    bomquantity: quantity,
    componentyield: yieldPercent,
  }));
  const shared = { billofmaterials, isinactive: "F" };
  return [
    make("assemblyitem", itemId(assembly.sku), itemFields(assembly), {
      ...itemLines(assembly),
      billofmaterials: [{ billofmaterials, masterdefault: "T" }],
    }),
    make(
      "bom",
      billofmaterials,
      { name: assembly.bom, subsidiary: SUBSIDIARY },
      { assembly: [{ assembly: itemId(assembly.sku) }] },
    ),
    make(
      "bomrevision",
      firstRevisionId,
      {
        ...shared,
        name: revisionNames.over,
        effectivestartdate: daysAgo(500),
        effectiveenddate: daysAgo(121),
      },
      { component: component.slice(0, -1) },
    ),
    make(
      "bomrevision",
      firstRevisionId + 1,
      { ...shared, name: revisionNames.inEffect, effectivestartdate: daysAgo(120), effectiveenddate: null },
      { component },
    ),
  ];
}

function buildRecords(make: MakeRecord, now: Date, assembly: Assembly, firstId: number): StoredRecord[] {
  const location = String(distributor.locations.indexOf(PLANT) + 1);
  return Array.from({ length: BUILDS_PER_YEAR }, (_, index) =>
    make("assemblybuild", firstId + index, {
      tranid: `AB-${3_000 + firstId - FIRST_BUILD_ID + index}`,
      subsidiary: SUBSIDIARY,
      location,
      item: itemId(assembly.sku),
      quantity: String(assembly.builtYear / BUILDS_PER_YEAR),
      billofmaterials: bomId(assembly.bom),
      trandate: new Date(now.getTime() - (10 + index * BUILD_EVERY_DAYS) * DAY_MS).toISOString(),
    }),
  );
}
