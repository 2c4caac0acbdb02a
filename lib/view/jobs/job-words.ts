import type { JobDetail, JobSummary } from "@/lib/contract/monitoring/jobs";
import type { StateWords } from "@/lib/view/words";

type BadgeWords = Pick<StateWords, "title" | "tone">;

const FUNCTIONS: Record<string, string> = {
  "push-action": "Delivers a push, or the roll that it is a line of",
  "dispatch-outbox": "Sends the events that wait in the outbox",
  "reconcile-pushes": "Requests approved pushes that are not applied yet, and sends lost events again",
  "expire-actions": "Ends proposals that nobody decided in time",
  "rescue-leases": "Takes back pushes whose sender died",
  "begin-scheduled": "Begins the scheduled runs of workflows",
  "begin-for-event": "Begins the runs of workflows that wait for an event",
  work: "Runs the steps of workflows",
  "sweep-interactions": "Ends questions that nobody answered in time, asks the next responder, and reminds",
  "deliver-messages": "Notifies people of questions and actions",
  "sweep-messages": "Checks that everybody who should be notified was",
  "deliver-webhooks": "Sends webhooks when something happened",
  "sweep-webhooks": "Sends failed webhooks again, and those of lost events",
  "tidy-runs": "Ends runs whose time is over, and withdraws abandoned proposals",
  "watch-customer-health": "Keeps each customer's approved changes",
  "invalidate-caches": "Raises the caches of written records",
  "enforce-retention": "Deletes and blanks data after its retention period",
  "seal-ledger": "Signs checkpoints over the ledger's new events",
};

export function functionWords(name: string): string | null {
  return FUNCTIONS[name] ?? null;
}

/** `every 15 minutes`; a schedule of another kind is shown as it is written. */
export function cronWords(cron: string): string {
  if (cron === "* * * * *") return "every minute";
  const [, minutes] = /^\*\/(\d+) \* \* \* \*$/.exec(cron) ?? [];
  if (minutes) return `every ${minutes} minutes`;
  const [, minute, hour] = /^(\d{1,2}) (\d{1,2}) \* \* \*$/.exec(cron) ?? [];
  return minute && hour
    ? `every day at ${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`
    : `by schedule ${cron}`;
}

export const JOB_STATE_WORDS: Record<JobSummary["status"], BadgeWords> = {
  running: { title: "Running", tone: "neutral" },
  completed: { title: "Completed", tone: "good" },
  failed: { title: "Failed", tone: "bad" },
  cancelled: { title: "Cancelled", tone: "warn" },
};

type Call = JobDetail["calls"][number];
export const OUTCOME_WORDS: Record<Call["outcome"], BadgeWords> = {
  returned: { title: "Returned", tone: "good" },
  advanced: { title: "Done", tone: "good" },
  retried: { title: "Will be tried again", tone: "warn" },
  failed: { title: "Failed", tone: "bad" },
  lost: { title: "Answer lost", tone: "warn" },
  unreached: { title: "App not reached", tone: "warn" },
};

type Step = JobDetail["steps"][number];
export const STEP_WORDS: Record<Step["status"], BadgeWords> = {
  planned: { title: "Planned", tone: "neutral" },
  sleeping: { title: "Sleeping", tone: "neutral" },
  waiting: { title: "Waiting for an event", tone: "neutral" },
  done: { title: "Done", tone: "good" },
  failed: { title: "Failed", tone: "bad" },
};

export const KIND_WORDS: Record<Step["kind"], string> = {
  run: "step",
  sleep: "sleep",
  wait: "wait for an event",
  invoke: "call of another function",
};

export function nextWords(upcoming: JobDetail["next"][number], stepName: string | null): string {
  const what = stepName ? `“${stepName}”` : "the function";
  if (upcoming.in_flight) return `Being called now: ${what}, attempt ${upcoming.attempt + 1}`;
  if (upcoming.parked_limit !== null)
    return `Waits for a place: at most ${upcoming.parked_limit} of these run at once. Then ${what} is called`;
  switch (upcoming.kind) {
    case "sleep":
      return `${what} sleeps, and the function goes on`;
    case "timeout":
      return `${what} gives up waiting`;
    case "run":
    case "step":
      return upcoming.attempt > 0 ? `Attempt ${upcoming.attempt + 1} of ${what}` : `Call of ${what}`;
  }
}

export interface ChangeWords {
  title: string;
  sentences: string[];
  press: string;
  sending: string;
}

type About = Pick<JobDetail, "function" | "subject">;

/** Says what a re-run does, which of a push is less than it seems. */
export function rerunWords(job: About): ChangeWords {
  return {
    title: `Run ${job.function} again?`,
    sentences: [...deliveryWords(job), "This job stays as it is; the new one gets an address of its own."],
    press: "Run again",
    sending: "Starting it…",
  };
}

function deliveryWords({ subject }: About): string[] {
  if (!subject?.push) return ["It starts the same function once more with the same event."];
  const { action_id: actionId, line_no: lineNo, push } = subject;
  if (lineNo !== null)
    return [
      `It asks for delivery of the roll #${actionId} once more. Each line's row decides its outcome: nothing is written twice, and dead lines stay dead until they are retried.`,
    ];
  const delivery = `It asks for delivery of push ${push.id} of #${actionId} once more. The push's row, which is ${push.status} now, decides the outcome: nothing is written twice.`;
  return push.status === "dead"
    ? [delivery, "A dead push stays dead until its dead letter is replayed: a re-run alone sends nothing."]
    : [delivery];
}

/** Says above all what a cancel does not do. */
export function cancelWords(job: About): ChangeWords {
  const called = "Nothing more is called for this job. A call that is on its way runs to its end.";
  return {
    title: `Cancel this job of ${job.function}?`,
    sentences: job.subject?.push ? [called, stayWords(job.subject, job.subject.push)] : [called],
    press: "Cancel this job",
    sending: "Cancelling it…",
  };
}

type Subject = NonNullable<JobDetail["subject"]>;

function stayWords(
  { action_id: actionId, line_no: lineNo }: Subject,
  { id, status }: NonNullable<Subject["push"]>,
): string {
  const rows =
    lineNo === null
      ? `The row of push ${id} stays as it is, ${status},`
      : "The rows of the roll's lines stay as they are,";
  return `${rows} and reconciliation asks for delivery again within 15 minutes. To stop the write itself, cancel #${actionId}.`;
}

const HISTORY: Record<string, string> = {
  "job.rerun_requested": "Run again was asked for",
  "job.rerun_started": "Run again",
  "job.rerun_refused": "Run again was refused by the engine",
  "job.rerun_unanswered": "Run again: no answer came from the engine",
  "job.cancel_requested": "Cancelling was asked for",
  "job.cancelled": "Cancelled",
  "job.cancel_refused": "Cancelling was refused by the engine",
  "job.cancel_unanswered": "Cancelling: no answer came from the engine",
};
export const jobHistoryWords = (type: string): string => HISTORY[type] ?? type;
