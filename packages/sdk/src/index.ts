export { Countersign, type CountersignOptions } from "./countersign.js";
export {
  CountersignPerson,
  type CountersignPersonOptions,
  type DecideOptions,
} from "./countersign-person.js";
export type { ClientOptions } from "./client-options.js";
export {
  ApiError,
  ConfigError,
  ConflictingProposalError,
  ConnectionError,
  type ConnectionFault,
  CountersignError,
  type FieldError,
  type Problem,
  UnexpectedAnswerError,
  WebhookError,
  type WebhookFault,
} from "./errors.js";
export { ACTIONS } from "./generated/actions.js";
export type * from "./generated/actions.js";
export type * from "./generated/contract.js";
export type { Action, Word } from "./propose/action.js";
export type { ActionName, Propose, ProposeOptions } from "./propose/propose.js";
export { type Approved, type NotApproved, type Outcome, Proposal } from "./resources/proposal.js";
export type {
  KeyedOptions,
  ProposalRequest,
  Proposals,
  ProposalsFilter,
  RequestOptions,
} from "./resources/proposals.js";
export type { Questions, QuestionsFilter } from "./resources/questions.js";
export type { Runs, RunsFilter } from "./resources/runs.js";
export type { WaitOptions } from "./transport/wait.js";
export { type ReceivedWebhook, type Webhook, verifyWebhook } from "./webhooks/verify-webhook.js";
