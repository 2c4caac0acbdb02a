import type { EventRow } from "@/db/queries/ledger/events";
import type { LineCounts } from "@/lib/core/push/lines";
import { isForeign } from "@/lib/core/ledger/replay/unsealed";
import { staleWords } from "@/lib/core/push/stale-words";
import type { TimelineEntry } from "@/lib/contract/actions/action-view";
import { isoOf } from "@/lib/core/values/time";
import type { RuleInForce } from "@/lib/core/action/tier-rules";
import { ruleSentence } from "@/lib/view/rules/rule-words";

const foreignWords = "Not written by Countersign: verify the ledger";

/** `rules`: those that the events name, as they stand now. `unsealed`: the ids of events that lack the app's seal. */
export function timelineOf(
  rows: readonly EventRow[],
  rules: RulesOfEvents,
  unsealed: ReadonlySet<number> = new Set(),
): TimelineEntry[] {
  const isStrange = (row: EventRow) => unsealed.has(row.id) || isForeign(row.eventType, row.actorKind);
  return groupLineEvents(rows, rules, isStrange).map(({ row, text }) => ({
    id: row.id,
    at: isoOf(row.occurredAt),
    type: row.eventType,
    actor_kind: row.actorKind,
    actor: isStrange(row) ? "unknown" : row.actorLabel,
    text,
    related_id: isStrange(row) ? null : relatedOf(row),
    hash: row.hash,
  }));
}

/**
 * Joins consecutive events of a roll's lines into one entry at the last of them. A dead or unknown line keeps its own
 * entry.
 */
function groupLineEvents(
  rows: readonly EventRow[],
  rules: RulesOfEvents,
  isStrange: (row: EventRow) => boolean,
): { row: EventRow; text: string }[] {
  const entries: { row: EventRow; text: string; counts: Map<string, number> | null }[] = [];
  for (const row of rows) {
    const word = lineWords[row.eventType];
    const isOurs = !isStrange(row);
    if (!isOurs || word === undefined || detailsOf(row).line_no === undefined) {
      entries.push({ row, text: isOurs ? sentenceOf(row, rules) : foreignWords, counts: null });
      continue;
    }
    const last = entries.at(-1);
    const counts = last?.counts ?? new Map<string, number>();
    counts.set(word, (counts.get(word) ?? 0) + 1);
    if (last?.counts) last.row = row;
    else entries.push({ row, text: "", counts });
  }
  return entries.map(({ row, text, counts }) => ({ row, text: counts ? countsText(counts) : text }));
}

const lineWords: Record<string, string> = {
  "push.line_applied": "written",
  "push.line_stale": "no longer held",
  "push.requeued": "put off",
};

function countsText(counts: Map<string, number>): string {
  const parts = [...counts].map(([word, count]) => `${count} ${count === 1 ? "line" : "lines"} ${word}`);
  return parts.join(", ");
}

export interface RulesOfEvents {
  inForce: ReadonlyMap<string, RuleInForce>;
  currency: string;
}

/** The names of the rules that set a tier in these events. */
export function rulesNamedBy(rows: readonly EventRow[]): string[] {
  const names = rows.map((row) => detailsOf(row).risk_rule);
  return [...new Set(names.filter((name) => typeof name === "string"))];
}

function ruleWordsOf(details: Record<string, unknown>, { inForce, currency }: RulesOfEvents): string {
  const name = String(details.risk_rule);
  const weighed = (details.weighed ?? {}) as Record<string, string | number | null>;
  return ruleSentence({ name, inForce: inForce.get(name) ?? null, weighed, currency });
}

function detailsOf(row: EventRow): Record<string, unknown> {
  return (JSON.parse(row.bodyText) as { details?: Record<string, unknown> }).details ?? {};
}

