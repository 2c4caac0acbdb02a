import type { OperationResult } from "@/lib/http/server-action";
import { actOnServer } from "./act-on-server";
import { pageOwner } from "./page-owner";
import type { InputOf, PageOperation, ResultOf } from "./index";

/** A page's way to a mutation: the result, or the problem that refused it. Rejects where no answer came. */
export function act<Name extends PageOperation>(
  name: Name,
  ...[input = {} as InputOf<Name>]: Record<never, never> extends InputOf<Name>
    ? [InputOf<Name>?]
    : [InputOf<Name>]
): Promise<OperationResult<ResultOf<Name>>> {
  return actOnServer(name, input, pageOwner()) as Promise<OperationResult<ResultOf<Name>>>;
}

/** The same with the token of a step-up. */
export function actSteppedUp(
  name: PageOperation,
  input: object,
  token: string,
): Promise<OperationResult<unknown>> {
  return actOnServer(name, { ...input, step_up: token }, pageOwner());
}
