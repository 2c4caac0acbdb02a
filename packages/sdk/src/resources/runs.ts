import type { RunInput, RunList, RunView } from "../generated/contract.js";
import { newKey } from "../random.js";
import type { Transport } from "../transport/transport.js";
import { type Turn, type WaitOptions, inTurn, waitFor } from "../transport/wait.js";
import { allOf } from "./pages.js";
import { cancelledBefore } from "./cancelled-before.js";
import type { RequestOptions } from "./proposals.js";

export interface RunsFilter {
  status?: readonly RunView["status"][];
  workflow?: string;
  trigger_type?: RunView["trigger_type"];
  q?: string;
  cursor?: number;
  limit?: number;
}

const ENDS: readonly RunView["status"][] = ["succeeded", "failed_terminal", "cancelled"];

/** Runs of workflows that your agent began. */
export class Runs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Begins a run of a workflow in force. The same `trigger_ref` is one run, however often it is sent; absent, a new one
   * that all repetitions of this call share.
   */
  async start(input: RunInput, { signal }: RequestOptions = {}): Promise<RunView> {
    const body = { ...input, trigger_ref: input.trigger_ref ?? (await newKey()) };
    return (await this.#transport.send("startAgentRun", { body, signal })).answer;
  }

  async get(id: number, { signal }: RequestOptions = {}): Promise<RunView> {
    return (await this.#transport.send("readAgentRun", { id, signal })).answer;
  }

  /** One page, newest first. */
  async list(filter: RunsFilter = {}, { signal }: RequestOptions = {}): Promise<RunList> {
    return (await this.#transport.send("readAgentRuns", { query: { ...filter }, signal })).answer;
  }

  /** All that fit, page by page, newest first. */
  all(filter: RunsFilter = {}, options: RequestOptions = {}): AsyncGenerator<RunList["items"][number]> {
    return allOf((cursor) => this.list({ ...filter, ...cursor }, options));
  }

  /** Waits until the run has ended, or the time is up: look at `status`. `onChange` watches it on its way. */
  async wait(id: number, options?: WaitOptions<RunView>): Promise<RunView> {
    const read = async (turn: Turn) =>
      (await this.#transport.send("readAgentRun", { id, ...inTurn(turn) })).answer;
    return waitFor<RunView>({ read, isOver: ({ status }) => ENDS.includes(status) }, options);
  }

  /** Nothing more of it begins, and what it proposed is withdrawn. Cancelling twice answers the same. */
  async cancel(id: number, { signal }: RequestOptions = {}): Promise<RunView> {
    try {
      return (await this.#transport.send("cancelAgentRun", { id, signal })).answer;
    } catch (error) {
      return await cancelledBefore(
        error,
        () => this.get(id, { signal }),
        ({ status, cancelled_by: by }) => status === "cancelled" || by !== null,
      );
    }
  }
}
