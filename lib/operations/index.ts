import { account } from "./account";
import { actions } from "./actions";
import { agents } from "./agents";
import { amend } from "./amend";
import { controls } from "./controls";
import { decisions } from "./decisions";
import { delivery } from "./delivery";
import { drafts } from "./drafts";
import { health } from "./health";
import { jobs } from "./jobs";
import { notices } from "./notices";
import { operator } from "./operator";
import { people } from "./people";
import { proposals } from "./proposals";
import { rolls } from "./rolls";
import { subscribers } from "./subscribers";

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
  ...controls,
  ...operator,
  ...health,
  ...subscribers,
  ...jobs,
  ...people,
  ...agents,
  ...account,
};

type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
export type InputOf<Name extends OperationName> = NonNullable<Operations[Name]["types"]>["input"];
export type ResultOf<Name extends OperationName> = NonNullable<Operations[Name]["types"]>["result"];
/** Those that our pages may call. */
export type PageOperation = {
  [Name in OperationName]: Operations[Name] extends { onPage: true } ? Name : never;
}[OperationName];
