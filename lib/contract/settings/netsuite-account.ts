import { createPrivateKey } from "node:crypto";
import { z } from "zod";
import { NETSUITE_STRATEGIES } from "@/lib/core/push/push";
import { idSchema } from "@/lib/contract/actions/decision";
import { laneSchema } from "@/lib/contract/monitoring/overview";

/** The NetSuite account of a company. Its secrets go in and never come back. */

const accountSchema = z
  .string()
  .trim()
  .toUpperCase()
  .transform((text) => text.replaceAll("-", "_"))
  .pipe(
    z
      .string()
      .regex(/^[A-Z0-9]{1,30}(_[A-Z0-9]{1,10})?$/, "must be an account id such as 1234567 or 1234567_SB1"),
  );
const secret = z
  .string()
  .trim()
  .max(500)
  .regex(/^[\x21-\x7e]+$/, "must be filled in, with printable characters and no spaces");
const privateKeySchema = z
  .string()
  .trim()
  .max(20_000)
  .refine(isPrivateKey, "must be a PEM private key without a passphrase");

function isPrivateKey(text: string): boolean {
  try {
    createPrivateKey(text);
    return true;
  } catch {
    return false;
  }
}

export const netsuiteCredentialsSchema = z.discriminatedUnion("strategy", [
  z.strictObject({
    strategy: z.literal("tba"),
    account: accountSchema,
    consumer_key: secret,
    consumer_secret: secret,
    token_id: secret,
    token_secret: secret,
  }),
  z.strictObject({
    strategy: z.literal("oauth2-m2m"),
    account: accountSchema,
    client_id: secret,
    certificate_id: secret,
    private_key: privateKeySchema,
  }),
]);
export type NetSuiteCredentialsInput = z.infer<typeof netsuiteCredentialsSchema>;

export const netsuiteAccountSchema = z.object({
  source: z
    .enum(["own", "environment", "none"])
    .describe(
      "`environment`: the account of the installation's environment. `none`: nothing is read or written.",
    ),
  id: idSchema.nullable(),
  strategy: z.enum(NETSUITE_STRATEGIES).nullable(),
  account: z.string().nullable(),
  key_prefix: z.string().nullable().describe("The first characters of the consumer key or client id."),
  set_by: z.string().nullable(),
  set_at: z.iso.datetime().nullable(),
  lane: laneSchema.shape.state,
});
export type NetSuiteAccountView = z.infer<typeof netsuiteAccountSchema>;

export const accountTestSchema = z.object({
  ok: z.boolean().describe("True: NetSuite let us in and our script answered."),
  code: z.string(),
  message: z.string(),
  to_do: z.string().nullable().describe("The repair, where it is known."),
});
export type AccountTest = z.infer<typeof accountTestSchema>;
