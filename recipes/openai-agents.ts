import { type Countersign, verifyWebhook } from "@countersign/sdk";
import { Agent, type Model, type RunToolApprovalItem, RunState, run, tool } from "@openai/agents";
import { z } from "zod";

/**
 * An agent of the OpenAI Agents SDK that proposes through Countersign, and may wait for days.
 *
 * `needsApproval` stops the run before the tool does anything. Its state is a text, which your database keeps with the proposal's
 * id; no program has to run meanwhile. Countersign's webhook says that people have decided, and the run goes on.
 */

/** Keep it under the proposal's id. */
export interface WaitingRun {
  proposalId: number;
  conversation: string;
  /** The whole conversation so far: keep it where you keep what customers say. */
  state: string;
}

export type Turn = { done: true; text: string } | { done: false; waiting: WaitingRun };

const words = z.object({
  customer: z.string().describe("The customer's name, as NetSuite has it."),
  note: z.string().describe("The note's text."),
  reason: z.string().describe("One or two sentences for the person who decides."),
});

/** A run as it ends or stops. */
interface Stopped {
  interruptions: RunToolApprovalItem[];
  finalOutput?: string | undefined;
  state: { toString(): string };
}

export class NoteAgent {
  readonly #cs: Countersign;
  readonly #model: string | Model;

  constructor(cs: Countersign, model: string | Model) {
    this.#cs = cs;
    this.#model = model;
  }

  /** Runs until the agent has answered, or until people have to decide. */
  async begin(conversation: string, prompt: string): Promise<Turn> {
    return this.#turnOf(conversation, await run(this.#agent(conversation), prompt));
  }

  /** Goes on once people have decided. Null: they have not, and it goes on waiting. */
  async goOn({ proposalId, conversation, state: kept }: WaitingRun): Promise<Turn | null> {
    const { ok, status, comment } = await this.#cs.proposals.waitForDecision(proposalId, { timeoutMs: 0 });
    if (status === "pending") return null;
    const agent = this.#agent(conversation);
    const state = await RunState.fromString(agent, kept);
    for (const asked of state.getInterruptions())
      if (ok) state.approve(asked);
      else state.reject(asked, { message: `${status}: ${comment ?? "no reason was given"}` });
    return this.#turnOf(conversation, await run(agent, state));
  }

  #agent(conversation: string) {
    return new Agent({
      name: "notes",
      model: this.#model,
      instructions:
        "Propose what is asked for. Where a person rejects it, follow the comment and propose again.",
      // One proposal at a time: each has a state of its own to go on from.
      modelSettings: { parallelToolCalls: false },
      tools: [
        tool({
          name: "propose_note",
          description: "Proposes a note on a customer's account. A person decides.",
          parameters: words,
          needsApproval: true,
          // People have approved it by now. Nothing is proposed anew, because the key is the same: this reads the end.
          execute: async (input, _context, details) => {
            const proposal = await this.#propose(conversation, details!.toolCall!.callId, input);
            const { status, endReason } = await proposal.outcome({ timeoutMs: 120_000 });
            return { status, end_reason: endReason };
          },
        }),
      ],
    });
  }

  #propose(conversation: string, callId: string, input: z.infer<typeof words>) {
    return this.#cs.propose.arNote(input, {
      idempotencyKey: `${conversation}/${callId}`,
      conversationRef: conversation,
    });
  }

  async #turnOf(conversation: string, stopped: Stopped): Promise<Turn> {
    const [asked] = stopped.interruptions;
    if (!asked) return { done: true, text: stopped.finalOutput ?? "" };
    if (asked.rawItem.type !== "function_call") throw new Error(`No answer to a ${asked.rawItem.type} here.`);
    const { callId, arguments: json } = asked.rawItem;
    const { id } = await this.#propose(conversation, callId, words.parse(JSON.parse(json)));
    return { done: false, waiting: { proposalId: id, conversation, state: stopped.state.toString() } };
  }
}

interface Received {
  /** As it came, before any parser. */
  body: string;
  headers: Headers;
  /** The endpoint's `whsec_…` or `whpk_…`. */
  key: string;
}

/** The proposal that a webhook of ours is about; null: it is about something else. @throws WebhookError: not ours. */
export async function decidedProposal({ body, headers, key }: Received): Promise<number | null> {
  const { type, data } = await verifyWebhook({ body, headers, keys: key });
  return type.startsWith("proposal.") ? (data as { id: number }).id : null;
}
