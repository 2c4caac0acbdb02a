import type { ActionTypeMap, MappedField } from "./action-type-map";
import {
  creditLimit,
  customerName,
  draftText,
  entity,
  fromContext,
  itemPriceOfCustomer,
  locationName,
  noteText,
  purchasePrice,
  writtenText,
} from "./field-map-parts";

/**
 * The one canonical map from a proposal's words to NetSuite's records and fields, one row per action type.
 * A further action type is a row here, a definition in action-types and a writer in the RESTlet.
 */

export const NETSUITE_FIELD_MAP = {
  ar_note: {
    effect: "create",
    fields: [noteText],
    target: [entity("customer"), writtenText("title", ["title", "subject"])],
  },
  note_attachment: {
    effect: "create",
    fields: [noteText],
    target: [
      { name: "parent_type", from: ["entity_type"], required: true },
      entity("parent"),
      writtenText("title", ["title", "subject"]),
    ],
  },
  sales_order_line_price: {
    effect: "update",
    fields: [
      {
        field: "rate",
        record: "salesorder",
        sublist: "item",
        kind: "money",
        aliases: ["price", "unit_price"],
      },
    ],
    target: [
      entity("sales_order"),
      fromContext("line", ["line_unique_key", "lineuniquekey", "line_key", "line_id", "line"]),
      fromContext("item", ["item", "sku", "item_ref"]),
    ],
  },
  bid_price_update: {
    effect: "update",
    fields: [itemPriceOfCustomer],
    target: [entity("item"), fromContext("bid", ["bid_id", "bid"]), fromContext("customer", customerName)],
    oneOf: ["bid", "customer"],
  },
  customer_price_update: {
    effect: "update",
    fields: [itemPriceOfCustomer],
    target: [entity("item"), fromContext("customer", customerName, true)],
  },
  item_price_update: {
    effect: "update",
    fields: [
      {
        field: "price",
        record: "item",
        sublist: "price",
        kind: "money",
        aliases: ["unit_price", "list_price", "base_price"],
        bound: "not_negative",
      },
    ],
    target: [
      entity("item"),
      // Absent: the base level, the break that starts at zero, the account's own currency.
      fromContext("price_level", ["price_level", "level"]),
      { ...fromContext("quantity_break", ["quantity_break", "break_quantity"]), kind: "quantity" },
      fromContext("currency", ["currency"]),
    ],
  },
  vendor_cost_update: {
    effect: "update",
    fields: [purchasePrice],
    target: [entity("item"), fromContext("vendor", ["vendor", "vendor_id"], true)],
  },
  inventory_adjustment: {
    effect: "create",
    fields: [
      {
        field: "adjustqtyby",
        record: "inventoryadjustment",
        sublist: "inventory",
        kind: "quantity",
        aliases: ["adjust_qty_by", "quantity", "quantity_delta", "qty"],
        bound: "not_zero",
      },
    ],
    target: [
      entity("item"),
      fromContext("location", locationName, true),
      writtenText("memo", ["memo", "reason"]),
    ],
  },
  assembly_build: {
    effect: "create",
    fields: [
      {
        field: "quantity",
        record: "assemblybuild",
        sublist: null,
        kind: "quantity",
        aliases: ["build_quantity", "quantity_to_build", "qty"],
        bound: "positive",
      },
    ],
    target: [
      entity("item"),
      fromContext("location", locationName, true),
      // Absent: NetSuite dates it on the day it is written.
      { ...writtenText("trandate", ["trandate", "date"]), kind: "date" },
      writtenText("memo", ["memo"]),
    ],
  },
  bom_change: {
    effect: "update",
    anyField: true,
    fields: [
      {
        field: "bomquantity",
        record: "bomrevision",
        sublist: "component",
        kind: "quantity",
        aliases: ["bom_quantity", "quantity", "component_quantity", "qty"],
        bound: "positive",
      },
      {
        field: "componentyield",
        record: "bomrevision",
        sublist: "component",
        kind: "quantity",
        aliases: ["component_yield", "yield", "yield_percent"],
        bound: "positive",
      },
    ],
    target: [
      entity("bom"),
      fromContext("component", ["component", "component_item", "component_sku"], true),
      // Absent: the revision in effect on the day.
      fromContext("revision", ["revision", "bom_revision"]),
    ],
  },
  customer_credit_limit: { effect: "update", fields: [creditLimit], target: [entity("customer")] },
  customer_credit_revoke: {
    effect: "update",
    fields: [
      creditLimit,
      {
        field: "creditholdoverride",
        record: "customer",
        sublist: null,
        kind: "text",
        aliases: ["credit_hold", "credit_hold_override"],
      },
    ],
    target: [entity("customer")],
    // Revoking credit is both: no limit left, and new orders held whatever the account's preference says.
    implied: [{ field: "creditholdoverride", to: "ON" }],
    onlyTo: "0",
  },
  bulk_price_roll: {
    effect: "update",
    fields: [itemPriceOfCustomer],
    target: [],
    lines: { actionType: "bid_price_update", entityType: "item", max: 500 },
  },
  vendor_cost_roll: {
    effect: "update",
    fields: [purchasePrice],
    target: [],
    lines: { actionType: "vendor_cost_update", entityType: "item", max: 500 },
  },
  email_draft: {
    effect: "create",
    fields: [
      draftText("body", ["text", "message"]),
      draftText("subject", ["title"], { required: true, format: "line" }),
      draftText("to", ["recipients"], { required: true, format: "email_addresses" }),
      draftText("cc", [], { format: "email_addresses" }),
    ],
    target: [entity("customer")],
    destination: "internal",
  },
  cache_invalidation: {
    effect: "create",
    fields: [
      { field: "version_step", record: "cache", sublist: null, kind: "quantity", aliases: ["invalidate"] },
    ],
    target: [entity("cache")],
    implied: [{ field: "version_step", to: "1" }],
    destination: "internal",
  },
} as const satisfies Record<string, ActionTypeMap>;

export type ActionType = keyof typeof NETSUITE_FIELD_MAP;
/** Those that our RESTlet itself writes: neither rolls, whose lines are of other types, nor what stays with us. */
export type RestletActionType = {
  [Type in ActionType]: (typeof NETSUITE_FIELD_MAP)[Type] extends
    { lines: object } | { destination: "internal" }
    ? never
    : Type;
}[ActionType];
export const ACTION_TYPES = Object.keys(NETSUITE_FIELD_MAP) as ActionType[];

export const RESTLET_ACTION_TYPES = ACTION_TYPES.filter(
  (type) => !fieldMapOf(type).lines && fieldMapOf(type).destination !== "internal",
) as RestletActionType[];

export function isActionType(name: string): name is ActionType {
  return Object.hasOwn(NETSUITE_FIELD_MAP, name);
}

/** The map's row with its general type, for callers that loop over action types. */
export function fieldMapOf(actionType: ActionType): ActionTypeMap {
  return NETSUITE_FIELD_MAP[actionType];
}

/** Finds a proposal's field by NetSuite's id or by an alias; null where the action type does not change it. */
export function findMappedField(actionType: ActionType, name: string): MappedField | null {
  const wanted = name.trim().toLowerCase();
  return fieldMapOf(actionType).fields.find((f) => f.field === wanted || f.aliases.includes(wanted)) ?? null;
}
