import { parseArgs } from "node:util";
import { valueOrMessage } from "./configuration";

export interface CheckOptions {
  json: boolean;
  help: boolean;
  /** How far back writes are looked at. */
  days: number;
  /** Names or internal ids of roles, or names of users; empty: the role that our own script runs under. */
  agentRoles: string[];
  skipConcurrency: boolean;
}

const DAYS_MAX = 90;
const ROLES_MAX = 20;

export const USAGE = `npm run netsuite:check [-- --json] [--days 7] [--agent-roles "Pricing agent,1042"] [--skip-concurrency]

Looks at the NetSuite account that NETSUITE_* names (without one: at the demo's simulated account) and changes nothing.
  --json               one JSON document instead of lines
  --days N             writes of the last N days are held against receipts, 1 to ${DAYS_MAX}; 7
  --agent-roles A,B    roles (name or internal id) or users whose writes must all have a receipt; default: our own role
  --skip-concurrency   does not measure how many requests the account takes at once

Exit code: 0 all is well (warnings allowed), 1 something lacks or cannot be looked at, 2 writes without a receipt were found.`;

const options = {
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
  days: { type: "string", default: "7" },
  "agent-roles": { type: "string" },
  "skip-concurrency": { type: "boolean", default: false },
} as const;

/** A text names the fault of the arguments. */
export function parseArguments(args: string[]): CheckOptions | string {
  const parsed = valueOrMessage(() => parseArgs({ args, options }).values);
  if (typeof parsed === "string") return parsed;
  const days = Number(parsed.days);
  if (!Number.isInteger(days) || days < 1 || days > DAYS_MAX)
    return `--days must be a whole number from 1 to ${DAYS_MAX}, not “${parsed.days}”.`;
  const agentRoles = (parsed["agent-roles"] ?? "").split(",").map((role) => role.trim());
  if (parsed["agent-roles"] !== undefined && agentRoles.some((role) => role === ""))
    return "--agent-roles must name roles or users, with commas between them.";
  if (agentRoles.length > ROLES_MAX) return `--agent-roles takes at most ${ROLES_MAX} names.`;
  return {
    json: parsed.json,
    help: parsed.help,
    days,
    agentRoles: agentRoles.filter((role) => role !== ""),
    skipConcurrency: parsed["skip-concurrency"],
  };
}
