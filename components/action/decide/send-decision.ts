import type { QueryClient } from "@tanstack/react-query";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { Overview } from "@/lib/contract/monitoring/overview";
import type { Decision } from "@/lib/core/action/proposed-action";
import type { InputOf } from "@/lib/operations";
import { act } from "@/lib/operations/act";
import { waitWords } from "@/lib/view/switches";
import type { Answer } from "./outcome";
import { answerOf, answerOfProblem, NO_ANSWER } from "./server-answers";

export interface DecisionDetails {
  comment?: string;
  confirmed?: boolean;
  editToken?: string;
  /** It is sent from a dialog that stays until the answer is there, and nothing takes its place meanwhile. */
  inDialog?: true;
}

/** Never throws: where no answer came, that is the answer. */
export async function sendDecision(
  action: ActionSummary,
  decision: Decision,
  details: DecisionDetails,
  now: () => number,
  queries: QueryClient,
): Promise<{ answer: Answer; by: "viewer" | "others" }> {
  const input: InputOf<"decideAction"> = {
    id: action.id,
    decision,
    // The hash of what is on screen: the server refuses when the row holds anything else.
    payload_hash: action.payload_hash,
    ...(details.comment ? { comment: details.comment } : {}),
    ...(details.confirmed ? { confirmed: true } : {}),
    ...(details.editToken ? { edit_token: details.editToken } : {}),
  };
  const sentAtMs = performance.now();
  try {
    const answered = await act("decideAction", input);
    if (!answered.ok) return { answer: answerOfProblem(answered.problem, now()), by: "others" };
    const overview = queries.getQueryData<Overview>(["overview"]);
    const wait = overview ? waitWords(overview, action.risk_level) : null;
    const context = { decision, goesToNetSuite: action.goes_to_netsuite, now: now(), sentAtMs, wait };
    return { answer: answerOf(answered.result, context), by: "viewer" };
  } catch {
    return { answer: NO_ANSWER, by: "viewer" };
  }
}
