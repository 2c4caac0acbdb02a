import type { ToolCall } from "@/lib/contract/kit/definition";
import type { KitProposal, KitProposals, KitResult } from "@/lib/contract/kit/results";
import type { Problem } from "@/lib/contract/problem";
import { listMyProposals } from "./list-my-proposals";
import { proposeArNote } from "./propose-ar-note";
import { proposeAssemblyBuild } from "./propose-assembly-build";
import { proposeBomChange } from "./propose-bom-change";
import { proposeCacheInvalidation } from "./propose-cache-invalidation";
import { proposeCostRoll } from "./propose-cost-roll";
import { proposeCreditLimit } from "./propose-credit-limit";
import { proposeCreditRevocation } from "./propose-credit-revocation";
import { proposeCustomerPrice } from "./propose-customer-price";
import { proposeEmailDraft } from "./propose-email-draft";
import { proposeInventoryAdjustment } from "./propose-inventory-adjustment";
import { proposeListPrice } from "./propose-list-price";
import { proposeNoteAttachment } from "./propose-note-attachment";
import { proposeOrderLinePrice } from "./propose-order-line-price";
import { proposePriceChange } from "./propose-price-change";
import { proposePriceRoll } from "./propose-price-roll";
import { proposeVendorCost } from "./propose-vendor-cost";
import { waitForDecision } from "./wait-for-decision";
import { withdrawProposal } from "./withdraw-proposal";

/** By the name that a model knows each under. Imported by a page, these are calls to the server. */
export const PROPOSE_ACTIONS = {
  propose_ar_note: proposeArNote,
  propose_assembly_build: proposeAssemblyBuild,
  propose_bom_change: proposeBomChange,
  propose_cache_invalidation: proposeCacheInvalidation,
  propose_cost_roll: proposeCostRoll,
  propose_credit_limit: proposeCreditLimit,
  propose_credit_revocation: proposeCreditRevocation,
  propose_customer_price: proposeCustomerPrice,
  propose_email_draft: proposeEmailDraft,
  propose_inventory_adjustment: proposeInventoryAdjustment,
  propose_list_price: proposeListPrice,
  propose_note_attachment: proposeNoteAttachment,
  propose_order_line_price: proposeOrderLinePrice,
  propose_price_change: proposePriceChange,
  propose_price_roll: proposePriceRoll,
  propose_vendor_cost: proposeVendorCost,
};

type Run = (input: never) => Promise<KitAnswer>;
export type KitAnswer = KitResult | KitProposal | KitProposals;

const beside = {
  wait_for_decision: waitForDecision,
  withdraw_proposal: withdrawProposal,
  list_my_proposals: listMyProposals,
};

/**
 * Runs the tool that a model asked for, with what it filled in. What the caller says about the call overrules whatever
 * the model wrote there. A tool that does not exist, and input that is none, are answered like any other refusal.
 */
export async function callTool(name: string, input: unknown, call: ToolCall): Promise<KitAnswer> {
  const said = typeof input === "object" && input !== null && !Array.isArray(input) ? input : {};
  if (Object.hasOwn(PROPOSE_ACTIONS, name)) {
    const propose = PROPOSE_ACTIONS[name as keyof typeof PROPOSE_ACTIONS] as Run;
    return propose({ ...said, ...aboutCall(call) } as never);
  }
  if (Object.hasOwn(beside, name)) return (beside[name as keyof typeof beside] as Run)(said as never);
  return { ok: false, problem: noSuchTool(name) };
}

/** Written out, so that a page which calls tools needs none of the server's code for it. */
function noSuchTool(name: string): Problem {
  return {
    type: "urn:countersign:problem:not_found",
    title: "Not found",
    status: 404,
    code: "not_found",
    detail: `There is no tool “${name.slice(0, 80)}”; use one that was offered.`,
  };
}

/** Also what the caller left out: no model names its own conversation. */
function aboutCall({ idempotencyKey, conversationRef, model, promptTemplateVersion }: ToolCall): ToolCall {
  return { idempotencyKey, conversationRef, model, promptTemplateVersion };
}
