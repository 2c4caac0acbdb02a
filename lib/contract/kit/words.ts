import { z } from "zod";

/** Words that several tools take. */

export const decimal = z.union([
  z.number(),
  z.string().regex(/^-?\d{1,15}(\.\d{1,10})?$/, "must be a decimal such as 1.48"),
]);

export const reference = z.string().trim().min(1, "must not be empty").max(200);

/** Text that is written as it stands. */
export const written = z.string().trim().min(1, "must not be empty").max(2_000);

/** Left out, the gateway takes the live value and binds the proposal to it. */
export const seenValue = (what: string) =>
  decimal.optional().describe(`${what} as you saw it. Leave it out: the gateway takes the live one.`);
