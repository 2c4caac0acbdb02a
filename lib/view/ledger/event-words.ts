import type { TierMeasure } from "@/lib/core/action/tier-rules";
import { fromText } from "@/lib/view/rules/figure-words";
import { actionTypeTitle } from "@/lib/view/words";
import { interactionEventWords } from "./interaction-event-words";
import { workflowEventWords } from "./workflow-event-words";

/** Sentences of events that speak of a company's rules, workflows and runs. Those of actions stand in lib/gateway/ledger/timeline.ts. */

interface RuleValue {
  at_least: string | null;
  tier: number;
}
interface RuleChange {
  action_type: string;
  measure: TierMeasure;
  from: RuleValue;
  to: RuleValue;
}
type Details = Readonly<Record<string, unknown>>;

/** Null: an event of another kind. */
export const eventWords = (type: string, details: Details): string | null =>
  ruleEventWords(type, details) ?? workflowEventWords(type, details) ?? interactionEventWords(type, details);

function ruleEventWords(type: string, details: Details): string | null {
  switch (type) {
    case "risk_tier_rules.changed":
      return thresholdEventWords(details);
    case "policy.published": {
      const version = `Version ${String(details.version)} of the policy published`;
      return withReason(version, details.note);
    }
    case "grace_setting.changed": {
      const seconds = Number(details.seconds);
      const words = seconds === 0 ? "no time" : `${seconds} s`;
      return withReason(`Time to take back a decision set to ${words}`, details.reason);
    }
    case "proposal_limits.changed":
      return withReason("Limits of what agents propose changed", details.reason);
    case "routing.published":
      return withReason(
        `Version ${String(details.version)} of the rules of who is told published`,
        details.note,
      );
    case "notification_times.changed":
      return "Quiet hours, time zone or deputy changed";
    default:
      return null;
  }
}

function thresholdEventWords(details: Details): string {
  if (details.founding === true) return "Thresholds as shipped";
  if (details.release === true) return "Thresholds of a new release added";
  if (!Array.isArray(details.changes)) return "Thresholds changed by SQL";
  const changes = details.changes as RuleChange[];
  if (changes.length === 0) return withReason("Thresholds set again as they are", details.reason);
  const currency = typeof details.currency === "string" ? details.currency : "USD";
  // Rules that say the same before and after are one threshold of one or several types.
  const titles = new Map<string, Set<string>>();
  for (const change of changes) {
    const words = `${valueWords(change.measure, change.from, currency)} → ${valueWords(change.measure, change.to, currency)}`;
    titles.set(words, (titles.get(words) ?? new Set()).add(actionTypeTitle(change.action_type)));
  }
  const parts = [...titles].map(([words, names]) => `${[...names].join(", ")}: ${words}`);
  return withReason(`Threshold changed. ${parts.join("; ")}`, details.reason);
}

/** `L4 from $500` */
function valueWords(measure: TierMeasure, { at_least, tier }: RuleValue, currency: string): string {
  return at_least === null ? `L${tier}` : `L${tier} ${fromText(measure, at_least, currency)}`;
}

function withReason(words: string, reason: unknown): string {
  return typeof reason === "string" && reason !== "" ? `${words}: “${reason}”` : words;
}
