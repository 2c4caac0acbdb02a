import { AppError } from "@/lib/core/errors";
import { ENGINE_SILENT, type EngineClient } from "@/lib/engine/client";
import type { Gateway } from "@/lib/gateway/context";

/**
 * The gateway's engine, whose silence reaches the caller as an AppError unavailable 503. It is told by its name: the one
 * gateway of a process is made in whichever of Next's bundles came first, whose AppError is another class than ours.
 */
export function engineOf({ engine }: Pick<Gateway, "engine">): EngineClient {
  return {
    source: () => asked(engine.source()),
    listRuns: (query) => asked(engine.listRuns(query)),
    readRun: (id) => asked(engine.readRun(id)),
    listFunctions: (labels) => asked(engine.listFunctions(labels)),
    rerun: (id) => asked(engine.rerun(id)),
    cancel: (id) => asked(engine.cancel(id)),
  };
}

async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== ENGINE_SILENT) throw error;
    const sentence =
      "The engine that carries our work does not answer, so its jobs cannot be shown or changed. Nothing is lost: what was decided stands in Postgres. See the runbook, “Jobs”.";
    throw new AppError("unavailable", sentence, { cause: error, retryAfterSeconds: 5 });
  }
}
