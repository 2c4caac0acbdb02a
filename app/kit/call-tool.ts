import type { ToolCall } from "@/lib/contract/kit/kit-action";
import type { KitProposal, KitProposals, KitResult } from "@/lib/contract/kit/results";
import type { Problem } from "@/lib/contract/problem";
import { listMyProposals, waitForDecision, withdrawProposal } from "./own-proposals";
import * as proposeActions from "./propose";

type Run = (input: never) => Promise<KitAnswer>;
export type KitAnswer = KitResult | KitProposal | KitProposals;

/** The tools by the names that models use. Imported by a page, they are calls to the server. */
export const TOOLS: ReadonlyMap<string, Run> = new Map<string, Run>([
  ...Object.entries(proposeActions).map(([name, run]) => [toolNameOf(name), run] as const),
  ["wait_for_decision", waitForDecision],
  ["withdraw_proposal", withdrawProposal],
  ["list_my_proposals", listMyProposals],
]);

/**
 * Runs the tool that a model asked for, with the model's input. The caller's words about the call overrule the model's.
 * A tool that does not exist, and input that is no object, are answered like any other refusal.
 */
export async function callTool(name: string, input: unknown, call: ToolCall): Promise<KitAnswer> {
  const fields = typeof input === "object" && input !== null && !Array.isArray(input) ? input : {};
  const run = TOOLS.get(name);
  if (run) return run((name.startsWith("propose_") ? { ...fields, ...aboutCall(call) } : fields) as never);
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

/** `proposePriceChange` → `propose_price_change` */
function toolNameOf(action: string): string {
  return action.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Also what the caller left out: no model names its own conversation. */
function aboutCall({ idempotencyKey, conversationRef, model, promptTemplateVersion }: ToolCall): ToolCall {
  return { idempotencyKey, conversationRef, model, promptTemplateVersion };
}
