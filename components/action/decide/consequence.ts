import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { Overview } from "@/lib/contract/monitoring/overview";
import { waitWords } from "@/lib/view/switches";
import { countWords } from "@/lib/view/words";

/** Says next to the button what pressing Approve does. */
export function consequenceOf(action: ActionSummary, overview: Overview): string {
  const what =
    action.line_count === null
      ? countWords(action.changes.length, "field")
      : countWords(action.line_count, "line");
  const missing = action.required_approvals - action.approvals;
  if (missing > 1) {
    return `Yours is approval ${action.approvals + 1} of ${action.required_approvals}; nothing is written until all are in.`;
  }
  const graceSeconds = action.risk_level === 2 || action.risk_level === 3 ? overview.grace_seconds : 0;
  const when = graceSeconds === 0 ? "as soon as you approve" : `${graceSeconds} s after you approve`;
  if (!action.goes_to_netsuite) return `Keeps it here ${when}; nothing goes to NetSuite.`;
  return `Writes ${what} to NetSuite ${waitWords(overview, action.risk_level) ?? when}.`;
}
