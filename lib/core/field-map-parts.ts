import type { MappedField, TargetPart } from "./action-type-map";

/** Fields and parts of a target that several rows of the field map share. */

export const entity = (name: string): TargetPart => ({ name, from: ["entity_ref"], required: true });
export const fromContext = (name: string, keys: readonly string[], required = false): TargetPart => ({
  name,
  from: keys,
  required,
});
export const writtenText = (name: string, keys: readonly string[]): TargetPart => ({
  name,
  from: keys,
  required: false,
  written: true,
});
export const itemPriceOfCustomer: MappedField = {
  field: "price",
  record: "customer",
  sublist: "itempricing",
  kind: "money",
  aliases: ["unit_price", "bid_price", "customer_price"],
  bound: "not_negative",
};
export const purchasePrice: MappedField = {
  field: "purchaseprice",
  record: "item",
  sublist: "itemvendor",
  kind: "money",
  aliases: ["purchase_price", "vendor_cost", "cost", "price"],
  bound: "not_negative",
};
export const customerName: readonly string[] = ["customer", "customer_id"];
export const locationName: readonly string[] = ["location", "location_id"];
export const noteText: MappedField = {
  field: "note",
  record: "note",
  sublist: null,
  kind: "text",
  aliases: ["text", "body", "memo", "comment"],
};
export const draftText = (
  field: string,
  aliases: readonly string[],
  more: Pick<MappedField, "required" | "format"> = {},
): MappedField => ({ field, record: "email_draft", sublist: null, kind: "text", aliases, ...more });
export const creditLimit: MappedField = {
  field: "creditlimit",
  record: "customer",
  sublist: null,
  kind: "money",
  aliases: ["credit_limit"],
};
