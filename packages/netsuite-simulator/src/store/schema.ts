/** The record types of the simulated account: their fields with types, and the required ones. */

export type FieldType = "text" | "number" | "select" | "date" | "checkbox";

export interface RecordTypeSchema {
  fields: Record<string, FieldType>;
  sublists: Record<string, Record<string, FieldType>>;
  /** Sublists whose lines have columns, by the body field that says at what quantity each column starts. */
  matrices: Readonly<Record<string, { field: string; headers: string }>>;
  /** Select fields that people read and set by a name: the record type that holds it. */
  named: Readonly<Record<string, string>>;
  /** NetSuite keeps no time of the last change of it. */
  undated?: boolean;
  required: readonly string[];
  /** Governance units of one load and one save. */
  units: { load: number; save: number };
  /** NetSuite's error when a save meets a newer version. */
  collisionCode: "RCRD_HAS_BEEN_CHANGED" | "CUSTOM_RECORD_COLLISION";
  /** Bookkeeping of the RESTlet itself: its saves are no business commits. */
  bookkeeping?: boolean;
}

const DATES: Record<string, FieldType> = { lastmodifieddate: "date", created: "date" };
const entity = { load: 5, save: 10 };
const transaction = { load: 10, save: 20 };

function recordType(
  fields: Record<string, FieldType>,
  rest: Partial<Omit<RecordTypeSchema, "fields">> = {},
): RecordTypeSchema {
  return {
    sublists: {},
    matrices: {},
    named: {},
    required: [],
    units: entity,
    collisionCode: "RCRD_HAS_BEEN_CHANGED",
    ...rest,
    fields: { externalid: "text", ...(rest.undated ? {} : DATES), ...fields },
  };
}

const orderLine: Record<string, FieldType> = {
  lineuniquekey: "select",
  item: "select",
  description: "text",
  quantity: "number",
  price: "select",
  rate: "number",
  amount: "number",
};
const salesTransaction: Record<string, FieldType> = {
  tranid: "text",
  entity: "select",
  trandate: "date",
  status: "select",
  total: "number",
  currency: "select",
  memo: "text",
};

/** Five columns at most, as NetSuite has them without further set-up. */
const priceLine: Record<string, FieldType> = {
  pricelevel: "select",
  price_1_: "number",
  price_2_: "number",
  price_3_: "number",
  price_4_: "number",
  price_5_: "number",
};
const itemFields: Record<string, FieldType> = {
  itemid: "text",
  displayname: "text",
  averagecost: "number",
  baseprice: "number",
  price1_breaks: "text",
};
const itemSublists: RecordTypeSchema["sublists"] = {
  locations: { location: "select", quantityonhand: "number", averagecost: "number" },
  price1: priceLine,
  itemvendor: { vendor: "select", purchaseprice: "number", preferredvendor: "checkbox", vendorcode: "text" },
};
const itemMatrices = { price1: { field: "price", headers: "price1_breaks" } };

export const RECORD_TYPES: Readonly<Record<string, RecordTypeSchema>> = {
  currency: recordType({ symbol: "text", name: "text" }),
  subsidiary: recordType({ name: "text", currency: "select" }),
  location: recordType({ name: "text", subsidiary: "select" }),
  account: recordType({ name: "text" }),
  pricelevel: recordType({ name: "text" }),
  term: recordType(
    {
      name: "text",
      isinactive: "checkbox",
      daysuntilnetdue: "number",
      discountpercent: "number",
      daysuntilexpiry: "number",
    },
    { required: ["name"] },
  ),
  vendor: recordType({ entityid: "text", companyname: "text", currency: "select" }),
  inventoryitem: recordType(itemFields, {
    sublists: itemSublists,
    matrices: itemMatrices,
    required: ["itemid"],
  }),
  assemblyitem: recordType(itemFields, {
    sublists: { ...itemSublists, billofmaterials: { billofmaterials: "select", masterdefault: "checkbox" } },
    matrices: itemMatrices,
    required: ["itemid"],
  }),
  bom: recordType(
    { name: "text", subsidiary: "select" },
    { sublists: { assembly: { assembly: "select" } }, required: ["name"] },
  ),
  bomrevision: recordType(
    {
      billofmaterials: "select",
      name: "text",
      isinactive: "checkbox",
      effectivestartdate: "date",
      effectiveenddate: "date",
    },
    {
      sublists: { component: { item: "select", bomquantity: "number", componentyield: "number" } },
      required: ["billofmaterials", "name"],
      undated: true,
    },
  ),
  assemblybuild: recordType(
    {
      tranid: "text",
      subsidiary: "select",
      location: "select",
      item: "select",
      quantity: "number",
      billofmaterials: "select",
      billofmaterialsrevision: "select",
      trandate: "date",
      memo: "text",
    },
    {
      sublists: { component: { item: "select", quantity: "number" } },
      required: ["subsidiary", "location", "item", "quantity", "billofmaterialsrevision"],
      units: transaction,
    },
  ),
  customer: recordType(
    {
      entityid: "text",
      companyname: "text",
      currency: "select",
      creditlimit: "number",
      creditholdoverride: "select",
      terms: "select",
      balance: "number",
      overduebalance: "number",
      comments: "text",
      custentity_gfs_bid: "text",
    },
    {
      sublists: { itempricing: { item: "select", level: "select", price: "number", currency: "select" } },
      named: { terms: "term" },
      required: ["companyname"],
    },
  ),
  salesorder: recordType(salesTransaction, {
    sublists: { item: orderLine },
    required: ["entity"],
    units: transaction,
  }),
  invoice: recordType(salesTransaction, {
    sublists: { item: orderLine },
    required: ["entity"],
    units: transaction,
  }),
  inventoryadjustment: recordType(
    {
      tranid: "text",
      account: "select",
      subsidiary: "select",
      adjlocation: "select",
      trandate: "date",
      memo: "text",
    },
    {
      sublists: {
        inventory: { item: "select", location: "select", adjustqtyby: "number", unitcost: "number" },
      },
      required: ["account", "subsidiary", "adjlocation"],
      units: transaction,
    },
  ),
  note: recordType(
    { title: "text", note: "text", entity: "select", transaction: "select" },
    { required: ["title"] },
  ),
  customrecord_countersign_ledger: recordType(
    {
      name: "text",
      custrecord_cs_action_type: "text",
      custrecord_cs_payload_hash: "text",
      custrecord_cs_state: "text",
      custrecord_cs_record_type: "text",
      custrecord_cs_record_id: "text",
      custrecord_cs_seen: "text",
      custrecord_cs_result: "text",
      custrecord_cs_attempt: "number",
    },
    {
      units: { load: 2, save: 4 },
      collisionCode: "CUSTOM_RECORD_COLLISION",
      bookkeeping: true,
      required: ["name"],
    },
  ),
};

/** Words people use for record types in the control addresses. */
const TYPE_ALIASES: Readonly<Record<string, string>> = {
  item: "inventoryitem",
  sales_order: "salesorder",
  inventory_adjustment: "inventoryadjustment",
  assembly_build: "assemblybuild",
  bom_revision: "bomrevision",
  ledger: "customrecord_countersign_ledger",
};

export function canonicalType(type: string): string {
  return TYPE_ALIASES[type] ?? type;
}
