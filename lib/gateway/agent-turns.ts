import { type TurnLimits, Turns } from "./turns";

/** Room for a burst within the default limit per minute; an agent that sends more at once is refused. */
const waiting = { waitingOfAskerMax: 120, waitingOfTenantMax: 600, waitMsMax: 30_000, retryAfterSeconds: 5 };

/**
 * Turns for a pool of this size: agents get a third of it at most, so that people and pushes always find a connection, and one
 * tenant's agents get half of that. Measured while one agent sent 20 rolls of 300 lines at once, 20 connections, busy processors:
 * a switch took 0.5 s at worst, and 11.6 s without turns.
 */
export function turnLimitsFor(poolMax: number): TurnLimits {
  const runningMax = Math.max(1, Math.floor(poolMax / 3));
  const runningOfTenantMax = Math.ceil(runningMax / 2);
  // A proposal causes work after its turn has ended. Without rests a burst would leave other agents little of the process.
  return { runningMax, runningOfTenantMax, runningOfAskerMax: 1, rests: true, ...waiting };
}

/** Takes agents' proposals in turns: one of an agent at a time, with a rest between two of a burst while other agents wait. */
export class AgentTurns {
  readonly #turns: Turns;

  constructor(limits: TurnLimits, now?: () => number) {
    const words = {
      askerIsFull: (count: number) =>
        `${count} writes of this agent wait to be taken in; send fewer at once.`,
      tenantIsFull: (count: number) => `${count} writes of this company's agents wait to be taken in.`,
      waitedTooLong: (seconds: number) => `This waited ${seconds} seconds behind other writes of agents.`,
    };
    this.#turns = new Turns(limits, words, now);
  }

  /**
   * `restsLonger` is called at the end of the turn; true if the agent has spent its quota, which lengthens its rest.
   * @throws AppError rate_limited 429 as `Turns.take` says.
   */
  take<T>(
    agent: { tenantId: number; agentId: number },
    work: () => Promise<T>,
    restsLonger?: () => boolean,
  ): Promise<T> {
    return this.#turns.take({ tenantId: agent.tenantId, askerId: agent.agentId }, work, { restsLonger });
  }
}
