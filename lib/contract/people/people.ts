import { z } from "zod";
import { ROLES } from "@/lib/core/access/principal";
import { isNameOfTheGateway } from "@/lib/core/access/own-names";
import { hasLookAlikes, piecesOf } from "@/lib/core/values/shown-text";
import { idSchema } from "@/lib/contract/actions/decision";

/** People, as administrators add, change and see them. */

export const roleSchema = z.enum(ROLES);

/** Shown beside every decision: what would hide or reorder text has no place in it. */
export const personNameSchema = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(200)
  .refine(
    (name) => piecesOf(name).every((piece) => piece.kind !== "revealed") && !/\p{Cc}/u.test(name),
    "must not hold invisible or control characters",
  )
  // An administrator types it: Yılmaz is a common name, although a payload's ı in such a word is marked.
  .refine((name) => !hasLookAlikes(name.replaceAll("ı", "i")), "must not mix alphabets within a word")
  .refine((name) => !isNameOfTheGateway(name), "is a name under which the gateway itself acts");

const emailSchema = z.string().trim().max(320).toLowerCase().pipe(z.email("must be an e-mail address"));

export const addPersonSchema = z.strictObject({
  name: personNameSchema,
  email: emailSchema,
  role: roleSchema,
});

export const changeSchema = z
  .object({ type: z.string(), by: z.string(), at: z.iso.datetime() })
  .nullable()
  .describe("The newest event in the ledger about it.");

export const personViewSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  status: z.enum(["active", "revoked", "disabled"]),
  password_set: z.boolean(),
  second_factor_set: z.boolean(),
  single_sign_on: z.boolean(),
  live_sessions: z.int(),
  live_tokens: z.int(),
  pending_role: z
    .object({ role: roleSchema, by: z.string(), by_user_id: idSchema, at: z.iso.datetime() })
    .nullable()
    .describe("A role that waits for another administrator than the one who asked for it."),
  leave_unconfirmed: z
    .boolean()
    .describe("No longer an approver, and counted as one until another administrator confirms."),
  left_by_user_id: idSchema
    .nullable()
    .describe("Who took that role away, and may not confirm it; null: nothing waits."),
  recovery: z
    .object({ by: z.string(), by_user_id: idSchema, until: z.iso.datetime().nullable() })
    .nullable()
    .describe(
      "New credentials within the last day: nothing at L4 and L5 until then, or until confirmed. Until null: the first password came by this administrator's link, and the two count as one until confirmed.",
    ),
  seasoned_at: z.iso
    .datetime()
    .nullable()
    .describe("From then on an approval counts at L4 and L5; null: it does already, or never."),
  joined_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().nullable(),
  last_change: changeSchema,
});
export type PersonView = z.infer<typeof personViewSchema>;

export const peopleSchema = z.object({ items: z.array(personViewSchema) });

export const secretOnce = z.string().describe("Shown this once; only its hash is kept.");

export const passwordLinkSchema = z.object({ link: secretOnce, expires_at: z.iso.datetime() });
export type PasswordLink = z.infer<typeof passwordLinkSchema>;

export const addedPersonSchema = z.object({
  person: personViewSchema,
  password_link: passwordLinkSchema
    .nullable()
    .describe("Null where people sign in through the provider alone."),
});
export type AddedPerson = z.infer<typeof addedPersonSchema>;

export const confirmRoleSchema = z.strictObject({
  role: roleSchema.describe("`pending_role.role`, as it was shown."),
  at: z.iso.datetime().describe("`pending_role.at`, as it was shown."),
});
export const confirmRecoverySchema = z.strictObject({
  until: z.iso.datetime().nullable().describe("`recovery.until`, as it was shown."),
});
