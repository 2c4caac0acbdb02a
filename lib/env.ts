import { readFileSync } from "node:fs";
import { z } from "zod";
import { findOidcFaults } from "./core/access/oidc-settings";
import { findInboundMailFaults } from "./core/message/inbound-mail-settings";
import { findMailFaults } from "./core/message/mail-settings";
import { findModelFaults } from "./core/run/model-providers";
import { findPushFaults } from "./core/message/push-keys";
import { parseOpenAddresses } from "./core/open-addresses";
import { findProductionFaults, findPreviousKeyFaults } from "./core/production-checks";

/** All settings from the environment, parsed once. The README documents names and defaults. */

const flag = z
  .enum(["", "0", "1", "false", "true"])
  .optional()
  .transform((value) => value === "1" || value === "true");
const text = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value.trim() === "" ? undefined : value.trim()));
const whole = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

const fields = z.object({
  COUNTERSIGN_ENV: z.enum(["development", "production"]).default("development"),
  COUNTERSIGN_EMBEDDED: z.enum(["", "allow"]).optional(),
  COUNTERSIGN_SECRET_KEY: text,
  COUNTERSIGN_SECRET_KEY_PREVIOUS: text,
  COUNTERSIGN_SIGNING_KEY: text,
  COUNTERSIGN_FORMER_PUBLIC_KEYS: text,
  DATABASE_URL: text,
  DATABASE_OWNER_URL: text,
  ENGINE_DATABASE_URL: text,
  DATABASE_POOL_MAX: whole(20, 2, 200),
  NEXTAUTH_SECRET: text,
  NEXTAUTH_URL: text,
  INNGEST_BASE_URL: text,
  INNGEST_EVENT_KEY: text,
  INNGEST_SIGNING_KEY: text,
  INNGEST_DASHBOARD_URL: z
    .string()
    .optional()
    .transform((value) => (value?.trim() ? value.trim() : undefined))
    .pipe(z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional()),
  INNGEST_DEV: text,
  NETSUITE_ACCOUNT: text,
  NETSUITE_AUTH: z.enum(["tba", "oauth2-m2m"]).default("tba"),
  NETSUITE_CONSUMER_KEY: text,
  NETSUITE_CONSUMER_SECRET: text,
  NETSUITE_TOKEN_ID: text,
  NETSUITE_TOKEN_SECRET: text,
  NETSUITE_CLIENT_ID: text,
  NETSUITE_CERTIFICATE_ID: text,
  NETSUITE_PRIVATE_KEY: text,
  NETSUITE_PRIVATE_KEY_FILE: text,
  NETSUITE_SIMULATOR_URL: text,
  NETSUITE_TENANT: text,
  NETSUITE_TIMEOUT_MS: whole(30_000, 100, 300_000),
  NETSUITE_CONCURRENCY_MAX: whole(5, 1, 50),
  TENANT_PROPOSALS_PER_MINUTE: whole(600, 1, 1_000_000),
  PERSON_READS_PER_MINUTE: whole(240, 1, 1_000_000),
  PUSH_HOLD_SECONDS: whole(300, 0, 86_400),
  PUSH_LEASE_SECONDS: whole(30, 1, 300),
  KILL_SWITCH_NS_WRITES: flag,
  KILL_SWITCH_PROPOSED_APPLY: flag,
  KILL_SWITCH_HIGH_RISK_OPS: flag,
  TRUSTED_PROXY_HOPS: whole(0, 0, 10),
  METRICS_TOKEN: text,
  OTEL_EXPORTER_OTLP_ENDPOINT: text.pipe(
    z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional(),
  ),
  OPERATOR_TOKEN: text.refine((token) => token === undefined || token.length >= 32, {
    error: "must be at least 32 random characters",
  }),
  OIDC_ISSUER: text,
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_NAME: text,
  OIDC_ONLY: flag,
  OUTBOUND_ALLOW: z.string().default("").transform(readOpenAddresses),
  MODEL_OPENAI_KEY: text,
  MODEL_ANTHROPIC_KEY: text,
  MODEL_COMPATIBLE_NAME: text,
  MODEL_COMPATIBLE_URL: text,
  MODEL_COMPATIBLE_KEY: text,
  WEB_PUSH_PUBLIC_KEY: text,
  WEB_PUSH_PRIVATE_KEY: text,
  WEB_PUSH_CONTACT: text,
  CLASSIFIER_MODEL: text,
  SMTP_URL: text,
  SMTP_TLS: z.enum(["", "require", "off"]).optional(),
  MAIL_FROM: text,
  MAIL_REPLY_ADDRESS: text,
  MAIL_IN_SMTP: text,
  MAIL_IN_RELAYS: text,
  MAIL_IN_AUTHSERV_ID: text,
  POSTMARK_INBOUND_LOGIN: text,
  SENDGRID_INBOUND_PUBLIC_KEY: text,
  SENDGRID_EVENTS_PUBLIC_KEY: text,
  SES_INBOUND_TOPIC_ARN: text,
  MAILGUN_SIGNING_KEY: text,
  SLACK_SIGNING_SECRET: text,
  SLACK_CLIENT_ID: text,
  SLACK_CLIENT_SECRET: text,
  SLACK_API_URL: z
    .url({ protocol: /^https?$/ })
    .endsWith("/", "must end in a slash")
    .optional(),
  CHAT_EXAMPLE: z.enum(["", "on", "off"]).optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});
