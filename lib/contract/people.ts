import { z } from "zod";
import { ROLES } from "@/lib/core/access/principal";
import { hasLookAlikes, revealText } from "@/lib/core/values/text-safety";
import { idSchema } from "./decision";

/** People, agents and one's own account: what pages and routes send and get. */

export const roleSchema = z.enum(ROLES);
/** Shown beside every decision: what would hide or reorder text has no place in it. */
const personNameSchema = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(200)
  .refine(
    (name) => revealText(name).every((piece) => piece.kind === "text") && !/\p{Cc}/u.test(name),
    "must not hold invisible or control characters",
  )
  .refine((name) => !hasLookAlikes(name), "must not mix alphabets within a word");
const emailSchema = z.string().trim().max(320).toLowerCase().pipe(z.email("must be an e-mail address"));
/** Bounded here; what makes a password a good one is said by lib/core/password-rules. */
const newPasswordSchema = z.string().min(1, "must not be empty").max(1_024);
const codeSchema = z.string().regex(/^\d{6}$/, "must be the six digits of an authenticator app");

export const addPersonSchema = z.strictObject({
  name: personNameSchema,
  email: emailSchema,
  role: roleSchema,
});

export const AGENT_LIMITS = { perMinuteMax: 100_000, pendingMax: 1_000_000, graceHoursMax: 24 } as const;
const agentNameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be small letters, digits and hyphens, such as pricing-agent");
const perMinuteSchema = z.int().min(1).max(AGENT_LIMITS.perMinuteMax);
const pendingSchema = z.int().min(1).max(AGENT_LIMITS.pendingMax);
export const createAgentSchema = z.strictObject({
  name: agentNameSchema,
  on_behalf_of: idSchema.nullable().default(null).describe("The person it speaks for; null: nobody."),
  proposals_per_minute_max: perMinuteSchema.default(120),
  pending_max: pendingSchema.default(1_000),
});
export const changeAgentSchema = z
  .strictObject({
    on_behalf_of: idSchema.nullable().optional(),
    proposals_per_minute_max: perMinuteSchema.optional(),
    pending_max: pendingSchema.optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), "must change something");
export const rotateKeySchema = z.strictObject({
  grace_hours: z
    .number()
    .min(0)
    .max(AGENT_LIMITS.graceHoursMax)
    .default(0)
    .describe("How long the old key still works; 0: not a moment."),
});

export const TOKEN_DAYS_MAX = 365;
export const createTokenSchema = z.strictObject({
  name: z.string().trim().min(1, "must not be empty").max(100),
  expires_in_days: z.int().min(1).max(TOKEN_DAYS_MAX),
});
export const renameSchema = z.strictObject({ name: personNameSchema });
export const changePasswordSchema = z.strictObject({
  current_password: z.string().min(1, "must not be empty").max(1_024),
  new_password: newPasswordSchema,
});
export const beginSecondFactorSchema = z.strictObject({
  password: z.string().max(1_024).optional().describe("Needed while no authenticator app is set up."),
});
export const confirmSecondFactorSchema = z.strictObject({
  enrolment: z.string().min(1).max(2_000).describe("As the first step answered it."),
  code: codeSchema.describe("Of the new secret."),
  current_code: codeSchema.optional().describe("Of the app in use; needed to replace it."),
});
export const redeemLinkSchema = z.strictObject({
  token: z.string().min(1, "must not be empty").max(200).describe("What follows # in the link."),
  password: newPasswordSchema,
});

const changeSchema = z
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
  joined_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().nullable(),
  last_change: changeSchema,
});
export type PersonView = z.infer<typeof personViewSchema>;
export const peopleSchema = z.object({ items: z.array(personViewSchema) });

const secretOnce = z.string().describe("Shown this once; only its hash is kept.");
export const passwordLinkSchema = z.object({ link: secretOnce, expires_at: z.iso.datetime() });
export type PasswordLink = z.infer<typeof passwordLinkSchema>;
export const addedPersonSchema = z.object({
  person: personViewSchema,
  password_link: passwordLinkSchema
    .nullable()
    .describe("Null where people sign in through the provider alone."),
});
export type AddedPerson = z.infer<typeof addedPersonSchema>;

export const agentViewSchema = z.object({
  id: idSchema,
  name: z.string(),
  status: z.enum(["active", "revoked"]),
  key_prefix: z.string(),
  on_behalf_of: z.object({ id: idSchema, name: z.string() }).nullable(),
  proposals_per_minute_max: z.int(),
  pending_max: z.int(),
  pending: z.int().describe("Its proposals that wait for a decision now."),
  previous_key_until: z.iso.datetime().nullable(),
  last_used_at: z.iso.datetime().nullable().describe("To the minute."),
  created_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().nullable(),
  last_change: changeSchema,
});
export type AgentView = z.infer<typeof agentViewSchema>;
export const agentsSchema = z.object({ items: z.array(agentViewSchema) });
export const agentKeySchema = z.object({ agent: agentViewSchema, key: secretOnce });
export type AgentKey = z.infer<typeof agentKeySchema>;

export const tokenViewSchema = z.object({
  id: idSchema,
  name: z.string(),
  prefix: z.string().nullable(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable().describe("To the minute."),
  expires_at: z.iso.datetime().nullable(),
});
export type TokenView = z.infer<typeof tokenViewSchema>;
export const tokensSchema = z.object({ items: z.array(tokenViewSchema) });
export const newTokenSchema = z.object({ token: tokenViewSchema, secret: secretOnce });
export type NewTokenView = z.infer<typeof newTokenSchema>;

export const sessionViewSchema = z.object({
  id: idSchema,
  current: z.boolean(),
  via: z.enum(["password", "oidc"]),
  user_agent: z.string().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export const accountSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  tenant: z.object({ id: idSchema, name: z.string() }),
  tenants: z
    .array(z.object({ id: idSchema, name: z.string(), role: roleSchema }))
    .describe("Where a session may work; with a token, its own tenant alone."),
  password_set: z.boolean(),
  second_factor_set: z.boolean(),
  single_sign_on: z.boolean(),
  sessions: z.array(sessionViewSchema),
  tokens: z.array(tokenViewSchema),
  last_change: changeSchema,
});
export type Account = z.infer<typeof accountSchema>;

export const enrolmentSchema = z.object({
  secret: secretOnce,
  otpauth_uri: z.string(),
  enrolment: z.string().describe("Sent back with the first code; good for ten minutes."),
  expires_at: z.iso.datetime(),
});
export type Enrolment = z.infer<typeof enrolmentSchema>;
export const redeemedSchema = z.object({ email: z.string() });
export const signedOutSchema = z.object({ signed_out: z.literal(true) });
export const chosenTenantSchema = z.object({ tenant_id: idSchema });
