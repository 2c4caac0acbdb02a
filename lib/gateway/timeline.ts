import type { EventRow } from "@/db/queries/ledger";
import { staleWords } from "@/lib/core/stale-words";
import type { TimelineEntry } from "@/lib/contract/action-view";

/** The ledger of one action in sentences. */

interface EventBody {
  details?: Record<string, unknown>;
}

export function timelineOf(rows: readonly EventRow[]): TimelineEntry[] {
  return rows.map((row) => ({
    id: row.id,
    at: new Date(row.occurred_at).toISOString(),
    type: row.event_type,
    actor_kind: row.actor_kind,
    actor: row.actor_label,
    text: sentenceOf(row),
    hash: row.hash,
  }));
}

function sentenceOf(row: EventRow): string {
  const details = (JSON.parse(row.body_text) as EventBody).details ?? {};
  const text = (key: string) =>
    typeof details[key] === "string" || typeof details[key] === "number" ? String(details[key]) : "";
  const comment = text("comment") ? `: “${text("comment")}”` : "";
  const reason = text("reason") ? `: “${text("reason")}”` : "";
  switch (row.event_type) {
    case "hitl.proposed":
      return `${originOf(row.actor_label, text)}; tier ${text("risk_level")} set by rule ${text("risk_rule")}`;
    case "hitl.vote_recorded":
      return `${row.actor_label} approved (${text("approvals")} of ${text("required_approvals")})${comment}`;
    case "hitl.approved":
      return `Approved by ${row.actor_label}${comment}`;
    case "hitl.rejected":
      return `Rejected by ${row.actor_label}${comment}`;
    case "hitl.expired":
      return "Expired: nobody decided in time";
    case "hitl.cancelled":
      return `${details.after_approval === true ? "Cancelled after approval" : "Withdrawn"} by ${row.actor_label}${comment}`;
    case "hitl.superseded":
      return `Edited by ${row.actor_label}; replaced by #${text("superseded_by_id")}${reason}`;
    case "hitl.reproposed":
      return `Proposed again by ${row.actor_label} as #${text("successor_id")}`;
    case "hitl.undo_proposed":
      return `Undo proposed by ${row.actor_label} as #${text("undo_id")}${reason}`;
    case "hitl.stale":
      return `Stale: ${staleWords(text("reason"))}`;
    case "hitl.applied":
      return details.verification === "verified"
        ? `Written to NetSuite and read back as approved (record ${text("ns_internal_id")})`
        : `Written to NetSuite, but it reads back differently (record ${text("ns_internal_id")})`;
    case "push.unknown":
      return `NetSuite's answer is unknown (${text("code")}); probing before anything is sent again`;
    case "push.requeued":
      return `Not written (${text("code")}); next try in ${Math.round(Number(text("in_ms")) / 1000)} s`;
    case "push.dead":
      return `Gave up (${text("code")}): a person has to look`;
    case "push.retry_requested":
      return `Retry asked for by ${row.actor_label}`;
    case "push.revived":
      return "Put back in the queue by reconciliation";
    case "push.rescued":
      return "The sender went away in mid-call; treated as unknown";
    default:
      return row.event_type;
  }
}

/** Whether it is the agent's own, or a person's version of something. */
function originOf(by: string, text: (key: string) => string): string {
  if (text("undo_of_id") && !text("supersedes_id"))
    return `Undo of #${text("undo_of_id")}, proposed by ${by}`;
  if (text("supersedes_id")) return `Proposed by ${by} in place of #${text("supersedes_id")}`;
  return `Proposed by ${by}`;
}
