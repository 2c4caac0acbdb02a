import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { parseEnv } from "@/lib/env";
import { type NetSuiteCredentials, credentialsFrom } from "@/lib/destinations/netsuite/credentials";

/** The account to look at, and our signature there. */
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

/** The value, or in words why there is none. */
export function valueOrMessage<T>(work: () => T): T | string {
  try {
    return work();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A text names the missing variables. */
export async function findConfiguration(
  source: Record<string, string | undefined>,
  localDir: string,
): Promise<CheckConfiguration | string> {
  const env = valueOrMessage(() => parseEnv(source));
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
  const parsed = demoFile.safeParse(valueOrMessage((): unknown => JSON.parse(text)));
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
