import type { AccountCall, Answer } from "./account-call";
import { type AccountBody, type RecentWritesBody, recentWritesBody } from "./answers";
import { type Write, findBypasses } from "./find-bypasses";
import { type Line, fail, pass, warn } from "./line";
import { gatherProofs, readReceipts } from "./read-proofs";

export interface BypassReport {
  lines: Line[];
  writes: Write[];
}

interface BypassQuestion {
  call: AccountCall;
  account: AccountBody;
  days: number;
  agentRoles: string[];
  databaseUrl: string | undefined;
  timeoutMs: number;
}

/** More than the notes reach back, so that no row of the ledger at the edge looks as if it had no receipt. */
const RECEIPT_DAYS_MORE = 7;

/** As long as NetSuite lets a RESTlet run: the notes of a large account take their time. */
const NOTES_TIMEOUT_MS = 300_000;

export async function checkBypasses(question: BypassQuestion): Promise<BypassReport> {
  const { call, account, days, databaseUrl } = question;
  const roles = question.agentRoles.length > 0 ? question.agentRoles : [account.user.role_id];
  const request = { op: "recent_writes", days, roles };
  const answer = await call.ask(request, recentWritesBody, Math.max(question.timeoutMs, NOTES_TIMEOUT_MS));
  if (answer.kind !== "answered") return { lines: [unreadable(answer)], writes: [] };
  const { notes, skipped, truncated, ledger } = answer.body;
  const receipts = await receiptsOrReason(databaseUrl, days + RECEIPT_DAYS_MORE);
  const { proofs, unknownKeys, openReceipts } = gatherProofs(ledger, receipts.rows);
  const writes = findBypasses(notes, proofs);
  return {
    writes,
    lines: [
      ...receipts.lines,
      ...coverageLines(skipped, truncated),
      ...unknownKeyLines(unknownKeys),
      resultLine({ writes, notes: notes.length, roles: describe(question, roles), days, openReceipts }),
    ],
  };
}

function unreadable(answer: Exclude<Answer<RecentWritesBody>, { kind: "answered" }>): Line {
  const code = answer.kind === "failed" ? answer.code : answer.failure.code;
  const tooMuch = code === "TIMEOUT" || code === "SSS_TIME_LIMIT_EXCEEDED" || code === "RESPONSE_TOO_LARGE";
  const todo = tooMuch
    ? "Ask for fewer days: -- --days 1."
    : "Look at the script's Execution Log in NetSuite.";
  return fail("bypass", `Recent writes could not be read (${code}).`, todo);
}

async function receiptsOrReason(databaseUrl: string | undefined, days: number) {
  const none = (line: Line) => ({ rows: null, lines: [line] });
  if (!databaseUrl) {
    const finding = "Writes are held against the ledger in NetSuite alone.";
    const todo =
      "Set DATABASE_URL to hold writes against our receipts as well: the ledger can be written by whoever may write it.";
    return none(warn("receipts", finding, todo));
  }
  try {
    const rows = await readReceipts(databaseUrl, days);
    return { rows, lines: [pass("receipts", `${rows.length} receipts are at hand.`)] };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "no answer";
    const finding = `The database of DATABASE_URL does not answer (${code}).`;
    return none(
      fail("receipts", finding, "Start it, or unset DATABASE_URL to use the ledger in NetSuite alone."),
    );
  }
}

function coverageLines(skipped: { type: string; code: string }[], truncated: boolean): Line[] {
  const lines: Line[] = [];
  if (skipped.length > 0) {
    const names = skipped.map(({ type, code }) => `${type} (${code})`).join(", ");
    const todo = "Nothing to do where the account lacks the feature; else give the role VIEW on it.";
    lines.push(warn("bypass.skipped", `Not searched: ${names}.`, todo));
  }
  if (truncated) {
    const finding = "There are more system notes than are read at once; the oldest were left out.";
    lines.push(warn("bypass.truncated", finding, "Ask for fewer days: -- --days 1."));
  }
  return lines;
}

function unknownKeyLines(keys: string[]): Line[] {
  if (keys.length === 0) return [];
  const some = keys.slice(0, 5).join(", ") + (keys.length > 5 ? ", …" : "");
  const finding = `${keys.length} rows of NetSuite's ledger have no receipt here: ${some}.`;
  const todo =
    "Another installation writes to this account, or somebody wrote the ledger by hand. These rows prove nothing here.";
  return [warn("ledger.unknown", finding, todo)];
}

function describe({ agentRoles, account }: BypassQuestion, roles: string[]): string {
  return agentRoles.length > 0
    ? roles.join(", ")
    : `our own role (${account.user.role}, id ${account.user.role_id})`;
}

interface Result {
  writes: Write[];
  notes: number;
  roles: string;
  days: number;
  openReceipts: number;
}

function resultLine({ writes, notes, roles, days, openReceipts }: Result): Line {
  const span = `last ${days} ${days === 1 ? "day" : "days"}, ${roles}`;
  if (writes.length === 0)
    return pass("bypass", `Every write has a receipt (${span}; ${notes} system notes).`);
  const open =
    openReceipts > 0
      ? ` ${openReceipts} receipts are still open; their writes may be among these: run again later.`
      : "";
  const finding = `${writes.length} ${writes.length === 1 ? "write has" : "writes have"} no receipt (${span}):`;
  const todo = "Take the write permissions from whatever did it, and let it propose instead.";
  return fail("bypass", finding, todo + open);
}
