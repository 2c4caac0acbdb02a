import { randomUUID } from "node:crypto";
import { requestServer } from "./server-request";

/** Ways of a real Inngest server (seen with v1.43.0) that differ from what its fields seem to say. */

/** A run as GET /v1/events/:id/runs tells it; its status is "Running" until it has ended. */
export interface Run {
  run_id: string;
  status: string;
  output: unknown;
}

interface RealRun extends Run {
  ended_at: string | null;
}

/**
 * The runs of an event. A real server keeps an answer for 15 s by its address, calls a run "Completed" while it sleeps,
 * and shows no output of a run that the SDK ended in its last report of steps.
 */
export async function readRuns(serverUrl: string, eventId: string): Promise<Run[]> {
  const path = `/v1/events/${eventId}/runs?uncached=${randomUUID()}`;
  const { body } = await requestServer(`${serverUrl}${path}`, "GET", {});
  const runs = (body.data ?? []) as RealRun[];
  return await Promise.all(
    runs.map(async (run) => {
      if (run.ended_at === null) return { ...run, status: "Running" };
      return run.output === "" ? { ...run, output: await readOutput(serverUrl, run.run_id) } : run;
    }),
  );
}

/** The output as the dashboard asks for it: JSON in a text. */
async function readOutput(serverUrl: string, runId: string): Promise<unknown> {
  const query = "query ($runId: String!) { run(runID: $runId) { output } }";
  const { body } = await requestServer(`${serverUrl}/v0/gql`, "POST", {
    body: { query, variables: { runId } },
  });
  const output = (body.data as { run?: { output?: unknown } } | undefined)?.run?.output;
  if (typeof output !== "string") return output ?? null;
  try {
    return JSON.parse(output) as unknown;
  } catch {
    return output;
  }
}
