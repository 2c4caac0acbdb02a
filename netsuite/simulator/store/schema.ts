/** What the simulated account knows of each record type: its fields, what they hold and which are required. */

export type FieldType = "text" | "number" | "select" | "date" | "checkbox";

export interface RecordTypeSchema {
  fields: Record<string, FieldType>;
  sublists: Record<string, Record<string, FieldType>>;
  required: readonly string[];
  /** Governance units of one load and one save. */
  units: { load: number; save: number };
  /** NetSuite's error when a save meets a newer version. */
  collisionCode: "RCRD_HAS_BEEN_CHANGED" | "CUSTOM_RECORD_COLLISION";
  /** Bookkeeping of the RESTlet itself: its saves are no business commits. */
  bookkeeping?: boolean;
}

const COMMON: Record<string, FieldType> = { externalid: "text", lastmodifieddate: "date", created: "date" };
const entity = { load: 5, save: 10 };
const transaction = { load: 10, save: 20 };

function recordType(
  fields: Record<string, FieldType>,
  rest: Partial<Omit<RecordTypeSchema, "fields">> = {},
): RecordTypeSchema {
  return {
    sublists: {},
    required: [],
    units: entity,
    collisionCode: "RCRD_HAS_BEEN_CHANGED",
    ...rest,
    fields: { ...COMMON, ...fields },
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

export const RECORD_TYPES: Readonly<Record<string, RecordTypeSchema>> = {
  currency: recordType({ symbol: "text", name: "text" }),
  subsidiary: recordType({ name: "text", currency: "select" }),
  location: recordType({ name: "text", subsidiary: "select" }),
  account: recordType({ name: "text" }),
  inventoryitem: recordType(
    { itemid: "text", displayname: "text", averagecost: "number", baseprice: "number" },
    {
      sublists: { locations: { location: "select", quantityonhand: "number", averagecost: "number" } },
      required: ["itemid"],
    },
  ),
  customer: recordType(
    {
      entityid: "text",
      companyname: "text",
      currency: "select",
      creditlimit: "number",
      creditholdoverride: "select",
      comments: "text",
      custentity_gfs_bid: "text",
    },
    {
      sublists: { itempricing: { item: "select", level: "select", price: "number", currency: "select" } },
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
  ledger: "customrecord_countersign_ledger",
};

export function canonicalType(type: string): string {
  return TYPE_ALIASES[type] ?? type;
}
