import { createPrivateKey } from "node:crypto";
import { publicKeysOf } from "./ledger/checkpoint";
import type { OpenAddress } from "./open-addresses";

/** The settings that production requires and forbids. Pure, so that tests cover every line. */

interface ProductionSettings {
  COUNTERSIGN_ENV: "development" | "production";
  COUNTERSIGN_EMBEDDED?: string | undefined;
  COUNTERSIGN_SECRET_KEY?: string | undefined;
  COUNTERSIGN_SIGNING_KEY?: string | undefined;
  COUNTERSIGN_FORMER_PUBLIC_KEYS?: string | undefined;
  DATABASE_URL?: string | undefined;
  NEXTAUTH_SECRET?: string | undefined;
  NEXTAUTH_URL?: string | undefined;
  INNGEST_BASE_URL?: string | undefined;
  INNGEST_EVENT_KEY?: string | undefined;
  INNGEST_SIGNING_KEY?: string | undefined;
  INNGEST_DEV?: string | undefined;
  NETSUITE_ACCOUNT?: string | undefined;
  NETSUITE_AUTH?: "tba" | "oauth2-m2m" | undefined;
  NETSUITE_CONSUMER_KEY?: string | undefined;
  NETSUITE_CONSUMER_SECRET?: string | undefined;
  NETSUITE_TOKEN_ID?: string | undefined;
  NETSUITE_TOKEN_SECRET?: string | undefined;
  NETSUITE_CLIENT_ID?: string | undefined;
  NETSUITE_CERTIFICATE_ID?: string | undefined;
  NETSUITE_PRIVATE_KEY?: string | undefined;
  NETSUITE_SIMULATOR_URL?: string | undefined;
  OUTBOUND_ALLOW?: readonly OpenAddress[] | undefined;
}

/** From this number of people on somebody can be spared from deciding. */
const peopleForStewardMin = 3;

/** Null: nothing to warn of. `people` and `stewards` are the live members of one tenant. */
export function findStewardWarning({
  people,
  stewards,
}: {
  people: number;
  stewards: number;
}): string | null {
  if (people < peopleForStewardMin || stewards > 0) return null;
  return "No steward: everybody who administers this tenant also decides. Give somebody the role steward, who administers and does not decide.";
}

const secretLengthMin = 32;

/** One sentence per fault, which says what to set; empty outside production. */
export function findProductionFaults(env: ProductionSettings): string[] {
  if (env.COUNTERSIGN_ENV !== "production") return [];
  return [...findMissingSecrets(env), ...findForbiddenParts(env), ...findEmbeddedParts(env)];
}

function findMissingSecrets(env: ProductionSettings): string[] {
  const faults: string[] = [];
  if ((env.NEXTAUTH_SECRET?.length ?? 0) < secretLengthMin) {
    faults.push(`NEXTAUTH_SECRET is missing or short: set at least ${secretLengthMin} random characters`);
  }
  if (!env.NEXTAUTH_URL?.startsWith("https://"))
    faults.push("NEXTAUTH_URL must be the https address people open");
  if (!isKey(env.COUNTERSIGN_SECRET_KEY)) {
    faults.push(
      "COUNTERSIGN_SECRET_KEY must be 32 random bytes in base64 (it seals passwords, roles, tokens, second factors and votes)",
    );
  }
  if (!isKey(env.COUNTERSIGN_SIGNING_KEY)) {
    faults.push(
      "COUNTERSIGN_SIGNING_KEY must be 32 random bytes in base64 (it signs the ledger's checkpoints)",
    );
  }
  if (!arePublicKeys(env.COUNTERSIGN_FORMER_PUBLIC_KEYS))
    faults.push("COUNTERSIGN_FORMER_PUBLIC_KEYS must hold Ed25519 public keys as PEM or base64");
  return [...faults, ...findMissingCredentials(env)];
}

