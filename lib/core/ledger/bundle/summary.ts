import type { BundledAction, BundledDecision, BundledQuestion, BundledRun } from "./files";
import type { Bundle } from "./read-bundle";

/** summary.txt: the bundle in plain English, for whoever has the file alone. It repeats the other files and proves nothing. */

export type Summarised = Pick<
  Bundle,
  "run" | "steps" | "questions" | "actions" | "decisions" | "receipts" | "costs" | "events" | "checkpoints"
>;

export function summaryText(bundle: Summarised, sealedAt: string): string {
  const { run, steps, questions, actions, decisions, events, checkpoints } = bundle;
  const seqs = checkpoints.checkpoints.map(({ seq }) => seq);
  const lines = [
    ...(run ? runLines(run, steps.length) : []),
    ...questions.flatMap((question) => ["", ...questionLines(question)]),
    ...actions.flatMap((action) => [
      "",
      ...actionLines(
        action,
        decisions.filter(({ action_id: id }) => id === action.id),
      ),
    ]),
    "",
    `The ledger: ${events.length} events, covered by signed checkpoints ${seqs.at(0)} to ${seqs.at(-1)}.`,
    `Sealed at ${sealedAt}. Contents are named by their SHA-256. Times are UTC.`,
  ];
  return `${lines.join("\n").trim()}\n`;
}

const quoted = (text: string) => JSON.stringify(text);

function runLines(run: BundledRun, steps: number): string[] {
  return [
    `Run ${run.id} of the workflow ${quoted(run.workflow.name)}, version ${run.workflow.version}.`,
    `Begun by ${quoted(run.started_by.label)} at ${run.created_at} (${run.trigger.type}).`,
    `Ended at ${run.ended_at}: ${run.status}${run.error ? `, at the step ${quoted(run.error.step)}` : ""}.`,
    `${steps} steps; ${run.writes.used} of at most ${run.writes.max} writes.`,
  ];
}

function questionLines({ id, step_key: step, status, answers, ...asked }: BundledQuestion): string[] {
  return [
    `Question ${id} of the step ${quoted(step)}, asked at ${asked.asked_at}: ${asked.interaction_type}.`,
    ...answers.map(
      ({ kind, by, at, channel }) =>
        `  ${said[kind] ?? kind} by ${quoted(by.label ?? "nobody")} at ${at} (${channel}).`,
    ),
    `  Ended: ${status}${asked.cancelled_by === null ? "" : `, by ${quoted(asked.cancelled_by)}`}.`,
  ];
}

const said: Readonly<Record<string, string>> = {
  answer: "Answered",
  correction: "Corrected",
  retraction: "Taken back",
};

function actionLines(action: BundledAction, decisions: readonly BundledDecision[]): string[] {
  const { entity, proposed_by: by, policy } = action;
  return [
    `Proposed action ${action.id}: ${action.action_type} on ${entity.type} ${quoted(entity.ref)}.`,
    `  Asked by the agent ${quoted(by.agent)} at ${action.created_at}; fields: ${action.fields.join(", ")}.`,
    `  Payload SHA-256 ${action.payload_sha256}; tier L${action.tier.level}.`,
    `  Policy version ${policy.version}, rule ${quoted(policy.rule)}: ${policy.approvals} ${policy.approvals === 1 ? "approval" : "approvals"}${policy.step_up ? " with a second factor" : ""}.`,
    ...decisions.map(decisionLine),
    ...action.pushes.map(
      ({ line, status, record_id: record, readback }) =>
        `  Line ${line}: ${status}${record === null ? "" : `, record ${record}`}${readback ? `; read back: ${readback.verification ?? "nothing said"}` : ""}.`,
    ),
    `  Ended: ${action.status}.`,
  ];
}

function decisionLine({ decision, outcome, by, proof, at }: BundledDecision): string {
  const verb = `${decision === "approve" ? "Approved" : "Rejected"}${outcome === "vote_recorded" ? " (a vote of several)" : ""}`;
  const how = proof.step_up ? `${proof.channel}, with a second factor` : proof.channel;
  return `  ${verb} by ${quoted(by.label)} at ${at} (${how}).`;
}
