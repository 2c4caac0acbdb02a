import { z } from "zod";
import { STEP_UP_PURPOSES } from "@/lib/core/access/step-up";

/** Passkeys as browsers give them (WebAuthn's toJSON forms), and what one is asked to sign. */

const base64url = (lengthMax: number) =>
  z
    .string()
    .min(1)
    .max(lengthMax)
    .regex(/^[A-Za-z0-9_-]+$/, "must be base64url");

const credential = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).nullish(),
  clientExtensionResults: z.record(z.string().max(50), z.unknown()).default({}),
};

/** The result of `startAuthentication` of @simplewebauthn/browser. */
export const passkeySignatureSchema = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    userHandle: base64url(200).nullish(),
  }),
});
export type PasskeySignature = z.infer<typeof passkeySignatureSchema>;

/** The result of `startRegistration` of @simplewebauthn/browser. */
export const newPasskeySchema = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(20_000),
    authenticatorData: base64url(10_000).nullish(),
    transports: z.array(z.string().max(50)).max(10).nullish(),
    publicKeyAlgorithm: z.int().nullish(),
    publicKey: base64url(8_000).nullish(),
  }),
});
export type NewPasskey = z.infer<typeof newPasskeySchema>;

/** The one thing that a signature is good for. */
const aboutSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("decision"),
    action_id: z.int().positive().max(Number.MAX_SAFE_INTEGER),
    payload_hash: z.string().regex(/^[0-9a-f]{64}$/, "must be 64 hex digits"),
    decision: z.enum(["approve", "reject"]),
  }),
  z.strictObject({
    kind: z.literal("step"),
    purpose: z.enum(STEP_UP_PURPOSES),
    subject: z.string().min(1).max(400),
  }),
  z.strictObject({ kind: z.literal("session") }),
]);
export type PasskeyAbout = z.infer<typeof aboutSchema> | { kind: "new_passkey" };

export const askPasskeySchema = z.strictObject({ about: aboutSchema });

const LABEL_LENGTH_MAX = 100;
export const addPasskeySchema = z.strictObject({
  label: z.string().trim().min(1, "must not be empty").max(LABEL_LENGTH_MAX),
  passkey: newPasskeySchema,
  code: z.string().regex(/^\d{6}$/, "must be the six digits of your authenticator app"),
});

/** Options for the browser, as WebAuthn's fromJSON forms have them. Only the members that we set. */
export const passkeyRequestSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal("required"),
  allowCredentials: z.array(z.object({ id: z.string(), type: z.literal("public-key") })),
});
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

export const passkeyCreationSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal("none"),
  authenticatorSelection: z.object({
    residentKey: z.literal("preferred"),
    userVerification: z.literal("required"),
  }),
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal("public-key") })),
});
export type PasskeyCreation = z.infer<typeof passkeyCreationSchema>;

export const passkeyViewSchema = z.object({
  id: z.int(),
  label: z.string(),
  added_at: z.iso.datetime(),
  used_at: z.iso.datetime().nullable(),
  counts: z
    .boolean()
    .describe(
      "False: it was added beside an authenticator app that has been replaced since, and proves nothing.",
    ),
});
export type PasskeyView = z.infer<typeof passkeyViewSchema>;

export const passkeysSchema = z.object({
  available: z
    .boolean()
    .describe("False: this server's address cannot have passkeys; they need a host name, not an IP address."),
  usable: z.boolean().describe("One of them can be signed with here."),
  items: z.array(passkeyViewSchema),
});
export type Passkeys = z.infer<typeof passkeysSchema>;
