import type { z } from "zod";
import { assertSameOrigin } from "@/lib/auth/same-origin";
import { currentPerson } from "@/lib/auth/session";
import { type Problem, problemOf } from "@/lib/contract/problem";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/principal";
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
  return inRequest(async (correlationId) => {
    try {
      await assertSameOrigin();
      const person = await currentPerson();
      if (!person) throw new AppError("unauthenticated", "Your session has ended. Sign in again.");
      return { ok: true, result: await verb(person, checkInput(schema, input)) };
    } catch (error) {
      if (error instanceof AppError) return { ok: false, problem: problemOf(error) };
      throw loggedFault(error, correlationId, "A server action failed on our side");
    }
  });
}
