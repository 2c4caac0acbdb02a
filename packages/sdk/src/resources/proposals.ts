import type { ProposalInput, ProposalList, ProposalView } from "../generated/contract.js";
import { newKey } from "../random.js";
import type { Transport } from "../transport/transport.js";
import { type Turn, type WaitOptions, inTurn, waitFor } from "../transport/wait.js";
import { allOf } from "./pages.js";
import { type Outcome, Proposal, outcomeOf } from "./proposal.js";

export interface RequestOptions {
  signal?: AbortSignal;
}

export interface KeyedOptions extends RequestOptions {
  /**
   * The same key and input are one proposal, however often they are sent: an id that your own program keeps is best, such as
   * that of the model's tool call. Absent: a new one, which all repetitions of this call share.
   */
  idempotencyKey?: string;
}

export interface ProposalRequest extends KeyedOptions {
  /** An id of your own, which travels to the receipt of the write and stands in every log line about it. */
  correlationId?: string;
  /** Of W3C Trace Context: the proposal belongs to your trace. */
  traceparent?: string;
}

export interface ProposalsFilter {
  status?: readonly ProposalView["status"][];
  conversation_ref?: string;
  cursor?: number;
  limit?: number;
}

/** Your agent's own proposals. */
export class Proposals {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Proposes in the words of the API; `propose.…` has a method for each action type. */
  async create(input: ProposalInput, options: ProposalRequest = {}): Promise<Proposal> {
    const idempotencyKey = options.idempotencyKey ?? (await newKey());
    const { signal, correlationId, traceparent } = options;
    const headers = {
      ...(correlationId === undefined ? {} : { "x-correlation-id": correlationId }),
      ...(traceparent === undefined ? {} : { traceparent }),
    };
    const { status, answer } = await this.#transport.send("proposeAction", {
      body: input,
      headers,
      idempotencyKey,
      signal,
    });
    return new Proposal(this, answer, status === 201, idempotencyKey);
  }

  async get(id: number, { signal }: RequestOptions = {}): Promise<ProposalView> {
    return (await this.#transport.send("readProposal", { id, signal })).answer;
  }

  /** One page, newest first. */
  async list(filter: ProposalsFilter = {}, { signal }: RequestOptions = {}): Promise<ProposalList> {
    return (await this.#transport.send("listProposals", { query: { ...filter }, signal })).answer;
  }

  /** All that fit, page by page, newest first. */
  all(
    filter: ProposalsFilter = {},
    options: RequestOptions = {},
  ): AsyncGenerator<ProposalList["items"][number]> {
    return allOf((cursor) => this.list({ ...filter, ...cursor }, options));
  }

  /** Takes one back while nobody has decided. Withdrawing twice answers the same. */
  async withdraw(id: number, { signal }: RequestOptions = {}): Promise<ProposalView> {
    return (await this.#transport.send("withdrawProposal", { id, signal })).answer;
  }

  /** Waits until people have decided. `ok`: approved. */
  async waitForDecision(id: number, options?: WaitOptions<ProposalView>): Promise<Outcome> {
    const view = await waitFor(
      { read: this.#reading(id), isOver: ({ status }) => status !== "pending" },
      options,
    );
    return outcomeOf(view, view.status === "approved" || view.status === "applied");
  }

  /**
   * Waits until it is written, or never will be. `ok`: applied. A write that gave up ends the wait too: `approved` with
   * `push_status: "dead"`, because it is people's to send again.
   */
  async waitForOutcome(id: number, options?: WaitOptions<ProposalView>): Promise<Outcome> {
    const isOver = ({ status, push_status: push }: ProposalView) =>
      status !== "pending" && (status !== "approved" || push === "dead");
    const view = await waitFor({ read: this.#reading(id), isOver }, options);
    return outcomeOf(view, view.status === "applied");
  }

  #reading(id: number) {
    return async (turn: Turn): Promise<ProposalView> =>
      (await this.#transport.send("readProposal", { id, ...inTurn(turn) })).answer;
  }
}
