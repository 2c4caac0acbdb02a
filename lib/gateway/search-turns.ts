import type { Person } from "@/lib/core/access/principal";
import { turnLimitsFor } from "./agent-turns";
import { type TurnLimits, Turns } from "./turns";

/** A list and its counts at once, in several windows, find room. */
const ofPerson = { runningOfAskerMax: 2, waitingOfAskerMax: 20 };
const waiting = { waitingOfTenantMax: 200, waitMsMax: 10_000, retryAfterSeconds: 5, rests: false };

/** Searches for a pool of this size: a third of it at most, half of that for one tenant, and two for one person. */
export function searchLimitsFor(poolMax: number): TurnLimits {
  return { ...turnLimitsFor(poolMax), ...ofPerson, ...waiting };
}

/**
 * The turns in which people search by words. A search may take long, and has a connection for as long: one person's
 * searches wait for one another before they have any, and never keep a list without words, or a decision, waiting.
 */
export class SearchTurns {
  readonly #turns: Turns;

  constructor(limits: TurnLimits) {
    this.#turns = new Turns(limits, {
      askerIsFull: (count) => `${count} of your searches wait for an answer; send fewer at once.`,
      tenantIsFull: (count) => `${count} searches of your company wait for an answer.`,
      waitedTooLong: (seconds) => `This search waited ${seconds} seconds behind others.`,
    });
  }

  /**
   * Reads a list in a turn of this person where it is searched by words, otherwise at once. Whoever has begun a download
   * is patient, so that it does not break off.
   * @throws AppError rate_limited 429 as `Turns.take` says.
   */
  read<T>(
    { tenantId, userId }: Pick<Person, "tenantId" | "userId">,
    q: string | undefined,
    work: () => Promise<T>,
    patience: { isPatient?: boolean } = {},
  ): Promise<T> {
    return q?.trim() ? this.#turns.take({ tenantId, askerId: userId }, work, patience) : work();
  }
}
