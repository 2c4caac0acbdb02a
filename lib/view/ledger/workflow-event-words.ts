/** Sentences of the events of workflows and of runs. */

type Details = Readonly<Record<string, unknown>>;

/** Null: an event of another kind. */
export function workflowEventWords(type: string, details: Details): string | null {
  const text = (name: string) => String(details[name]);
  switch (type) {
    case "workflow.version_stored":
      return `Version ${text("version")} of ${text("name")} stored, not in force`;
    case "workflow.published":
      return withNote(`Version ${text("version")} of ${text("name")} put in force`, details.note);
    case "workflow.withdrawn":
      return withNote(`${text("name")} taken out of force`, details.note);
    case "workflow.secret_set":
      return `Secret ${text("secret")} of ${text("name")} set`;
    case "workflow.webhook_key_made":
      return `Key of the webhook ${text("webhook")} of ${text("name")} made`;
    case "agent.author_added":
      return `${authorWords[text("because")] ?? "Had a part in its workflow"}: an author of all that its runs propose from now on`;
    case "run.started":
      return `${text("workflow")}, version ${text("version")}${beginning(details)}`;
    case "run.paused":
      return "Paused: nothing more of it begins until it is resumed";
    case "run.resumed":
      return "Resumed";
    case "run.cancel_requested":
      return "Cancelled: nothing more of it begins, and proposals that wait are withdrawn";
    case "run.succeeded":
      return "Every step is done";
    case "run.failed_terminal":
      return failed(details);
    case "run.cancelled":
      return typeof details.cancelled_by === "string"
        ? `Over, as ${details.cancelled_by} cancelled it`
        : "Over";
    case "run_caps.changed":
      return withNote(capsWords(details), details.reason);
    case "model_prices.changed":
      return withNote(
        `Price of ${text("provider")}/${text("model")} from ${text("from")}: ${text("input")} in and ${text("output")} out, ${text("currency")} for a million tokens`,
        details.reason,
      );
    default:
      return null;
  }
}

const authorWords: Readonly<Record<string, string>> = {
  published: "Put its workflow in force",
  secret_set: "Set a secret of its workflow",
  webhook_key_made: "Made a key of its workflow's webhook",
};

function beginning({ trigger_type: type, rerun_of: former }: Details): string {
  if (former !== undefined) return `, goes on from run ${String(former)}`;
  return type === "api" ? "" : `, by ${String(type)}`;
}

function failed({ error_step: step, error }: Details): string {
  const where = typeof step === "string" ? `The step ${step} failed for good` : "It failed for good";
  return typeof error === "string" && error !== "" ? `${where}: ${error}` : where;
}

function capsWords(details: Details): string {
  const { max_concurrency: steps, max_runs_per_min: runs, max_writes_per_run: writes } = details;
  const { max_model_cost_per_day: cost, currency } = details;
  const words = `At most ${String(steps)} steps at once, ${String(runs)} runs a minute and ${String(writes)} writes a run`;
  if (cost === undefined) return words;
  return cost === null
    ? `${words}; no cap on models' costs`
    : `${words}; models cost ${String(cost)} ${String(currency)} a day at most`;
}

const withNote = (words: string, note: unknown): string =>
  typeof note === "string" && note !== "" ? `${words}: “${note}”` : words;