function sentenceOf(row: EventRow, rules: RulesOfEvents): string {
  const details = detailsOf(row);
  const line = typeof details.line_no === "number" ? `Line ${details.line_no}: ` : "";
  const lines = details.lines as LineCounts | undefined;
  const text = (key: string) =>
    typeof details[key] === "string" || typeof details[key] === "number" ? String(details[key]) : "";
  const count = (one: string) => (Number(text("count")) > 1 ? `${text("count")} ${one}s: ` : "");
  const comment = text("comment") ? `: “${text("comment")}”` : "";
  const reason = text("reason") ? `: “${text("reason")}”` : "";
  switch (row.eventType) {
    case "hitl.proposed":
      return `${originOf(row.actorLabel, text)}, at L${text("risk_level")}: ${ruleWordsOf(details, rules)}`;
    case "hitl.intake_sealed":
      return "Sealed when the installation began to seal its proposals";
    case "hitl.vote_recorded":
      return `${row.actorLabel} approved (${text("approvals")} of ${text("required_approvals")})${comment}`;
    case "hitl.approved":
      return `Approved by ${row.actorLabel}${comment}`;
    case "hitl.rejected":
      return `Rejected by ${row.actorLabel}${comment}`;
    case "hitl.expired":
      return "Expired: nobody decided in time";
    case "hitl.cancelled":
      if (details.taken_back !== undefined)
        return `Approval taken back by ${row.actorLabel} before anything was written`;
      return `${details.after_approval === true ? "Cancelled after approval" : "Withdrawn"} by ${row.actorLabel}${comment}`;
    case "hitl.extended":
      return `Extended by ${row.actorLabel} until ${utcMinuteOf(text("expires_at"))}${reason}`;
    case "hitl.tier_raised":
      return `Tier raised from L${text("previous_risk_level")} to L${text("risk_level")}, with the writes that were approved since: ${ruleWordsOf(details, rules)}`;
    case "hitl.superseded":
      if (details.reproposed === true)
        return `The record had changed; proposed again by ${row.actorLabel} as #${text("superseded_by_id")}`;
      return `Edited by ${row.actorLabel}; replaced by #${text("superseded_by_id")}${reason}`;
    case "hitl.reproposed":
      if (details.taken_back === "reject")
        return `Rejection taken back by ${row.actorLabel}; proposed again as #${text("successor_id")}`;
      return `Proposed again by ${row.actorLabel} as #${text("successor_id")}`;
    case "hitl.undo_proposed":
      return `Undo proposed by ${row.actorLabel} as #${text("undo_id")}${reason}`;
    case "hitl.stale":
      if (lines) return `Stale: none of ${lines.total} lines still held`;
      return `Stale: ${staleWords(text("reason"))}`;
    case "hitl.applied":
      if (lines) return endOfRollText(lines);
      if (details.destination === "internal")
        return `Kept by Countersign and read back as approved (${text("ns_internal_id")})`;
      return details.verification === "verified"
        ? `Written to NetSuite and read back as approved (record ${text("ns_internal_id")})`
        : `Written to NetSuite, but it reads back differently (record ${text("ns_internal_id")})`;
    case "push.unknown":
      return `${line}NetSuite's answer is unknown (${text("code")}); probing before anything is sent again`;
    case "push.requeued":
      return `Not written (${text("code")}); next try in ${Math.round(Number(text("in_ms")) / 1000)} s`;
    case "push.dead":
      return `${line}Gave up (${text("code")}): a person has to look`;
    case "push.found_written":
      return "NetSuite was asked before it was ended, and holds it already: it is recorded as applied";
    case "push.revived":
      return `${count("line")}Put back in the queue by reconciliation`;
    case "push.retry_requested":
      return `${count("line")}Retried at the request of ${row.actorLabel}`;
    case "push.lines_cancelled":
      return `${row.actorLabel} gave up the remaining ${text("count")} lines${comment}`;
    case "push.rescued":
      return `${line}The sender went away mid-call; treated as unknown`;
    case "draft.marked":
      return `${row.actorLabel} marked the draft as ${text("status")}`;
    default:
      return row.eventType;
  }
}

const outlines: Readonly<Record<string, string>> = {
  "hitl.proposed": "Proposed",
  "hitl.intake_sealed": "Sealed",
  "hitl.vote_recorded": "Approved, and more approvals are needed",
  "hitl.approved": "Approved",
  "hitl.rejected": "Rejected",
  "hitl.expired": "Expired: nobody decided in time",
  "hitl.cancelled": "Withdrawn or cancelled",
  "hitl.extended": "Extended",
  "hitl.superseded": "Replaced by a new version",
  "hitl.reproposed": "Proposed again",
  "hitl.undo_proposed": "Undo proposed",
  "hitl.stale": "Stale: the record has changed since",
  "hitl.applied": "Written",
  "push.unknown": "NetSuite's answer is unknown; probing before anything is sent again",
  "push.requeued": "Not written yet; it is tried again",
  "push.dead": "Gave up: a person has to look",
};

/** An entry for people from whom content is hidden: its kind alone, without any detail of the event. */
export function outlineTextOf({ type, text }: Pick<TimelineEntry, "type" | "text">): string {
  return text === foreignWords ? foreignWords : (outlines[type] ?? type);
}

/** `2026-11-24 10:31 UTC` */
function utcMinuteOf(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** Says whether the proposal is the agent's own, a person's version or an undo. */
function originOf(by: string, text: (key: string) => string): string {
  if (text("undo_of_id") && !text("supersedes_id"))
    return `Undo of #${text("undo_of_id")}, proposed by ${by}`;
  if (text("supersedes_id")) return `Proposed by ${by} in place of #${text("supersedes_id")}`;
  return `Proposed by ${by}`;
}

function endOfRollText({ total, applied, stale, cancelled, mismatched }: LineCounts): string {
  const rest = [
    ...(stale > 0 ? [`${stale} no longer held`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
    ...(mismatched > 0 ? [`${mismatched} read back differently`] : []),
  ];
  const written = `${applied} of ${total} lines written to NetSuite and read back`;
  return rest.length === 0 ? written : `${written}; ${rest.join(", ")}`;
}

const related = ["superseded_by_id", "successor_id", "undo_id", "supersedes_id", "undo_of_id"] as const;

function relatedOf(row: EventRow): number | null {
  const details = detailsOf(row);
  const id = related.map((key) => details[key]).find((value) => typeof value === "number");
  return typeof id === "number" ? id : null;
}
