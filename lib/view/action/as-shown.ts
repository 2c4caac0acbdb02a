import type { ActionDetail, ActionSummary } from "@/lib/contract/actions/action-view";
import type {
  ActionList,
  AnyDetail,
  AnySummary,
  DetailOutline,
  SummaryOutline,
} from "@/lib/contract/actions/outline";
import { plainWords, sentenceCase } from "@/lib/view/words";

/** Actions as pages show them: where content is hidden, neutral words stand in its place, and `redacted` says so. */

export interface ShownList {
  items: ActionSummary[];
  next_cursor: string | null;
}

/** One sentence for every place that holds back content. */
export const HIDDEN_WORDS =
  "The content is hidden from viewers. Approvers and administrators see it, and an administrator can show it to viewers on the page People.";

export const listForPage = ({ items, next_cursor }: ActionList): ShownList => ({
  items: items.map(summaryForPage),
  next_cursor,
});

export function summaryForPage(action: AnySummary): ActionSummary {
  return action.redacted ? { ...action, ...neutralOf(action) } : action;
}

export function detailForPage(action: AnyDetail): ActionDetail {
  if (!action.redacted) return action;
  return {
    ...action,
    ...neutralOf(action),
    own_approval: null,
    reversal: { possible: false, words: "" },
    variable: { changes: [], texts: [] },
    payload: null,
    payload_text: "",
    reason: "",
    evidence: [],
    conversation_ref: null,
    correlation_id: "",
    policy: { version: 0, hash: "", rule: "" },
    facts: {},
    weighed: {},
    thresholds: [],
    timeline: action.timeline.map((entry) => ({ ...entry, related_id: null, hash: "" })),
  };
}

function neutralOf(action: SummaryOutline | DetailOutline) {
  return {
    subject: `${sentenceCase(plainWords(action.entity_type))} ${action.entity_ref}`,
    details: [],
    about: [],
    changes: [],
    conflicts_with: [],
    line_count: null,
    sentence: `${action.title}, content hidden`,
    sayable: true,
    inspectable: true,
    suspicious_text: false,
    unshown: null,
    marks: [],
    risk_rule: "",
    rule_words: "",
    payload_hash: "",
    reversible: null,
    letter: null,
  };
}
