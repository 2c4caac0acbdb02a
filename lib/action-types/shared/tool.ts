import { z } from "zod";
import type { ProposedChange } from "@/lib/core/payload/payload";

/** A chat tool in its own words: a model fills each one in, and each has its place in a proposal. */

/** `changes.price.to` is the `to` of the change of field `price`. */
type LinePlace = "entity_ref" | `context.${string}` | `changes.${string}.${"from" | "to"}`;
type Place = LinePlace | "entity_type" | "lines";

interface Word<Schema extends z.ZodType = z.ZodType, To extends Place = Place> {
  place: To;
  schema: Schema;
}
export type Words<To extends Place = Place> = Readonly<Record<string, Word<z.ZodType, To>>>;
export type SchemasOf<Given extends Words> = { [Name in keyof Given]: Given[Name]["schema"] };

export interface Tool<Given extends Words = Words> {
  /** The name that a model calls: `propose_price_change`. The server action is `proposePriceChange`. */
  name: `propose_${string}`;
  description: string;
  words: Given;
  /** Changes that the type always writes. */
  always?: readonly ProposedChange[];
  /** For a roll: the words of one line, each with its place within the line. */
  lineWords?: Words<LinePlace>;
}

/** The description of a tool whose proposals always wait for a person. */
export const decided = (description: string): string =>
  `${description} A person decides; nothing is written now.`;

export const word = <To extends Place, Schema extends z.ZodType>(
  place: To,
  schema: Schema,
  description: string,
): Word<Schema, To> => ({ place, schema: schema.describe(description) });

export function schemasOf<Given extends Words>(words: Given): SchemasOf<Given> {
  return Object.fromEntries(
    Object.entries(words).map(([name, { schema }]) => [name, schema]),
  ) as SchemasOf<Given>;
}

export const decimal = z.union([
  z.number(),
  z.string().regex(/^-?\d{1,15}(\.\d{1,10})?$/, "must be a decimal such as 1.48"),
]);

export const reference = z.string().trim().min(1, "must not be empty").max(200);

/** Text that is written as it stands. */
export const written = z.string().trim().min(1, "must not be empty").max(2_000);

/** Left out, the gateway takes the live value and binds the proposal to it. */
export const seenValue = <To extends Place>(place: To, value: string) =>
  word(place, decimal.optional(), `${value} as you saw it. Leave it out: the gateway takes the live one.`);
