import type { ProposalView } from "../generated/contract.js";
import type { WaitOptions } from "../transport/wait.js";

type Status = ProposalView["status"];

/** The end of a wait. `ok`: as it was proposed, it was approved or has been written. */
export type Outcome = Approved | NotApproved;

interface Ended {
  id: number;
  /** The person's own words, above all those of a rejection. */
  comment: string | null;
  decidedBy: string | null;
  /** The version of a person that took its place. */
  supersededBy: ProposalView["superseded_by"];
  /** Why it ended, in words of Countersign. */
  endReason: string | null;
  view: ProposalView;
}
export interface Approved extends Ended {
  ok: true;
  status: Extract<Status, "approved" | "applied">;
}
/** `pending`: the time of the wait was up. `approved`: of a wait for the write, which did not end well or has not come yet. */
export interface NotApproved extends Ended {
  ok: false;
  status: Exclude<Status, "applied">;
}

/** The calls that a proposal offers about itself. */
interface Calls {
  waitForDecision(id: number, options?: WaitOptions<ProposalView>): Promise<Outcome>;
  waitForOutcome(id: number, options?: WaitOptions<ProposalView>): Promise<Outcome>;
  withdraw(id: number, options?: { signal?: AbortSignal }): Promise<ProposalView>;
  get(id: number, options?: { signal?: AbortSignal }): Promise<ProposalView>;
}

/** A proposal as the API answered it, with what may be done next. */
export class Proposal {
  readonly #calls: Calls;

  constructor(
    calls: Calls,
    readonly view: ProposalView,
    /** False: made before, under this key or as an equal one that still waits. */
    readonly created: boolean,
    /** Repeating the same call under this key proposes nothing anew. */
    readonly idempotencyKey: string,
  ) {
    this.#calls = calls;
  }

  get id(): number {
    return this.view.id;
  }
  get status(): Status {
    return this.view.status;
  }
  /** Its page, for people. */
  get url(): string {
    return this.view.url;
  }
  /** The tier that was set: 1 to 5. */
  get riskLevel(): number {
    return this.view.risk_level;
  }

  /** Others that wait with another value for the same record and field, as of this answer. */
  get conflictsWith(): ProposalView["conflicts_with"] {
    return this.view.conflicts_with;
  }

  /** Waits until people have decided. */
  decision(options?: WaitOptions<ProposalView>): Promise<Outcome> {
    return this.#calls.waitForDecision(this.id, options);
  }

  /** Waits until it is written, or never will be. */
  outcome(options?: WaitOptions<ProposalView>): Promise<Outcome> {
    return this.#calls.waitForOutcome(this.id, options);
  }

  /** Takes it back while nobody has decided. */
  withdraw(options?: { signal?: AbortSignal }): Promise<ProposalView> {
    return this.#calls.withdraw(this.id, options);
  }

  /** As it stands now. */
  refresh(options?: { signal?: AbortSignal }): Promise<ProposalView> {
    return this.#calls.get(this.id, options);
  }
}

export function outcomeOf(view: ProposalView, ok: boolean): Outcome {
  return {
    ok,
    id: view.id,
    status: view.status,
    comment: view.comment,
    decidedBy: view.decided_by,
    supersededBy: view.superseded_by,
    endReason: view.end_reason,
    view,
  } as Outcome;
}
