import { AppError } from "@/lib/core/errors";
import { ENGINE_UNAVAILABLE, type EngineClient } from "@/lib/engine/client";
import type { Gateway } from "@/lib/gateway/context";

/**
 * The gateway's engine client. A missing answer becomes an AppError unavailable 503. The error is recognised by its
 * name, because the process's gateway may come from another of Next's bundles, where AppError is a different class.
 */
export function engineOf({ engine }: Pick<Gateway, "engine">): EngineClient {
  return {
    source: () => orUnavailable(engine.source()),
    listRuns: (query) => orUnavailable(engine.listRuns(query)),
    readRun: (id) => orUnavailable(engine.readRun(id)),
    listFunctions: (labels) => orUnavailable(engine.listFunctions(labels)),
    rerun: (id) => orUnavailable(engine.rerun(id)),
    cancel: (id) => orUnavailable(engine.cancel(id)),
  };
}

async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== ENGINE_UNAVAILABLE) throw error;
    const sentence =
      "The job engine does not answer, so jobs cannot be shown or changed. Nothing is lost: Postgres keeps every decision. See the runbook, “Jobs”.";
    throw new AppError("unavailable", sentence, { cause: error, retryAfterSeconds: 5 });
  }
}
