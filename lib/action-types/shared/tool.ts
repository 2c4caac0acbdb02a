import { z } from "zod";
import type { ProposedChange } from "@/lib/core/payload/payload";

/** A chat tool in its own words: what a model fills in, and where in a proposal each word goes. */

/** `changes.price.to` is the `to` of the change of field `price`. */
export type LinePlace = "entity_ref" | `context.${string}` | `changes.${string}.${"from" | "to"}`;
export type Place = LinePlace | "entity_type" | "lines";

export interface Tool<Words extends z.ZodRawShape = z.ZodRawShape> {
  /** The name that a model calls: `propose_price_change`. The server action is `proposePriceChange`. */
  name: `propose_${string}`;
  description: string;
  words: Words;
  goesTo: { readonly [Word in keyof Words]: Place };
  /** Changes that the type writes whatever the tool says. */
  always?: readonly ProposedChange[];
  /** Of a roll: where the words of one line go within it. */
  lineGoesTo?: Readonly<Record<string, LinePlace>>;
}

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
