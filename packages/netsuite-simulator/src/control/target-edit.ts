import type { Run } from "../run";
import { sumDecimals } from "../store/decimals";
import { type RecordView, OUTSIDER, findView } from "./record-views";

/** Edits or deletes what a request is about to write, as a colleague working in NetSuite would at that moment. */

interface TargetView {
  type: string;
  id: string;
  /** The field in the view that holds what the action changes. */
  field: string;
  /** Of a field that holds one name of a list: the name that a colleague takes. */
  other?: string;
}

/** Sets the target field to `value`, or to a value that is neither the old nor the approved one. */
export function editTarget(run: Run, value: string | undefined): void {
  const target = targetOf(run.request);
  const view = target ? findRunView(run, target) : null;
  if (!target || !view) return;
  view.write({ [target.field]: value ?? target.other ?? otherValue(view.read()[target.field]) }, OUTSIDER);
}

export function removeTarget(run: Run): void {
  const target = targetOf(run.request);
  if (target) findRunView(run, target)?.remove(OUTSIDER);
}

function findRunView(run: Run, target: TargetView): RecordView | null {
  return findView(run.store, target.type, target.id);
}

function otherValue(live: unknown): string {
  return typeof live === "string" && /^-?[\d.]+$/.test(live)
    ? sumDecimals([live, "0.11"])
    : "Edited by a colleague";
}

function targetOf(request: Record<string, unknown>): TargetView | null {
  const target = request.target;
  if (typeof target !== "object" || target === null) return null;
  const part = (name: string) => String((target as Record<string, unknown>)[name] ?? "");
  switch (request.action_type) {
    case "bid_price_update":
    case "customer_price_update":
      return { type: "bid_price", id: `${part("bid") || part("customer")}:${part("item")}`, field: "price" };
    case "sales_order_line_price":
      return { type: "order_line", id: `${part("sales_order")}:${part("line")}`, field: "rate" };
    case "item_price_update": {
      const id = `${part("item")}:${part("price_level")}:${part("quantity_break")}`;
      return { type: "list_price", id, field: "price" };
    }
    case "vendor_cost_update":
      return { type: "vendor_cost", id: `${part("item")}:${part("vendor")}`, field: "purchaseprice" };
    case "bom_change":
      return { type: "bom_component", id: `${part("bom")}:${part("component")}`, field: "bomquantity" };
    // A build has no value of its own before it is written: what changes is the stock it adds to.
    case "assembly_build":
    case "inventory_adjustment":
      return { type: "on_hand", id: `${part("item")}:${part("location")}`, field: "quantityonhand" };
    case "customer_credit_limit":
    case "customer_credit_revoke":
      return { type: "customer", id: part("customer"), field: "creditlimit" };
    case "customer_terms_change":
      return { type: "customer", id: part("customer"), field: "terms", other: "Due on receipt" };
    case "ar_note":
      return { type: "customer", id: part("customer"), field: "comments" };
    case "note_attachment":
      return {
        type: part("parent_type"),
        id: part("parent"),
        field: part("parent_type") === "customer" ? "comments" : "memo",
      };
    default:
      return null;
  }
}
