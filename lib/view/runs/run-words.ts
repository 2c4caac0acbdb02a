import type { RunSummary, StepView } from "@/lib/contract/workflows/runs";
import { type RunStatus, type StepStatus, type TriggerType, hasRunEnded } from "@/lib/core/run/run";
import { measuredText } from "@/lib/view/time";
import { type StateWords, type Tone, countWords } from "@/lib/view/words";

/** How a run and its steps stand. Each status has a shape of its own beside its colour. */

export type StatusShape =
  | "clock-3"
  | "play"
  | "hourglass"
  | "pause"
  | "refresh-cw"
  | "check"
  | "octagon-x"
  | "circle-slash"
  | "circle-off";

interface StatusWords extends StateWords {
  shape: StatusShape;
}

const word = (title: string, text: string, tone: Tone, shape: StatusShape): StatusWords => ({
  title,
  text,
  tone,
  shape,
});

export const RUN_STATUS_WORDS: Record<RunStatus, StatusWords> = {
  queued: word("Queued", "No worker has taken up its first step yet.", "neutral", "clock-3"),
  running: word("Running", "A step is at work, or the next one is due.", "neutral", "play"),
  waiting_approval: word(
    "Waits for approval",
    "People decide about its proposals. It goes on when their writes have landed.",
    "warn",
    "hourglass",
  ),
  waiting_input: word(
    "Waits for input",
    "It goes on when somebody has answered its question, or when the run that it called is over.",
    "warn",
    "hourglass",
  ),
  paused: word("Paused", "Nothing more of it begins until somebody resumes it.", "warn", "pause"),
  failed_retryable: word(
    "Tries again later",
    "All that is left failed and is tried again.",
    "warn",
    "refresh-cw",
  ),
  succeeded: word("Succeeded", "Every step is done.", "good", "check"),
  failed_terminal: word("Failed", "A step failed for good, and nothing more of it runs.", "bad", "octagon-x"),
  cancelled: word("Cancelled", "Nothing more of it runs.", "neutral", "circle-slash"),
};

const STEP_STATUS_WORDS: Record<StepStatus, Omit<StatusWords, "text">> = {
  ready: { title: "Next", tone: "neutral", shape: "clock-3" },
  running: { title: "Running", tone: "neutral", shape: "play" },
  waiting_approval: { title: "Waits for approval", tone: "warn", shape: "hourglass" },
  waiting_input: { title: "Waits for another run", tone: "neutral", shape: "hourglass" },
  failed_retryable: { title: "Tries again", tone: "warn", shape: "refresh-cw" },
  succeeded: { title: "Done", tone: "good", shape: "check" },
  failed_terminal: { title: "Failed", tone: "bad", shape: "octagon-x" },
  cancelled: { title: "Cancelled", tone: "neutral", shape: "circle-slash" },
};

type StepState = Pick<StepView, "status" | "skipped" | "next_eligible_at" | "question_id">;

/** A step that nothing has begun yet is `Next` when it is due, and `Later` while it waits for others. */
export function stepWords(step: StepState): Omit<StatusWords, "text"> {
  if (step.skipped) return { title: "Skipped", tone: "neutral", shape: "circle-off" };
  if (step.status === "waiting_input" && step.question_id !== null)
    return { title: "Waits for an answer", tone: "warn", shape: "hourglass" };
  const words = STEP_STATUS_WORDS[step.status];
  return step.status === "ready" && step.next_eligible_at === null ? { ...words, title: "Later" } : words;
}

type Steered = Pick<RunSummary, "status" | "error" | "cancelled_by">;

/** The sentence under a run's status: who cancelled it, or which step stopped it. */
export function runSentence(run: Steered): string {
  const { text } = RUN_STATUS_WORDS[run.status];
  if (run.status === "failed_terminal" && run.error) return `The step ${run.error.step} failed for good.`;
  if (run.status === "cancelled" && run.cancelled_by) return `${run.cancelled_by} cancelled it.`;
  if (run.cancelled_by && !hasRunEnded(run.status))
    return `${run.cancelled_by} cancelled it: it ends when the steps that are at work are done.`;
  return text;
}

/** Only a run that goes on can be steered, and one that nobody cancelled yet. */
export function steeringOf({ status, cancelled_by: cancelledBy }: Steered) {
  const isOver = hasRunEnded(status);
  const isOpen = !isOver && cancelledBy === null;
  return {
    pause: isOpen && status !== "paused",
    resume: isOpen && status === "paused",
    cancel: isOpen,
    rerun: isOver && status !== "succeeded",
  };
}

const TRIGGERS: Record<TriggerType, string> = {
  api: "by",
  schedule: "by its schedule, for",
  webhook: "by a webhook, for",
  event: "by an event, for",
  rerun: "to go on from another run, by",
  call: "by another run, for",
};

/** To choose among. */
export const TRIGGER_NAMES: Record<TriggerType, string> = {
  api: "Begun by hand or by an agent",
  schedule: "Begun by a schedule",
  webhook: "Begun by a webhook",
  event: "Begun by an event",
  rerun: "Going on from another run",
  call: "Called by another run",
};

/** `by Ana Ruiz`, behind the word that it was begun. */
export const begunWords = ({
  trigger_type: type,
  started_by: by,
}: Pick<RunSummary, "trigger_type" | "started_by">) => `${TRIGGERS[type]} ${by}`;

type Timed = Pick<RunSummary, "created_at" | "started_at" | "ended_at">;

/** From its first step to its end, or until now. Null: it has not started. */
export function tookText({ started_at: started, ended_at: ended }: Timed, now: number): string | null {
  if (started === null) return null;
  return measuredText(Math.max(0, (ended === null ? now : Date.parse(ended)) - Date.parse(started)));
}

export const writesWords = ({ used, max }: RunSummary["writes"]): string =>
  max === 0 ? "none: its workflow allows none" : `${used} of ${countWords(max, "write")}`;
