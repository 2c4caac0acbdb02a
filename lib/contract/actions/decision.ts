import { z } from "zod";
import { passkeySignatureSchema } from "@/lib/contract/people/passkeys";
import { DECISIONS } from "@/lib/core/action/proposed-action";
import { hasVisibleText } from "@/lib/core/values/shown-text";
import { COMMENT_LENGTH_MAX, BULK_ITEMS_MAX } from "@/lib/core/limits";

/** A person's reason where one is needed: it must hold something to read. */
export function reasonSchema(lengthMax: number) {
  return z
    .string()
    .trim()
    .min(1, { error: "must say why", abort: true })
    .max(lengthMax)
    .refine(hasVisibleText, "must say why");
}

export const payloadHashSchema = z
  .string()
  .regex(/^[0-9a-f]{64}$/, "must be the 64 hex digits of the payload hash that was shown");
export const decisionSchema = z.enum(DECISIONS);
/** Ids are JSON numbers and safe integers: anything larger would overflow the database's own type or be rounded. */
export const idSchema = z.int().positive().max(Number.MAX_SAFE_INTEGER);

export const decideSchema = z.strictObject({
  decision: decisionSchema,
  payload_hash: payloadHashSchema,
  comment: z.string().max(COMMENT_LENGTH_MAX).optional(),
  confirmed: z
    .boolean()
    .optional()
    .describe(
      "L4, L5 and whatever a list does not show whole (`unshown`): the person saw the whole change and confirmed it.",
    ),
});

export const decideResultSchema = z.object({
  outcome: z.enum(["claimed", "vote_recorded", "already_decided"]),
  id: idSchema,
  status: z.string(),
  decision: decisionSchema,
  decided_by: z.string().nullable(),
  decided_at: z.iso.datetime().nullable(),
  take_back_until: z.iso
    .datetime()
    .nullable()
    .describe(
      "Until then the same person may take it back, and nothing is sent. Null: not at all, as of a decision that came by this API.",
    ),
  approvals: z.int(),
  required_approvals: z.int(),
});
export type DecideResult = z.infer<typeof decideResultSchema>;

export const bulkDecideSchema = z.strictObject({
  decision: decisionSchema,
  items: z
    .array(z.strictObject({ id: idSchema, payload_hash: payloadHashSchema }))
    .min(1)
    .max(BULK_ITEMS_MAX),
  comment: z.string().max(COMMENT_LENGTH_MAX).optional(),
});
export type BulkDecideInput = z.infer<typeof bulkDecideSchema>;

export const bulkDecideResultSchema = z.object({
  results: z.array(
    z.object({
      id: idSchema,
      /** `claimed`, `vote_recorded`, or a refusal: `already_decided`, `expired`, `changed`, `blocked`, `not_bulk` (L4, L5, `unshown`), `conflicting` (another one of the same request asks for another value at one of its places), `not_found`, `not_allowed`, … */
      outcome: z.string(),
      message: z.string(),
      status: z.string().nullable(),
      decision: decisionSchema.nullable(),
      decided_by: z.string().nullable(),
      decided_at: z.iso.datetime().nullable(),
    }),
  ),
});
export type BulkDecideResult = z.infer<typeof bulkDecideResultSchema>;

/** A code of the person's authenticator app, or a signature of their passkey over a challenge for this very thing. */
export const factorSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("totp"), code: z.string().regex(/^\d{6}$/, "must be six digits") }),
  z.strictObject({ type: z.literal("passkey"), signature: passkeySignatureSchema }),
]);
export type Factor = z.infer<typeof factorSchema>;

export const editTokenSchema = z.strictObject({
  action_id: idSchema,
  payload_hash: payloadHashSchema,
  decision: decisionSchema,
  typed_reference: z.string().min(1).max(200),
  factor: factorSchema,
});
export type EditTokenInput = z.infer<typeof editTokenSchema>;
export const editTokenResultSchema = z.object({ edit_token: z.string(), expires_at: z.iso.datetime() });
export type EditTokenResult = z.infer<typeof editTokenResultSchema>;
