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

/** Names of fields by their type: `{ text: "name memo", select: "entity" }`. */
type FieldNames = Partial<Record<FieldType, string>>;

function fieldsOf(names: FieldNames): Record<string, FieldType> {
  const entries = Object.entries(names) as [FieldType, string][];
  return Object.fromEntries(entries.flatMap(([type, list]) => list.split(" ").map((name) => [name, type])));
}

const entity = { load: 5, save: 10 };
const transaction = { load: 10, save: 20 };

interface RecordTypeOptions extends Partial<Omit<RecordTypeSchema, "fields" | "sublists">> {
  sublists?: Record<string, FieldNames>;
}

function recordType(names: FieldNames, { sublists = {}, ...rest }: RecordTypeOptions = {}): RecordTypeSchema {
  return {
    matrices: {},
    named: {},
    required: [],
    units: entity,
    collisionCode: "RCRD_HAS_BEEN_CHANGED",
    ...rest,
    sublists: Object.fromEntries(Object.entries(sublists).map(([name, line]) => [name, fieldsOf(line)])),
    fields: {
      externalid: "text",
      ...(rest.undated ? {} : fieldsOf({ date: "lastmodifieddate created" })),
      ...fieldsOf(names),
    },
  };
}

const salesTransaction = recordType(
  { text: "tranid memo", select: "entity status currency", date: "trandate", number: "total" },
  {
    sublists: {
      item: { select: "lineuniquekey item price", text: "description", number: "quantity rate amount" },
    },
    required: ["entity"],
    units: transaction,
  },
);

const itemNames: FieldNames = { text: "itemid displayname price1_breaks", number: "averagecost baseprice" };
const itemOptions = {
  sublists: {
    locations: { select: "location", number: "quantityonhand averagecost" },
    /** Five columns at most, as NetSuite has them without further set-up. */
    price1: { select: "pricelevel", number: "price_1_ price_2_ price_3_ price_4_ price_5_" },
    itemvendor: {
      select: "vendor",
      number: "purchaseprice",
      checkbox: "preferredvendor",
      text: "vendorcode",
    },
  },
  matrices: { price1: { field: "price", headers: "price1_breaks" } },
  required: ["itemid"],
} satisfies RecordTypeOptions;

export const RECORD_TYPES: Readonly<Record<string, RecordTypeSchema>> = {
  currency: recordType({ text: "symbol name", number: "exchangerate" }),
  subsidiary: recordType({ text: "name", select: "currency" }),
  location: recordType({ text: "name", select: "subsidiary" }),
  account: recordType({ text: "name" }),
  pricelevel: recordType({ text: "name" }),
  term: recordType(
    { text: "name", checkbox: "isinactive", number: "daysuntilnetdue discountpercent daysuntilexpiry" },
    { required: ["name"] },
  ),
  vendor: recordType({ text: "entityid companyname", select: "currency" }),
  inventoryitem: recordType(itemNames, itemOptions),
  assemblyitem: recordType(itemNames, {
    ...itemOptions,
    sublists: {
      ...itemOptions.sublists,
      billofmaterials: { select: "billofmaterials", checkbox: "masterdefault" },
    },
  }),
  bom: recordType(
    { text: "name", select: "subsidiary" },
    { sublists: { assembly: { select: "assembly" } }, required: ["name"] },
  ),
  bomrevision: recordType(
    {
      select: "billofmaterials",
      text: "name",
      checkbox: "isinactive",
      date: "effectivestartdate effectiveenddate",
    },
    {
      sublists: { component: { select: "item", number: "bomquantity componentyield" } },
      required: ["billofmaterials", "name"],
      undated: true,
    },
  ),
  assemblybuild: recordType(
    {
      text: "tranid memo",
      select: "subsidiary location item billofmaterials billofmaterialsrevision",
      number: "quantity",
      date: "trandate",
    },
    {
      sublists: { component: { select: "item", number: "quantity" } },
      required: ["subsidiary", "location", "item", "quantity", "billofmaterialsrevision"],
      units: transaction,
    },
  ),
  customer: recordType(
    {
      text: "entityid companyname comments custentity_gfs_bid email altemail",
      select: "currency creditholdoverride terms",
      number: "creditlimit balance overduebalance",
    },
    {
      sublists: { itempricing: { select: "item level currency", number: "price" } },
      named: { terms: "term" },
      required: ["companyname"],
    },
  ),
  salesorder: salesTransaction,
  invoice: salesTransaction,
  inventoryadjustment: recordType(
    { text: "tranid memo", select: "account subsidiary adjlocation", date: "trandate" },
    {
      sublists: { inventory: { select: "item location", number: "adjustqtyby unitcost" } },
      required: ["account", "subsidiary", "adjlocation"],
      units: transaction,
    },
  ),
  note: recordType({ text: "title note", select: "entity transaction" }, { required: ["title"] }),
  customrecord_countersign_ledger: recordType(
    {
      text: [
        "name custrecord_cs_action_type custrecord_cs_payload_hash custrecord_cs_state custrecord_cs_record_type",
        "custrecord_cs_record_id custrecord_cs_seen custrecord_cs_result",
      ].join(" "),
      number: "custrecord_cs_attempt",
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
