"use server";
import { assertPageOwner, assertSecondFactor } from "@/lib/auth/session/principals";
import { AppError } from "@/lib/core/errors";
import { type OperationResult, answer, signedInPerson } from "@/lib/http/server-action";
import { inputOfPage } from "./frame/input";
import { Answer, type Operation } from "./frame/operation";
import { OPERATIONS } from "./index";

/**
 * The one server action of our pages: same origin, who asks, parsed input, one verb, its result or problem. It reaches
 * only the changes that people make (`onPage`), whatever name is sent, and only for the person and company that the page was
 * rendered for (`owner`; empty where it was for nobody yet). Components call it through `act`.
 */
export async function actOnServer(
  name: unknown,
  input: unknown,
  owner: unknown,
): Promise<OperationResult<unknown>> {
  return answer(async (correlationId) => {
    const operation = pageOperationOf(name);
    const caller = operation.caller === "anybody" ? null : await signedInPerson();
    if (caller && (owner !== "" || !operation.beforeSecondFactor)) assertPageOwner(caller, owner);
    if (caller && !operation.beforeSecondFactor) assertSecondFactor(caller);
    const checked = inputOfPage(operation, input);
    const result = await operation.verb(caller as never, checked as never, {
      correlationId,
      traceId: null,
      signal: new AbortController().signal,
      channel: "page",
      proveAgain: signedInPerson,
    });
    return result instanceof Answer ? result.body : result;
  });
}

function pageOperationOf(name: unknown): Operation {
  const list: Readonly<Record<string, Operation>> = OPERATIONS;
  const operation = typeof name === "string" && Object.hasOwn(list, name) ? list[name] : undefined;
  if (operation?.onPage && (operation.caller === "person" || operation.caller === "anybody"))
    return operation;
  throw new AppError("not_found", "Pages have no such operation.");
}
