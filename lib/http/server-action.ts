import type { z } from "zod";
import { assertSameOrigin } from "@/lib/auth/request/same-origin";
import { currentPerson } from "@/lib/auth/session/session";
import { type Problem, problemOf } from "@/lib/contract/problem";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { checkInput } from "./json-body";
import { inRequest, loggedFault } from "./request-correlation";

export type Answered<T> = { ok: true; result: T } | { ok: false; problem: Problem };

/**
 * The frame of every server action of the pages: same origin, who asks, parsed input, one verb, its result or problem.
 * Faults that are no AppError go up without their words: the page tells the reader that no answer came.
 */
export async function answerAction<Schema extends z.ZodType, T>(
  schema: Schema,
  input: unknown,
  verb: (person: Person, sent: z.output<Schema>) => Promise<T>,
): Promise<Answered<T>> {
  return answer(async () => {
    const person = await currentPerson();
    if (!person) throw new AppError("unauthenticated", "Your session has ended. Sign in again.");
    return verb(person, checkInput(schema, input));
  });
}

/** The same for somebody who cannot be signed in yet: what they send speaks for itself. */
export async function answerStranger<Schema extends z.ZodType, T>(
  schema: Schema,
  input: unknown,
  verb: (sent: z.output<Schema>) => Promise<T>,
): Promise<Answered<T>> {
  return answer(async () => verb(checkInput(schema, input)));
}

async function answer<T>(work: () => Promise<T>): Promise<Answered<T>> {
  return inRequest(async (correlationId) => {
    try {
      await assertSameOrigin();
      return { ok: true, result: await work() };
    } catch (error) {
      if (error instanceof AppError) return { ok: false, problem: problemOf(error) };
      throw loggedFault(error, correlationId, "A server action failed on our side");
    }
  });
}
