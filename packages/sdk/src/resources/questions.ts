import type { QuestionInput, QuestionList, QuestionView } from "../generated/contract.js";
import { newKey } from "../random.js";
import type { Transport } from "../transport/transport.js";
import { type WaitOptions, inTurn, waitFor } from "../transport/wait.js";
import { allOf } from "./pages.js";
import { cancelledBefore } from "./cancelled-before.js";
import type { KeyedOptions, RequestOptions } from "./proposals.js";

export interface QuestionsFilter {
  status?: readonly QuestionView["status"][];
  interaction_type?: QuestionView["interaction_type"];
  order?: "newest" | "ending";
  cursor?: number;
  limit?: number;
}

/** The API has no wait for questions. */
const POLL_MS = 3_000;

/** Questions of your agent to people. An answer decides no proposal. */
export class Questions {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async ask(input: QuestionInput, options: KeyedOptions = {}): Promise<QuestionView> {
    const idempotencyKey = options.idempotencyKey ?? (await newKey());
    const { signal } = options;
    return (await this.#transport.send("askAsAgent", { body: input, idempotencyKey, signal })).answer;
  }

  /** Once its end is read, no answer changes any more. */
  async get(id: number, { signal }: RequestOptions = {}): Promise<QuestionView> {
    return (await this.#transport.send("readAgentInteraction", { id, signal })).answer;
  }

  /** One page. */
  async list(filter: QuestionsFilter = {}, { signal }: RequestOptions = {}): Promise<QuestionList> {
    return (await this.#transport.send("readAgentInteractions", { query: { ...filter }, signal })).answer;
  }

  /** All that fit, page by page. */
  all(filter: QuestionsFilter = {}, options: RequestOptions = {}): AsyncGenerator<QuestionView> {
    return allOf((cursor) => this.list({ ...filter, ...cursor }, options));
  }

  /** Waits until it is over, or the time is up: look at `status` and `response`. */
  async wait(id: number, options?: WaitOptions<QuestionView>): Promise<QuestionView> {
    return waitFor<QuestionView>(
      {
        pollMs: POLL_MS,
        read: async (turn) =>
          (await this.#transport.send("readAgentInteraction", { id, ...inTurn(turn) })).answer,
        isOver: ({ status }) => status !== "pending",
      },
      options,
    );
  }

  /** Ends a question that needs no answer any more. Cancelling twice answers the same. */
  async cancel(id: number, { signal }: RequestOptions = {}): Promise<QuestionView> {
    try {
      return (await this.#transport.send("cancelAgentInteraction", { id, signal })).answer;
    } catch (error) {
      return await cancelledBefore(
        error,
        () => this.get(id, { signal }),
        ({ status }) => status === "cancelled",
      );
    }
  }
}
