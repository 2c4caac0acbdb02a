import { AppError } from "@/lib/core/errors";
import { ENGINE_SILENT, type RunsClient } from "@/lib/engine/client";
import type { Gateway } from "@/lib/gateway/context";

/**
 * The gateway's engine, whose silence reaches the caller as an AppError unavailable 503. It is told by its name: the one
 * gateway of a process is made in whichever of Next's bundles came first, whose AppError is another class than ours.
 */
export function engineOf({ runs }: Pick<Gateway, "runs">): RunsClient {
  return {
    source: () => asked(runs.source()),
    listRuns: (query) => asked(runs.listRuns(query)),
    readRun: (id) => asked(runs.readRun(id)),
    listFunctions: (labels) => asked(runs.listFunctions(labels)),
    rerun: (id) => asked(runs.rerun(id)),
    cancel: (id) => asked(runs.cancel(id)),
  };
}

async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== ENGINE_SILENT) throw error;
    const sentence =
      "The engine that carries our work does not answer, so its runs cannot be shown or changed. Nothing is lost: what was decided stands in Postgres. See the runbook, “Runs”.";
    throw new AppError("unavailable", sentence, { cause: error, retryAfterSeconds: 5 });
  }
}
