import { z } from "zod";
import { SIGN_IN_WAYS } from "@/lib/core/access/principal";
import { idSchema } from "@/lib/contract/actions/decision";
import { changeSchema, personNameSchema, roleSchema, secretOnce } from "./people";

/** A person's own account: sessions, tokens, password and second factor. */

/** Bounded here. lib/core/access/password-rules says which passwords are good ones. */
const newPasswordSchema = z.string().min(1, "must not be empty").max(1_024);

const codeSchema = z.string().regex(/^\d{6}$/, "must be the six digits of an authenticator app");

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
  token: z.string().min(1, "must not be empty").max(200).describe("The part after # in the link."),
  password: newPasswordSchema,
});

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
  via: z.enum(SIGN_IN_WAYS),
  user_agent: z.string().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});

const base64url = (bytes: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, "must be base64url")
    .refine((text) => Buffer.from(text, "base64url").length === bytes, `must be ${bytes} bytes`);

/** As PushSubscription.toJSON() gives it. */
export const subscribeDeviceSchema = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/, error: "must be the push service's address" }).max(2_048),
  keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
});

const pushDeviceSchema = z.object({
  id: idSchema,
  endpoint_hash: z
    .string()
    .describe("SHA-256 of the push service's address, hex: a browser knows itself by it."),
  user_agent: z.string().nullable(),
  created_at: z.iso.datetime(),
  sent_at: z.iso.datetime().nullable().describe("What its push service took last."),
});
export type PushDeviceView = z.infer<typeof pushDeviceSchema>;

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
  push: z.object({
    public_key: z.string().nullable().describe("For PushManager.subscribe. Null: it is not set up here."),
    devices: z.array(pushDeviceSchema),
  }),
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
