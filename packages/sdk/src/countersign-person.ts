import { type ClientOptions, transportOf } from "./client-options.js";
import type { ActionView, DecisionResult, EditToken, EditTokenInput } from "./generated/contract.js";
import type { RequestOptions } from "./resources/proposals.js";
import type { Transport } from "./transport/transport.js";

export interface CountersignPersonOptions extends ClientOptions {
  /** Your personal token. Absent: COUNTERSIGN_TOKEN of the environment. */
  token?: string;
}

export interface DecideOptions extends RequestOptions {
  /** Of the payload that you saw: another one is refused. */
  payloadHash: string;
  comment?: string;
  /** At L4 and L5, and where a list cannot show all of it: you saw the whole change and confirmed it. */
  confirmed?: boolean;
  /** At L5: from `editToken`. */
  editToken?: string;
}

/** Countersign as a person's own tools use it, under the person's name. */
export class CountersignPerson {
  readonly #transport: Transport;

  /** @throws ConfigError where no address or no token is known, or one of them cannot be used. */
  constructor(options: CountersignPersonOptions = {}) {
    const credential = { given: options.token, option: "token", variable: "COUNTERSIGN_TOKEN" };
    this.#transport = transportOf(options, credential);
  }

  /** The whole action, with the sentence to read and the hash to send. */
  async action(id: number, { signal }: RequestOptions = {}): Promise<ActionView> {
    return (await this.#transport.send("readAction", { id, signal })).answer;
  }

  approve(id: number, options: DecideOptions): Promise<DecisionResult> {
    return this.#decide("approve", id, options);
  }

  reject(id: number, options: DecideOptions): Promise<DecisionResult> {
    return this.#decide("reject", id, options);
  }

  /** The proof that an approval at L5 needs: its typed reference, and a code of your authenticator app. */
  async editToken(input: EditTokenInput, { signal }: RequestOptions = {}): Promise<EditToken> {
    // A code works once: a repetition would be refused.
    return (await this.#transport.send("issueEditToken", { body: input, signal, retriesMax: 0 })).answer;
  }

  /** Deciding the same again answers `already_decided`, so a broken connection is repeated. */
  async #decide(decision: "approve" | "reject", id: number, options: DecideOptions): Promise<DecisionResult> {
    const { payloadHash, comment, confirmed, editToken, signal } = options;
    const body = {
      decision,
      payload_hash: payloadHash,
      ...(comment === undefined ? {} : { comment }),
      ...(confirmed === undefined ? {} : { confirmed }),
    };
    const headers: Record<string, string> = editToken === undefined ? {} : { "x-edit-token": editToken };
    return (await this.#transport.send("decideAction", { id, body, headers, signal })).answer;
  }
}