/** Checks only the credentials of the configured NETSUITE_AUTH strategy. */
function findMissingCredentials(env: ProductionSettings): string[] {
  if (env.NETSUITE_AUTH !== "oauth2-m2m") {
    return (["CONSUMER_KEY", "CONSUMER_SECRET", "TOKEN_ID", "TOKEN_SECRET"] as const)
      .filter((name) => !env[`NETSUITE_${name}`])
      .map((name) => `NETSUITE_${name} is missing: set it from the account's token`);
  }
  const faults: string[] = [];
  if (!env.NETSUITE_CLIENT_ID)
    faults.push("NETSUITE_CLIENT_ID is missing: set the client id of the integration record");
  if (!env.NETSUITE_CERTIFICATE_ID)
    faults.push("NETSUITE_CERTIFICATE_ID is missing: set the id NetSuite gave the uploaded certificate");
  if (!isPrivateKey(env.NETSUITE_PRIVATE_KEY))
    faults.push(
      "NETSUITE_PRIVATE_KEY is missing or not a PEM private key: set it, or NETSUITE_PRIVATE_KEY_FILE to a file that holds it",
    );
  return faults;
}

function isPrivateKey(pem: string | undefined): boolean {
  try {
    return pem !== undefined && ["rsa", "ec"].includes(createPrivateKey(pem).asymmetricKeyType ?? "");
  } catch {
    return false;
  }
}

function findForbiddenParts(env: ProductionSettings): string[] {
  const faults: string[] = [];
  if (!env.NETSUITE_ACCOUNT) faults.push("NETSUITE_ACCOUNT is missing: production never uses the simulator");
  if (env.NETSUITE_SIMULATOR_URL)
    faults.push("NETSUITE_SIMULATOR_URL is set: production never uses the simulator; unset it");
  if (env.INNGEST_DEV) faults.push("INNGEST_DEV is set: it turns every signature check off; unset it");
  if (env.OUTBOUND_ALLOW?.length)
    faults.push("OUTBOUND_ALLOW is set: it opens addresses inside your network; unset it");
  return faults;
}

function findEmbeddedParts(env: ProductionSettings): string[] {
  if (env.COUNTERSIGN_EMBEDDED === "allow") return [];
  const allow = "or set COUNTERSIGN_EMBEDDED=allow if one machine is meant";
  const faults: string[] = [];
  if (!env.DATABASE_URL) faults.push(`DATABASE_URL is missing: set it to your Postgres, ${allow}`);
  if (!env.INNGEST_EVENT_KEY || !env.INNGEST_SIGNING_KEY) {
    faults.push(`INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY are missing: set both, ${allow}`);
  }
  return faults;
}

function arePublicKeys(text: string | undefined): boolean {
  try {
    return text === undefined || publicKeysOf(text).size > 0;
  } catch {
    return false;
  }
}

/** Also outside production: an empty change of keys would report that nothing is left under the old one. */
export function findPreviousKeyFaults({
  COUNTERSIGN_SECRET_KEY: current,
  COUNTERSIGN_SECRET_KEY_PREVIOUS: previous,
}: {
  COUNTERSIGN_SECRET_KEY?: string | undefined;
  COUNTERSIGN_SECRET_KEY_PREVIOUS?: string | undefined;
}): { path: string; message: string }[] {
  const faultOf = (message: string) => [{ path: "COUNTERSIGN_SECRET_KEY_PREVIOUS", message }];
  if (previous === undefined) return [];
  if (current === undefined) return faultOf("needs COUNTERSIGN_SECRET_KEY, the new key, beside it");
  if (!isKey(previous)) return faultOf("must be the key from before, 32 bytes in base64");
  const isSame = Buffer.from(previous, "base64").equals(Buffer.from(current, "base64"));
  return isSame ? faultOf("is the same as COUNTERSIGN_SECRET_KEY: set the key from before, or unset it") : [];
}

function isKey(value: string | undefined): boolean {
  return value !== undefined && Buffer.from(value, "base64").length === 32;
}
