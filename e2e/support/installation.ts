import { readFileSync } from "node:fs";
import path from "node:path";
import type { LocalSecrets } from "@/scripts/local/local-state";
import type { DescribedInstallation } from "@/scripts/smoke/own-installation";

export type Role = "viewer" | "approver" | "steward" | "admin";
export const roles: readonly Role[] = ["viewer", "approver", "steward", "admin"];

export type Installation = DescribedInstallation;

export function installation(): Installation {
  return JSON.parse(readFileSync(demoFile(), "utf8")) as Installation;
}

export function userOf(role: Role): Installation["users"][number] {
  return installation().users.find((user) => user.role === role)!;
}

/** Where the browser's cookies of a role's session are kept between tests. */
export function sessionFile(role: Role): string {
  return path.join(path.dirname(demoFile()), `e2e-session-${role}.json`);
}

/** From here on this process seals and hashes secrets as the app does. */
export function useStorageKey(): void {
  process.env.COUNTERSIGN_SECRET_KEY = secrets().storageKey;
}

/** The tables' owner, who sees every tenant's rows. Tests look and set the stage with it; the app never uses it. */
export function ownerUrl(folder = path.dirname(demoFile())): string {
  const { databaseUrl } = JSON.parse(readFileSync(path.join(folder, "demo.json"), "utf8")) as Installation;
  const url = new URL(databaseUrl);
  url.username = "countersign_owner";
  url.password = encodeURIComponent(secrets(folder).ownerPassword);
  return url.toString();
}

/** The key that signs the installation's checkpoints and evidence. */
export const signingKey = (): string => secrets().ledgerKey;

type Secrets = Pick<LocalSecrets, "ownerPassword" | "storageKey" | "ledgerKey">;

function secrets(folder = path.dirname(demoFile())): Secrets {
  return JSON.parse(readFileSync(path.join(folder, "secrets.json"), "utf8")) as LocalSecrets;
}

function demoFile(): string {
  const file = process.env.COUNTERSIGN_DEMO_FILE;
  if (file) return file;
  throw new Error("COUNTERSIGN_DEMO_FILE is not set: run these through `npm test` or `npx playwright test`.");
}
