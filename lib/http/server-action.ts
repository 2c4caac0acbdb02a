import type { z } from "zod";
import { assertSameOrigin } from "@/lib/auth/request/same-origin";
import { assertSecondFactor } from "@/lib/auth/session/principals";
import { currentPerson } from "@/lib/auth/session/session";
import { type Problem, problemOf } from "@/lib/contract/problem";
import type { Person } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { checkInput } from "./json-body";
import { passingFaultOf } from "./passing-fault";
import { inRequest, loggedFault } from "./request-correlation";

export type OperationResult<T> = { ok: true; result: T } | { ok: false; problem: Problem };

/**
 * The frame of every server action: same origin, then the work, its result or problem. Faults that are no AppError go up
 * without their words: the page tells the reader that no answer came.
 */
export async function answer<T>(work: (correlationId: string) => Promise<T>): Promise<OperationResult<T>> {
  return inRequest(async (correlationId) => {
    try {
      await assertSameOrigin();
      return { ok: true, result: await work(correlationId) };
    } catch (error) {
      const refusal = error instanceof AppError ? error : passingFaultOf(error);
      if (refusal) return { ok: false, problem: problemOf(refusal) };
      throw loggedFault(error, correlationId, "A server action failed on our side");
    }
  });
}

/** @throws AppError unauthenticated 401. */
export async function signedInPerson(): Promise<Person> {
  const person = await currentPerson();
  if (person) return person;
  throw new AppError("unauthenticated", "Your session has ended. Sign in again.");
}

/** For a person, with input checked by a schema of its own. */
export async function answerAction<Schema extends z.ZodType, T>(
  schema: Schema,
  input: unknown,
  verb: (person: Person, input: z.output<Schema>) => Promise<T>,
): Promise<OperationResult<T>> {
  return answer(async () => {
    const person = await signedInPerson();
    assertSecondFactor(person);
    return verb(person, checkInput(schema, input));
  });
}
