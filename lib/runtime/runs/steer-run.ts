import { type TenantTransaction, inTenant } from "@/db/client";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import { wakeWorkers } from "@/db/queries/pushes/outbox";
import {
  cancelRun as cancel,
  lockRun,
  pauseRun as pause,
  resumeRun as resume,
} from "@/db/queries/workflows/runs";
import type { RunView } from "@/lib/contract/workflows/runs";
import type { AgentPrincipal, Person } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { type RunStatus, hasRunEnded } from "@/lib/core/run/run";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { assertNotRevoked } from "@/lib/gateway/propose/pending-quotas";
import { cancelUnawaited } from "@/lib/interactions/cancel-unawaited";
import { describeError, log } from "@/lib/log";
import { requireStarter } from "./run-access";
import { noSuchRun, runViewOf } from "./run-view";

/**
 * Nothing more of the run begins, and of steps that a worker has nothing leaves that was not on its way (docs/adr/0131). Proposals that
 * wait are withdrawn, questions are cancelled, and what was approved is written. An agent cancels the runs that it began. @throws
 *   AppError unauthenticated 401 of an agent that was revoked meanwhile; not_allowed 403; not_found 404; run_is_over, nothing_to_do 409.
 */
export async function cancelRun(
  caller: Person | AgentPrincipal,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<RunView> {
  const view = await steer(caller, id, gateway, "run.cancel_requested", async (tx, run) => {
    if (run.cancelRequestedBy !== null)
      throw new AppError("nothing_to_do", `${run.cancelRequestedBy} cancelled this run already.`);
    await cancel(tx, caller.tenantId, id, caller.name);
  });
  // After the commit: whoever answers at this moment holds the question, and waits for the step.
  await cancelUnawaited(caller.tenantId, id, gateway).catch((error: unknown) =>
    log.warn({ runId: id, error: describeError(error) }, "Questions of a cancelled run wait to be tidied"),
  );
  return view;
}

/** Nothing more of the run begins until it is resumed. Throws as cancelRun does. */
export const pauseRun = (person: Person, id: number, gateway: Gateway = getGateway()): Promise<RunView> =>
  steer(person, id, gateway, "run.paused", async (tx, run) => {
    if (run.status === "paused") throw new AppError("nothing_to_do", "This run is paused already.");
    await pause(tx, person.tenantId, id);
  });

/** Goes on where it stopped. Throws as cancelRun does. */
export const resumeRun = (person: Person, id: number, gateway: Gateway = getGateway()): Promise<RunView> =>
  steer(person, id, gateway, "run.resumed", async (tx, run) => {
    if (run.status !== "paused") throw new AppError("nothing_to_do", "This run is not paused.");
    await resume(tx, person.tenantId, id);
  });

interface HeldRun {
  status: RunStatus;
  cancelRequestedBy: string | null;
  startedByAgentId: number | null;
}

async function steer(
  caller: Person | AgentPrincipal,
  id: number,
  gateway: Gateway,
  type: string,
  change: (tx: TenantTransaction, run: HeldRun) => Promise<void>,
): Promise<RunView> {
  requireStarter(caller);
  const { tenantId } = caller;
  const view = await inTenant(gateway.database, tenantId, async (tx) => {
    const run = await lockRun(tx, tenantId, id);
    if (!run || (caller.kind === "agent" && run.startedByAgentId !== caller.agentId)) throw noSuchRun();
    if (caller.kind === "agent") await assertNotRevoked(tx, caller);
    if (hasRunEnded(run.status))
      throw new AppError("run_is_over", `This run is over: it ${endedAs[run.status]}.`);
    // Before the change: what ends the run says so after it.
    await appendEvent(tx, {
      ...actorOf(caller),
      entityType: "run",
      entityId: id,
      type,
    });
    await change(tx, run);
    await wakeWorkers(tx, tenantId, `${type}-${id}-${Date.now()}`);
    return runViewOf(tx, tenantId, id);
  });
  afterCommit(gateway, tenantId);
  return view;
}

/** The person who steers, as the entry in the ledger names them. */
const actorOf = (caller: Person | AgentPrincipal) =>
  caller.kind === "person"
    ? { ...byPerson(caller), details: { by_user_id: caller.userId } }
    : {
        tenantId: caller.tenantId,
        actorKind: "agent" as const,
        actorLabel: caller.name,
        details: {},
      };

const endedAs: Partial<Record<RunStatus, string>> = {
  succeeded: "succeeded",
  failed_terminal: "failed",
  cancelled: "was cancelled",
};
