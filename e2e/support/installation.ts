import { readFileSync } from "node:fs";

/** The running installation under test, as .local/demo.json describes it. */
export interface Installation {
  url: string;
  simulatorUrl: string;
  databaseUrl: string;
  engineUrl: string;
  agentKey: string;
  users: {
    name: string;
    email: string;
    password: string;
    role: "viewer" | "approver" | "admin";
    token: string;
    totpSecret: string;
  }[];
}

export function installation(): Installation {
  const file = process.env.COUNTERSIGN_DEMO_FILE;
  if (!file)
    throw new Error(
      "COUNTERSIGN_DEMO_FILE is not set: run these through `npm test` or `npx playwright test`.",
    );
  return JSON.parse(readFileSync(file, "utf8")) as Installation;
}

export function userOf(role: "viewer" | "approver" | "admin"): Installation["users"][number] {
  return installation().users.find((user) => user.role === role)!;
}
