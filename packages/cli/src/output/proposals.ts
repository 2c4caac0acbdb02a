import type {
  ActionView,
  ProposalList,
  ProposalView,
  QuestionView,
  RunList,
  RunView,
} from "@countersign/sdk";
import { plain } from "./plain.js";

/** Views in a few lines for people. */

export function proposalLines(view: ProposalView): string[] {
  const { comment, end_reason: why, superseded_by: successor, decided_by: by } = view;
  // An app of an earlier release knows of none.
  const others = view.conflicts_with ?? [];
  return [
    `#${view.id} ${view.status}  L${view.risk_level}  ${view.url}`,
    ...(by ? [`  ${view.decision === "reject" ? "rejected" : "approved"} by ${plain(by)}`] : []),
    ...(comment ? [`  “${plain(comment)}”`] : []),
    ...(why && why !== comment ? [`  ${plain(why)}`] : []),
    ...(view.push_status && view.status === "approved" ? [`  write: ${view.push_status}`] : []),
    ...(successor ? [`  superseded by #${successor.id}: ${successor.url}`] : []),
    ...others.map(({ id, agent, url }) => `  conflicts with #${id} by ${plain(agent)}: ${url}`),
    ...(view.queue ? [`  ${queueWords(view.queue)}`] : []),
    ...(view.status === "pending" ? [`  expires ${view.expires_at}`] : []),
  ];
}

/** `3 ahead, usually decided within 4 min` */
function queueWords({ ahead, median_decision_seconds: seconds }: NonNullable<ProposalView["queue"]>): string {
  if (seconds === null) return `${ahead} ahead`;
  const minutes = Math.ceil(seconds / 60);
  const span =
    seconds < 60 ? `${seconds} s` : minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
  return `${ahead} ahead, usually decided within ${span}`;
}

export const listLine = (one: ProposalList["items"][number]): string =>
  [
    `#${one.id}`,
    one.status,
    `L${one.risk_level}`,
    one.action_type,
    plain(one.entity_ref),
    one.created_at,
  ].join("  ");

export function runLines(run: RunView): string[] {
  const steps = run.steps.map(
    ({ step_id: id, item, status, last_error: fault, proposed_action_id: action }) =>
      [
        `  ${id}${item === null ? "" : `.${item}`}`,
        status,
        ...(action === null ? [] : [`proposed #${action}`]),
        ...(fault ? [plain(fault.message)] : []),
      ].join("  "),
  );
  return [runLine(run), ...(run.error ? [`  ${plain(run.error.message)}`] : []), ...steps];
}

export const runLine = (run: RunList["items"][number]): string =>
  [`run ${run.id}`, run.status, run.workflow, plain(run.trigger_ref), run.url].join("  ");

export function questionLines(question: QuestionView): string[] {
  const { response } = question;
  return [
    `question ${question.id}  ${question.status}  ${plain(question.message ?? "")}`,
    ...(response
      ? [`  ${JSON.stringify(response.answer)}${response.by ? ` by ${plain(response.by)}` : ""}`]
      : []),
    ...(question.status === "pending" ? [`  until ${question.timeout_at}`] : []),
  ];
}

/** The whole change, as a person reads it before they decide. */
export function actionLines(action: ActionView): string[] {
  const { impact } = action;
  const worth = impact.cents === null ? "unknown" : `${(impact.cents / 100).toFixed(2)} ${impact.currency}`;
  return [
    `#${action.id}  L${action.risk_level}  ${plain(action.title)}  ${action.status}`,
    `  ${plain(action.sentence)}`,
    ...action.changes.map(({ label, proposed_live: live, from, to, is_difference: isDifference }) =>
      isDifference
        ? `  ${plain(label)}: by ${shown(to)} on ${shown(from ?? live)}`
        : `  ${plain(label)}: ${shown(live ?? from)} → ${shown(to)}`,
    ),
    ...action.details.map((detail) => `  ${plain(detail)}`),
    `  impact ${worth}${impact.basis ? ` (${plain(impact.basis)})` : ""}; ${plain(action.rule_words)}`,
    `  proposed by ${plain(action.agent)}${action.on_behalf_of ? ` for ${plain(action.on_behalf_of)}` : ""}`,
    ...(action.reason ? [`  the agent's reason, unchecked: “${plain(action.reason)}”`] : []),
    `  approvals ${action.approvals} of ${action.required_approvals}; expires ${action.expires_at}`,
    `  hash ${action.payload_hash}`,
  ];
}

const shown = (value: string | null): string => (value === null ? "nothing" : plain(value));
