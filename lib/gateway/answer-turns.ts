import type { Person } from "@/lib/core/access/principal";
import { turnLimitsFor } from "./agent-turns";
import { type TurnLimits, Turns } from "./turns";

const ofPerson = { runningOfAskerMax: 2, waitingOfAskerMax: 200 };
const waiting = { waitingOfTenantMax: 1_000, waitMsMax: 30_000, retryAfterSeconds: 5, rests: false };

/** Answers for a pool of this size: a third of it at most, half of that for one tenant, and two for one person. */
export function answerLimitsFor(poolMax: number): TurnLimits {
  return { ...turnLimitsFor(poolMax), ...ofPerson, ...waiting };
}

/**
 * The turns in which people's answers to questions are taken in. Many that come at once wait for one another here, so that the runs which
 * the first ones let go on have connections and go on meanwhile.
 */
export class AnswerTurns {
  readonly #turns: Turns;

  constructor(limits: TurnLimits) {
    this.#turns = new Turns(limits, {
      askerIsFull: (count) => `${count} of your answers wait to be taken in; send fewer at once.`,
      tenantIsFull: (count) => `${count} answers of your company wait to be taken in.`,
      waitedTooLong: (seconds) =>
        `This answer waited ${seconds} seconds behind others, and was not taken in.`,
    });
  }

  /** @throws AppError rate_limited 429 as `Turns.take` says: the answer was not taken in. */
  take<T>({ tenantId, userId }: Pick<Person, "tenantId" | "userId">, work: () => Promise<T>): Promise<T> {
    return this.#turns.take({ tenantId, askerId: userId }, work);
  }
}
