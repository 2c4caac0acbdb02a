import { account } from "./list/people/account";
import { actions } from "./list/actions";
import { agents } from "./list/agents";
import { amend } from "./list/amend";
import { answerFigures } from "./list/monitoring/answer-figures";
import { audit } from "./list/monitoring/audit";
import { channelAccounts } from "./list/channels/channel-accounts";
import { channels } from "./list/channels/channels";
import { controls } from "./list/controls";
import { decisions } from "./list/decisions";
import { delivery } from "./list/delivery";
import { drafts } from "./list/drafts";
import { evidence } from "./list/monitoring/evidence";
import { health } from "./list/monitoring/health";
import { interactions } from "./list/interactions";
import { jobs } from "./list/jobs";
import { netsuite } from "./list/netsuite";
import { notices } from "./list/notices";
import { operator } from "./list/operator";
import { passkeys } from "./list/people/passkeys";
import { people } from "./list/people/people";
import { proposals } from "./list/proposals";
import { routing } from "./list/channels/routing";
import { rules } from "./list/rules";
import { rolls } from "./list/rolls";
import { runs } from "./list/workflows/runs";
import { stream } from "./list/monitoring/stream";
import { subscribers } from "./list/subscribers";
import { webhooks } from "./list/webhooks";
import { workflows } from "./list/workflows/workflows";

/**
 * This room holds every operation of the HTTP contract, by the name of its verb. The routes, the OpenAPI document,
 * the pages' server action and the tests' client are made from this list.
 */
export const OPERATIONS = {
  ...proposals,
  ...actions,
  ...decisions,
  ...amend,
  ...rolls,
  ...notices,
  ...drafts,
  ...delivery,
  ...netsuite,
  ...channels,
  ...channelAccounts,
  ...controls,
  ...operator,
  ...health,
  ...audit,
  ...evidence,
  ...stream,
  ...subscribers,
  ...webhooks,
  ...jobs,
  ...people,
  ...agents,
  ...routing,
  ...rules,
  ...workflows,
  ...runs,
  ...interactions,
  ...answerFigures,
  ...account,
  ...passkeys,
};

type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
export type InputOf<Name extends OperationName> = NonNullable<Operations[Name]["types"]>["input"];
export type ResultOf<Name extends OperationName> = NonNullable<Operations[Name]["types"]>["result"];
/** Those that our pages may call. */
export type PageOperation = {
  [Name in OperationName]: Operations[Name] extends { onPage: true } ? Name : never;
}[OperationName];
