/** The current time, passed in wherever a rule depends on it, so that tests own it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
