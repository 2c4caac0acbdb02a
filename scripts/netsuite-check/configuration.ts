import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { parseEnv } from "@/lib/env";
import { type NetSuiteCredentials, credentialsFrom } from "@/lib/destinations/netsuite/credentials";

/** Which account is looked at, and how we sign. */
export interface CheckConfiguration {
  account: string;
  strategy: "tba" | "oauth2-m2m";
  credentials: NetSuiteCredentials;
  /** The simulator's origin; absent for a real account. */
  baseUrl: string | undefined;
  databaseUrl: string | undefined;
  timeoutMs: number;
  concurrencyMax: number;
  /** Where this comes from, for people. */
  source: string;
}

const demoFile = z.object({
  simulatorUrl: z.string(),
  databaseUrl: z.string().optional(),
  netsuite: z.object({
    account: z.string(),
    consumerKey: z.string(),
    consumerSecret: z.string(),
    tokenId: z.string(),
    tokenSecret: z.string(),
  }),
});

/** A text says what to set. */
export async function findConfiguration(
  source: Record<string, string | undefined>,
  localDir: string,
): Promise<CheckConfiguration | string> {
  const env = parseOrExplain(source);
  if (typeof env === "string") return env;
  if (!env.NETSUITE_ACCOUNT) return readDemo(env, path.join(localDir, "demo.json"));
  const credentials = credentialsFrom(env);
  const missing = missingFrom(credentials);
  if (missing.length > 0)
    return `NETSUITE_ACCOUNT is set and NETSUITE_AUTH is ${env.NETSUITE_AUTH}, but these are missing: ${missing.join(", ")}.`;
  return {
    account: env.NETSUITE_ACCOUNT,
    strategy: env.NETSUITE_AUTH,
    credentials,
    baseUrl: env.NETSUITE_SIMULATOR_URL,
    databaseUrl: env.DATABASE_URL,
    timeoutMs: env.NETSUITE_TIMEOUT_MS,
    concurrencyMax: env.NETSUITE_CONCURRENCY_MAX,
    source: "the environment",
  };
}

type Env = ReturnType<typeof parseEnv>;

function parseOrExplain(source: Record<string, string | undefined>): Env | string {
  try {
    return parseEnv(source);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const VARIABLE_OF: Readonly<Record<string, string>> = {
  consumerKey: "NETSUITE_CONSUMER_KEY",
  consumerSecret: "NETSUITE_CONSUMER_SECRET",
  tokenId: "NETSUITE_TOKEN_ID",
  tokenSecret: "NETSUITE_TOKEN_SECRET",
  clientId: "NETSUITE_CLIENT_ID",
  certificateId: "NETSUITE_CERTIFICATE_ID",
  privateKey: "NETSUITE_PRIVATE_KEY (or NETSUITE_PRIVATE_KEY_FILE)",
};

function missingFrom(credentials: NetSuiteCredentials): string[] {
  return Object.entries(credentials).flatMap(([name, value]) =>
    value === "" ? [VARIABLE_OF[name] ?? name] : [],
  );
}

async function readDemo(env: Env, file: string): Promise<CheckConfiguration | string> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null)
    return "No account is configured (NETSUITE_ACCOUNT) and no demo has been started here. Set NETSUITE_*, or run npm run demo first.";
  const parsed = demoFile.safeParse(parseJson(text));
  if (!parsed.success) return `${file} is not what the demo writes. Start npm run demo once more.`;
  const { simulatorUrl, databaseUrl, netsuite } = parsed.data;
  const { account, ...credentials } = netsuite;
  return {
    account,
    strategy: "tba",
    credentials,
    baseUrl: simulatorUrl,
    databaseUrl,
    timeoutMs: env.NETSUITE_TIMEOUT_MS,
    concurrencyMax: env.NETSUITE_CONCURRENCY_MAX,
    source: "the demo: no account is configured (NETSUITE_ACCOUNT), so its simulated one is looked at",
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
