import { z } from "zod";
import type { ActionTypeDefinition } from "@/lib/action-types/shared/definition";
import { DEFINITIONS } from "@/lib/action-types/registry";
import { PROPOSAL_LIMITS, proposalViewSchema } from "@/lib/contract/actions/proposal";
import { type ProposalWords, inWordsOf, modelWordsOf, proposalOf } from "@/lib/contract/kit/kit-action";
import { answerWithQuota, takeProposalQuota } from "@/lib/gateway/controls/quotas/quotas";
import { proposeAction } from "@/lib/gateway/propose/propose-action";
import { type Args, type McpTool, type ToolCall, defineTool } from "@/lib/mcp/tool";

const { idempotencyKeyLengthMax, expiresInSecondsMin, expiresInSecondsMax } = PROPOSAL_LIMITS;
const usableKey = new RegExp(`^[\\x21-\\x7e]{1,${idempotencyKeyLengthMax}}$`);

/** Words about the call, beside those of the action type. */
const wordsOfTheCall = {
  idempotencyKey: z
    .string()
    .regex(usableKey, `must be 1 to ${idempotencyKeyLengthMax} printable characters without spaces`)
    .optional()
    .describe(
      "A key of your own: the same key and arguments answer with the same proposal, also once it was decided. An equal proposal of yours that still waits is answered with or without one.",
    ),
  expiresInSeconds: z
    .int()
    .min(expiresInSecondsMin)
    .max(expiresInSecondsMax)
    .optional()
    .describe("How long it may wait for a decision, at most the full time of its tier."),
  conversationRef: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("Names the conversation that this belongs to, for people and for list_proposals."),
};

const proposedSchema = proposalViewSchema.extend({
  created: z.boolean().describe("False: made before, under this key or as an equal one that still waits."),
});

/** One tool per action type, in the order of their registry. */
export const PROPOSING: readonly McpTool[] = DEFINITIONS.map(proposingTool);

function proposingTool(definition: ActionTypeDefinition): McpTool {
  const { name, description } = definition.tool;
  return defineTool({
    name,
    title: titleOf(name),
    description: `${description} Answers with the proposal's id: call wait_for_decision with it next.`,
    input: z.strictObject({ ...modelWordsOf(definition), ...wordsOfTheCall }),
    output: proposedSchema,
    proposes: true,
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    run: (call, args, read) => propose(definition, call, args, read),
    inWords: (problem, args) => inWordsOf(definition, problem, args),
  });
}

type Spoken = ProposalWords & { idempotencyKey?: string; expiresInSeconds?: number };

/** A try counts before its arguments are looked at, as on every door. */
async function propose(
  definition: ActionTypeDefinition,
  { agent, correlationId, traceId, spanId = null }: ToolCall,
  args: Args,
  read: () => unknown,
) {
  const attempt = await takeProposalQuota(agent, { idempotencyKey: keyOf(args) });
  return answerWithQuota(attempt, async () => {
    const { idempotencyKey = null, expiresInSeconds, ...words } = read() as Spoken;
    const input = { ...proposalOf(definition, words), expires_in_seconds: expiresInSeconds };
    const command = { input, idempotencyKey, correlationId, traceId, spanId, admitted: true };
    const { created, proposal } = await proposeAction(agent, command);
    return { ...proposal, created };
  });
}

const keyOf = ({ idempotencyKey: key }: Args): string | null =>
  typeof key === "string" && usableKey.test(key) ? key : null;

/** `propose_price_change` → `Propose price change` */
function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
