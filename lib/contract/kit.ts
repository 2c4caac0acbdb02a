import { z } from "zod";
import type { Problem } from "./problem";
import type { ProposalView } from "./proposal";

/** What chat tools inside this app hand to the server-action kit. One schema per action type. */

const decimal = z.union([
  z.number(),
  z.string().regex(/^-?\d{1,15}(\.\d{1,10})?$/, "must be a decimal such as 1.48"),
]);

export const priceChangeSchema = z.strictObject({
  sku: z.string().min(1).max(200),
  bidId: z.string().min(1).max(200),
  customer: z.string().min(1).max(200).optional(),
  /** What the tool saw; left out, the gateway takes the live value. */
  from: decimal.optional(),
  to: decimal,
  reason: z.string().max(4_000).default(""),
  conversationRef: z.string().max(200).optional(),
  model: z.string().max(200).optional(),
  promptTemplateVersion: z.string().max(200).optional(),
  /** Repeating a call with the same key proposes once: a tool call's own id is a good one. */
  idempotencyKey: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, "must be 1 to 200 printable characters without spaces"),
});
export type PriceChange = z.input<typeof priceChangeSchema>;

export type KitResult =
  { ok: true; created: boolean; proposal: ProposalView } | { ok: false; problem: Problem };