const schema = fields.superRefine((env, context) => {
  for (const { path, message } of [
    ...findOidcFaults(env),
    ...findTimingFaults(env),
    ...findPreviousKeyFaults(env),
    ...findModelFaults(env),
    ...findPushFaults(env),
    ...findMailFaults(env),
    ...findInboundMailFaults(env),
  ])
    context.addIssue({ code: "custom", path: [path], message });
});
export type Env = z.infer<typeof schema>;

const TIMING_MARGIN_SECONDS = 5;

/** A write that is still under way must never be sent again: its lease and its hold outlast the wait for its answer. */
function findTimingFaults(env: z.infer<typeof fields>): { path: string; message: string }[] {
  const answered = env.NETSUITE_TIMEOUT_MS / 1_000 + TIMING_MARGIN_SECONDS;
  if (env.PUSH_HOLD_SECONDS + env.PUSH_LEASE_SECONDS > answered) return [];
  const message = `with PUSH_LEASE_SECONDS must be more than ${answered}, which is NETSUITE_TIMEOUT_MS and ${TIMING_MARGIN_SECONDS} seconds`;
  return [{ path: "PUSH_HOLD_SECONDS", message }];
}

function readOpenAddresses(list: string, context: z.RefinementCtx) {
  const addresses = parseOpenAddresses(list);
  if (addresses !== null) return addresses;
  const message = "must be host:port, with commas between several, such as 127.0.0.1:9000,localhost:9001";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}

/** @throws Error that lists each invalid variable with its valid values. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const parsed = schema.safeParse(withoutEmptyChoice(source));
  if (!parsed.success) {
    throw invalid(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  }
  return { ...parsed.data, NETSUITE_PRIVATE_KEY: readPrivateKey(parsed.data) };
}

/** Treats an empty NETSUITE_AUTH as unset, since deployment templates leave it empty. */
function withoutEmptyChoice(source: Record<string, string | undefined>): Record<string, string | undefined> {
  return source.NETSUITE_AUTH?.trim() === "" ? { ...source, NETSUITE_AUTH: undefined } : source;
}

function invalid(lines: string[]): Error {
  return new Error(`The environment is not valid:\n${lines.map((line) => `  ${line}`).join("\n")}`);
}

/** The key from the variable or from the file. In the variable, `\n` may stand for a line end. */
function readPrivateKey(env: z.infer<typeof schema>): string | undefined {
  const { NETSUITE_PRIVATE_KEY: key, NETSUITE_PRIVATE_KEY_FILE: file } = env;
  if (key && file) throw invalid(["NETSUITE_PRIVATE_KEY and NETSUITE_PRIVATE_KEY_FILE: set one of them"]);
  if (!file) return key?.replaceAll("\\n", "\n");
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    throw invalid([`NETSUITE_PRIVATE_KEY_FILE: the file cannot be read (${code})`]);
  }
}

/** Outside production it does nothing. @throws Error in production that lists all faults at once. */
export function assertProductionReady(env: Env): void {
  const faults = findProductionFaults(env);
  if (faults.length === 0) return;
  throw new Error(`COUNTERSIGN_ENV=production, but:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`);
}

let parsed: Env | null = null;

export function getEnv(): Env {
  parsed ??= parseEnv(process.env);
  return parsed;
}

/** True if the page with the scripted agent exists: CHAT_EXAMPLE decides; unset, everywhere but in production. */
export function showsChatExample(env: Pick<Env, "CHAT_EXAMPLE" | "COUNTERSIGN_ENV">): boolean {
  return env.CHAT_EXAMPLE ? env.CHAT_EXAMPLE === "on" : env.COUNTERSIGN_ENV !== "production";
}

/** True in the demo: the simulator serves every tenant. A real account belongs to one. */
export function servesEveryTenant(
  env: Pick<Env, "NETSUITE_ACCOUNT" | "NETSUITE_SIMULATOR_URL" | "NETSUITE_TENANT">,
): boolean {
  const isSimulator = env.NETSUITE_ACCOUNT === undefined || env.NETSUITE_SIMULATOR_URL !== undefined;
  return isSimulator && env.NETSUITE_TENANT === undefined;
}

/** Kill switches that the environment engages. No page can release them. */
export function switchesFromEnvironment(env: Env): string[] {
  return [
    ...(env.KILL_SWITCH_NS_WRITES ? ["ns_writes"] : []),
    ...(env.KILL_SWITCH_PROPOSED_APPLY ? ["proposed_apply"] : []),
    ...(env.KILL_SWITCH_HIGH_RISK_OPS ? ["high_risk_ops"] : []),
  ];
}
