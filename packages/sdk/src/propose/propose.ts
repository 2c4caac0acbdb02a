import { ApiError, type Problem, apiErrorOf } from "../errors.js";
import { ACTIONS } from "../generated/actions.js";
import type { ProposalInput } from "../generated/contract.js";
import type { Proposal } from "../resources/proposal.js";
import type { ProposalRequest, Proposals } from "../resources/proposals.js";
import type { Action } from "./action.js";
import { findWordErrors, inWords, proposalOf } from "./words.js";

/** One method for each action type, in the type's own words. */

export interface ProposeOptions extends ProposalRequest {
  /** At most, and without it, the full time of the tier. */
  expiresInSeconds?: number;
  /** Shown to people, and kept for the record. */
  model?: string;
  promptTemplateVersion?: string;
  conversationRef?: string;
  /** Your own view of the tier, 1 to 5: shown as your claim, never weighed. */
  riskLevel?: number;
  /** Names under `context`, such as a ticket's number, beside those that the words fill in. */
  context?: NonNullable<ProposalInput["context"]>;
}

type InputOf<A> = A extends Action<infer Input> ? Input : never;
export type ActionName = keyof typeof ACTIONS;
export type Propose = {
  [Name in ActionName]: (
    input: InputOf<(typeof ACTIONS)[Name]>,
    options?: ProposeOptions,
  ) => Promise<Proposal>;
};

export function proposeWith(proposals: Proposals): Propose {
  const methods = Object.entries<Action>(ACTIONS).map(([name, action]) => [
    name,
    (input: Record<string, unknown>, options: ProposeOptions = {}) =>
      propose(proposals, action, input, options),
  ]);
  return Object.fromEntries(methods) as Propose;
}

/** @throws ApiError whose `errors` name words of the action type, also for what is known to be missing before it is sent. */
async function propose(
  proposals: Proposals,
  action: Action,
  input: Record<string, unknown>,
  options: ProposeOptions,
): Promise<Proposal> {
  const errors = findWordErrors(action, input);
  if (errors.length > 0) throw new ApiError(notValid(errors), null, options.idempotencyKey ?? null);
  const proposal = proposalOf(action, input);
  try {
    return await proposals.create({ ...proposal, ...aboutOf(proposal, options) }, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.errors.length === 0) throw error;
    const named = { ...error.problem, errors: inWords(action, input, error.errors) };
    throw apiErrorOf(named, error.retryAfterMs, error.idempotencyKey);
  }
}

function aboutOf({ context }: ProposalInput, options: ProposeOptions): Partial<ProposalInput> {
  const about: Partial<ProposalInput> = {
    context: { ...options.context, ...context },
    expires_in_seconds: options.expiresInSeconds,
    model: options.model,
    prompt_template_version: options.promptTemplateVersion,
    conversation_ref: options.conversationRef,
    risk_level: options.riskLevel,
  };
  return Object.fromEntries(Object.entries(about).filter(([, value]) => value !== undefined));
}

const notValid = (errors: Problem["errors"]): Problem => ({
  type: "urn:countersign:problem:validation_failed",
  title: "Not valid",
  status: 422,
  code: "validation_failed",
  detail: "The proposal was not sent.",
  errors: errors!,
});
