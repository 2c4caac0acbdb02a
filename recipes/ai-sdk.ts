import type { Countersign, Outcome } from "@countersign/sdk";
import { type LanguageModel, generateText, stepCountIs, tool } from "ai";
import { z } from "zod";

/**
 * An agent of the Vercel AI SDK 6 that proposes through Countersign.
 *
 * The tool's call ends when people have decided and the write is done, so the model reads the end like any other result. There is
 * no `needsApproval` here: that question goes to whoever chats with the agent, and their browser answers it. Countersign asks
 * the people that your company chose.
 */
export function noteTool(cs: Countersign, conversation: string) {
  return tool({
    description:
      "Proposes a note on a customer's account. A person decides. Returns how it ended; after a rejection, read the comment.",
    inputSchema: z.object({
      customer: z.string().describe("The customer's name, as NetSuite has it."),
      note: z.string().describe("The note's text."),
      reason: z.string().describe("One or two sentences for the person who decides."),
    }),
    execute: async (input, { toolCallId, abortSignal: signal }) => {
      // A repeated call is the same proposal: after a broken connection, and after a restart of this program.
      const proposal = await cs.propose.arNote(input, {
        idempotencyKey: `${conversation}/${toolCallId}`,
        conversationRef: conversation,
        signal,
      });
      // At most ten minutes. Then the status is `pending`, and the model says so.
      return endOf(await proposal.outcome({ timeoutMs: 600_000, signal }), proposal.url);
    },
  });
}

/** As much of the end as a model can use. */
const endOf = ({ status, comment, endReason }: Outcome, url: string) => ({
  status,
  comment,
  end_reason: endReason,
  url,
});

interface Question {
  cs: Countersign;
  model: LanguageModel;
  /** Your own id of this conversation. People see it on each proposal. */
  conversation: string;
  prompt: string;
}

export async function answer({ cs, model, conversation, prompt }: Question): Promise<string> {
  const { text } = await generateText({
    model,
    system:
      "Propose what is asked for. Where a person rejects it, follow the comment and propose again. Where it is pending, say so.",
    prompt,
    tools: { propose_note: noteTool(cs, conversation) },
    stopWhen: stepCountIs(8),
  });
  return text;
}
