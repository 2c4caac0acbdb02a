import { readFileSync } from "node:fs";
import path from "node:path";

export type Role = "viewer" | "approver" | "admin";
export const roles: readonly Role[] = ["viewer", "approver", "admin"];

/** The running installation under test, as .local/demo.json describes it. */
export interface Installation {
  url: string;
  simulatorUrl: string;
  databaseUrl: string;
  engineUrl: string;
  agentKey: string;
  metricsToken: string;
  users: {
    name: string;
    email: string;
    password: string;
    role: Role;
    token: string;
    totpSecret: string;
  }[];
}

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

interface Secrets {
  ownerPassword: string;
  storageKey: string;
}

/** What the app seals secrets with in its tables, as COUNTERSIGN_SECRET_KEY. */
export function storageKey(): string {
  return secrets().storageKey;
}

/** The tables' owner, who sees every tenant's rows: for looking and for setting the stage, never what the app uses. */
export function ownerUrl(): string {
  const url = new URL(installation().databaseUrl);
  url.username = "countersign_owner";
  url.password = encodeURIComponent(secrets().ownerPassword);
  return url.toString();
}

function secrets(): Secrets {
  return JSON.parse(readFileSync(path.join(path.dirname(demoFile()), "secrets.json"), "utf8")) as Secrets;
}

function demoFile(): string {
  const file = process.env.COUNTERSIGN_DEMO_FILE;
  if (file) return file;
  throw new Error("COUNTERSIGN_DEMO_FILE is not set: run these through `npm test` or `npx playwright test`.");
}
