import { type ClientOptions, transportOf } from "./client-options.js";
import { type Propose, proposeWith } from "./propose/propose.js";
import { Proposals } from "./resources/proposals.js";
import { Questions } from "./resources/questions.js";
import { Runs } from "./resources/runs.js";

export interface CountersignOptions extends ClientOptions {
  /** Your agent's key. Absent: COUNTERSIGN_AGENT_KEY of the environment. It belongs on a server, never into a page. */
  agentKey?: string;
}

/** Countersign as an agent uses it: it proposes, waits and asks. Nothing here approves. */
export class Countersign {
  /** One method for each action type: `propose.priceChange({ sku, bidId, to })`. */
  readonly propose: Propose;
  readonly proposals: Proposals;
  readonly runs: Runs;
  readonly questions: Questions;

  /** @throws ConfigError where no address or no key is known, or one of them cannot be used. */
  constructor(options: CountersignOptions = {}) {
    const credential = { given: options.agentKey, option: "agentKey", variable: "COUNTERSIGN_AGENT_KEY" };
    const transport = transportOf(options, credential);
    this.proposals = new Proposals(transport);
    this.propose = proposeWith(this.proposals);
    this.runs = new Runs(transport);
    this.questions = new Questions(transport);
  }
}
