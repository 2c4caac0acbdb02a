import { ApiError, type Countersign, type ProposalView, verifyWebhook } from "@countersign/sdk";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import type { ToolCall } from "@langchain/core/messages/tool";
import {
  type BaseCheckpointSaver,
  Command,
  END,
  type LangGraphRunnableConfig,
  MessagesAnnotation,
  START,
  Send,
  StateGraph,
  interrupt,
} from "@langchain/langgraph";
import { z } from "zod";

/**
 * An agent of LangGraph that proposes through Countersign, and may wait for days.
 *
 * `interrupt` stops the graph, and the checkpointer keeps it; no program has to run meanwhile. Countersign's webhook says that
 * a proposal has ended, and the graph goes on with it. LangGraph's `humanInTheLoopMiddleware` has no place here: it asks
 * whoever chats with the agent. Countersign asks the people that your company chose.
 */

/** A proposal that the graph waits for. Keep the thread under this id: a webhook names the proposal alone. */
export interface Waiting {
  id: number;
  url: string;
}

export type Turn = { done: true; text: string } | { done: false; waiting: Waiting[] };

const words = z.object({
  customer: z.string().describe("The customer's name, as NetSuite has it."),
  note: z.string().describe("The note's text."),
  reason: z.string().describe("One or two sentences for the person who decides."),
});

const proposeNote = {
  name: "propose_note",
  description:
    "Proposes a note on a customer's account. A person decides. Returns how it ended; after a rejection, read the comment.",
  schema: words,
};

const instructions = new SystemMessage(
  "Propose what is asked for. Where a person rejects it, follow the comment and propose again.",
);

interface Parts {
  cs: Countersign;
  model: BaseChatModel;
  /** One that outlives your program, such as PostgresSaver. MemorySaver forgets with it. */
  checkpointer: BaseCheckpointSaver;
}

export class NoteAgent {
  readonly #cs: Countersign;
  readonly #graph: ReturnType<typeof graphOf>;

  constructor(parts: Parts) {
    this.#cs = parts.cs;
    this.#graph = graphOf(parts);
  }

  /** Runs until the agent has answered, or until people have to decide. */
  async begin(thread: string, prompt: string): Promise<Turn> {
    await this.#graph.invoke({ messages: [new HumanMessage(prompt)] }, placeOf(thread));
    // Some proposals end before the graph has stopped, and their webhooks found nothing that waits.
    return this.goOn(thread);
  }

  /**
   * Goes on with each proposal that has ended meanwhile, and takes up what broke off. A webhook may call it, or a timer; where
   * there is neither, nothing happens. LangGraph locks no thread: call it once at a time for each, and not beside `begin`.
   */
  async goOn(thread: string): Promise<Turn> {
    for (;;) {
      const { next, tasks, values } = await this.#graph.getState(placeOf(thread));
      // One that has gone on keeps its interrupt for as long as another of the same step waits.
      const open = tasks.filter(({ result }) => !result);
      const stops = open.flatMap(({ interrupts }) => interrupts);
      if (next.length === 0) return { done: true, text: textOf(values as typeof MessagesAnnotation.State) };
      if (stops.length === 0 || open.some(({ interrupts }) => interrupts.length === 0)) {
        // A node threw, or the program ended amid one: LangGraph takes the step up again.
        await this.#graph.invoke(null, placeOf(thread));
        continue;
      }
      const ended: Record<string, ProposalView> = {};
      for (const { id, value } of stops) {
        const view = await this.#cs.proposals.get((value as Waiting).id);
        if (isOver(view)) ended[id!] = view;
      }
      if (Object.keys(ended).length === 0)
        return { done: false, waiting: stops.map(({ value }) => value as Waiting) };
      await this.#graph.invoke(new Command({ resume: ended }), placeOf(thread));
    }
  }
}

const placeOf = (thread: string) => ({ configurable: { thread_id: thread } });

/** Nothing more will happen by itself. An approved one is yet to be written, unless its write was given up. */
const isOver = ({ status, push_status: push }: ProposalView): boolean =>
  status !== "pending" && (status !== "approved" || push === "dead");

const textOf = ({ messages }: typeof MessagesAnnotation.State): string => messages.at(-1)?.text ?? "";

function graphOf({ cs, model, checkpointer }: Parts) {
  if (!model.bindTools) throw new Error("This model calls no tools.");
  const caller = model.bindTools([proposeNote]);
  return new StateGraph(MessagesAnnotation)
    .addNode("model", async ({ messages }) => ({
      messages: [await caller.invoke([instructions, ...messages])],
    }))
    .addNode("propose", proposing(cs))
    .addEdge(START, "model")
    .addConditionalEdges("model", callsOf, ["propose", END])
    .addEdge("propose", "model")
    .compile({ checkpointer });
}

/** Each call is a node of its own: it stops alone, and the model goes on once all have ended. */
function callsOf({ messages }: typeof MessagesAnnotation.State): Send[] | typeof END {
  const last = messages.at(-1);
  const calls = AIMessage.isInstance(last) ? (last.tool_calls ?? []) : [];
  return calls.length === 0 ? END : calls.map((call) => new Send("propose", call));
}

function proposing(cs: Countersign) {
  return async (sent: unknown, { configurable }: LangGraphRunnableConfig) => {
    const call = sent as ToolCall;
    const thread = String(configurable!.thread_id);
    let asked: Waiting;
    try {
      // LangGraph starts a node over when it is resumed. The key makes the second proposal the first one.
      const { id, url } = await cs.propose.arNote(call.args as z.infer<typeof words>, {
        idempotencyKey: `${thread}/${call.id}`,
        conversationRef: thread,
      });
      asked = { id, url };
    } catch (error) {
      // A wrong word is the model's to mend, and so is a proposal that is not allowed or has another one of its own in the way.
      if (error instanceof ApiError && [403, 409, 422].includes(error.status))
        return answered(call, { status: "refused", detail: error.message, errors: error.errors });
      throw error;
    }
    // Outside of the try: it stops the graph by an error of LangGraph's own.
    const { status, comment, end_reason } = interrupt<Waiting, ProposalView>(asked);
    return answered(call, { status, comment, end_reason, url: asked.url });
  };
}

const answered = ({ id, name }: ToolCall, result: object) => ({
  messages: [new ToolMessage({ tool_call_id: id!, name, content: JSON.stringify(result) })],
});

interface Received {
  /** As it came, before any parser. */
  body: string;
  headers: Headers;
  /** The endpoint's `whsec_…` or `whpk_…`. */
  key: string;
}

/** The proposal that a webhook of ours is about; null: it is about something else. @throws WebhookError: not ours. */
export async function proposalOf({ body, headers, key }: Received): Promise<number | null> {
  const { type, data } = await verifyWebhook({ body, headers, keys: key });
  if (type === "push.dead") return (data as { proposal_id: number }).proposal_id;
  return type.startsWith("proposal.") ? (data as { id: number }).id : null;
}
