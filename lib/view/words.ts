import type { ActionSummary, PushView } from "@/lib/contract/action-view";
import { rollWords } from "./action/roll";
import { durationText } from "./time";

/** The contract's codes in people's words. A code without a row here is shown as it is: nothing is hidden. */

const STATUS: Record<ActionSummary["status"], string> = {
  pending: "Waiting for a decision",
  approved: "Approved, not yet applied",
  applied: "Applied",
  rejected: "Rejected",
  expired: "Expired",
  cancelled: "Withdrawn",
  superseded: "Superseded",
  stale: "Stale",
};

export function statusWords(status: ActionSummary["status"]): string {
  return STATUS[status];
}

/** The same for one action: what was approved before it was cancelled was not withdrawn. */
export function endedWords({ status, decision }: Pick<ActionSummary, "status" | "decision">): string {
  return status === "cancelled" && decision === "approve" ? "Cancelled" : statusWords(status);
}

export type Tone = "neutral" | "good" | "warn" | "bad";

export function statusTone(status: ActionSummary["status"]): Tone {
  if (status === "applied" || status === "approved") return "good";
  if (status === "stale") return "warn";
  return status === "rejected" ? "bad" : "neutral";
}

export interface PushWords {
  title: string;
  text: string;
  tone: Tone;
}

/** Where the write stands, and who acts next. */
export function pushWords(push: PushView, now: number): PushWords {
  if (push.lines) return rollWords(push.lines);
  if (push.destination === "internal" && push.status === "applied")
    return {
      title: "Kept and verified",
      text: "Kept by Countersign and read back field by field. Nothing went to NetSuite.",
      tone: "good",
    };
  const tries = `${push.attempts} of ${push.attempts_max} attempts used`;
  const wait = push.next_attempt_at ? Date.parse(push.next_attempt_at) - now : 0;
  switch (push.status) {
    case "queued":
      if (push.attempts === 0)
        return { title: "Queued", text: "Waits for its turn to be written to NetSuite.", tone: "neutral" };
      return {
        title: "Will be tried again",
        text: `The last attempt did not write anything. ${wait > 0 ? `Next attempt in ${durationText(wait)}` : "The next attempt is due"}; ${tries}.`,
        tone: "warn",
      };
    case "pushing":
      return {
        title: "Being written",
        text: "The write is on its way to NetSuite right now.",
        tone: "neutral",
      };
    case "unknown":
      return {
        title: "Outcome unknown",
        text: `NetSuite did not answer in time, so nobody can say yet whether it was written. Countersign looks it up by its key and sends nothing again until that is certain; ${tries}.`,
        tone: "warn",
      };
    case "dead":
      return {
        title: "Gave up",
        text: `NetSuite did not take the write; ${tries}. Nothing was written. It stands under Dead letters until an admin retries it or somebody cancels it.`,
        tone: "bad",
      };
    case "stale":
      return {
        title: "Held back",
        text: "The record changed before the write, so nothing was written.",
        tone: "warn",
      };
    case "cancelled":
      return { title: "Cancelled", text: "Nothing was written.", tone: "neutral" };
    case "applied":
      return push.verification === "mismatch"
        ? {
            title: "Applied, but reads back differently",
            text: "NetSuite took the write and then showed other values. Compare below.",
            tone: "bad",
          }
        : {
            title: "Applied and verified",
            text: "Written to NetSuite and read back field by field.",
            tone: "good",
          };
  }
}

const MEASURES: Record<string, string> = {
  movement_percent: "Movement",
  impact_cents: "Impact",
  cumulative_customer_cents: "Today, this customer",
  cumulative_sku_cents: "Today, this item",
  cumulative_agent_cents: "Today, this agent",
  cumulative_entity_cents: "Today, this record",
};

export function measureWords(measure: string): string {
  return MEASURES[measure] ?? plainWords(measure);
}

/** `price-move-under-5-percent` → `price move under 5 percent`; `bom-variance` → `BOM variance` */
export function plainWords(code: string): string {
  return code
    .replaceAll(/[-_]+/g, " ")
    .replaceAll(/\bbom\b/g, "BOM")
    .trim();
}

export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function countWords(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

const END_REASONS: Record<string, string> = {
  withdrawn: "Withdrawn",
  record_changed: "The record changed in NetSuite",
  record_missing: "The record no longer exists in NetSuite",
  expired: "Nobody decided in time",
};

/** What a person wrote after the colon stays as they wrote it. */
export function endWords(reason: string): string {
  const [, verb, said] = /^(edited|withdrawn|cancelled): (.+)$/s.exec(reason) ?? [];
  if (verb && said) return `${sentenceCase(verb)}: “${said}”`;
  return END_REASONS[reason] ?? sentenceCase(plainWords(reason));
}
