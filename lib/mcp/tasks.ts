import {
  CLIENT_CAPABILITIES_META_KEY,
  type CallToolResult,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { isFinalAction } from "@/lib/core/action/proposed-action";
import { AppError } from "@/lib/core/errors";
import { isoOf } from "@/lib/core/values/time";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";
import { type ProposalSnapshot, waitForDecision } from "@/lib/gateway/read/proposals/wait-for-decision";
import { inProtocol } from "./protocol-error";
import { pollAfterSeconds } from "./tools/proposals";

/**
 * Proposals as tasks, for clients that declare the extension: proposing answers with a task, which lasts as long as the
 * proposal may wait, and the client asks for its result when it likes. The task is the row itself: nothing else is kept.
 */
export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

/** A client asks for one task no more often than this. */
const pollSecondsMin = 5;
const declaration = { extensions: { [TASKS_EXTENSION]: {} } };

/** True where this very request declares the extension. */
export function takesTasks({ mcpReq }: ServerContext): boolean {
  type Declared = { extensions?: Record<string, unknown> } | undefined;
  const envelope = mcpReq.envelope as Record<string, Declared> | undefined;
  return envelope?.[CLIENT_CAPABILITIES_META_KEY]?.extensions?.[TASKS_EXTENSION] !== undefined;
}

/** The answer of a tool that proposes. `created` is false where the proposal was there already. */
interface Proposed {
  id: number;
  created: boolean;
}

/** The task in the place of a proposal. */
export async function asTask(agent: AgentPrincipal, { id, created }: Proposed): Promise<CallToolResult> {
  const standing = await waitForDecision(agent, { id, waitSeconds: 0 });
  // The library has no type for it, and passes it as it is.
  return { resultType: "task", ...taskOf(standing, created) } as unknown as CallToolResult;
}

const params = z.object({ taskId: z.string() });

/** `tasks/get`, `tasks/update` and `tasks/cancel`, which withdraws. */
export function offerTasks({ server }: McpServer, agent: AgentPrincipal, correlationId: string): void {
  const answer = (method: string, verb: (proposed: Proposed) => Promise<Record<string, unknown>>) =>
    server.setRequestHandler(method, { params }, async ({ taskId }, context) => {
      if (!takesTasks(context))
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: declaration });
      const proposed = proposedOf(taskId);
      if (!proposed) throw noSuchTask();
      return inProtocol(method, correlationId, () => verb(proposed).catch(absentAsNoTask));
    });
  const look = (id: number) => waitForDecision(agent, { id, waitSeconds: 0 });
  answer("tasks/get", async ({ id, created }) => detailOf(await look(id), created));
  // Nothing is ever asked of the client in a task, so there is nothing to take.
  answer("tasks/update", async ({ id }) => look(id).then(() => ({})));
  answer("tasks/cancel", async ({ id }) => {
    await withdrawProposal(agent, id).catch(unlessTooLate);
    return {};
  });
}

/** A repeated call has a task of its own, so that its result says that it created nothing. */
const taskIdOf = ({ id, created }: Proposed) => `${created ? "proposal" : "repeat"}-${id}`;

function proposedOf(taskId: string): Proposed | null {
  const [, kind, id] = /^(proposal|repeat)-([1-9]\d{0,15})$/.exec(taskId) ?? [];
  return id === undefined ? null : { id: Number(id), created: kind === "proposal" };
}

function taskOf(standing: ProposalSnapshot, created: boolean) {
  const { proposal, createdAt, changedAt, unchangedSeconds } = standing;
  const pollSeconds = Math.max(pollSecondsMin, pollAfterSeconds(unchangedSeconds));
  return {
    taskId: taskIdOf({ id: proposal.id, created }),
    status: statusOf(proposal.status),
    statusMessage: `Proposal ${proposal.id} is ${proposal.status}: ${proposal.url}`,
    createdAt: isoOf(createdAt),
    lastUpdatedAt: isoOf(changedAt),
    ttlMs: Math.max(0, Date.parse(proposal.expires_at) - createdAt.getTime()),
    pollIntervalMs: pollSeconds * 1_000,
  };
}

/** A rejection is a result like any other: only the protocol's own faults fail a task. */
function statusOf(status: ProposalSnapshot["proposal"]["status"]): "working" | "completed" | "cancelled" {
  if (!isFinalAction(status)) return "working";
  return status === "cancelled" ? "cancelled" : "completed";
}

function detailOf(standing: ProposalSnapshot, created: boolean): Record<string, unknown> {
  const task = taskOf(standing, created);
  if (task.status !== "completed") return task;
  const structuredContent = { ...standing.proposal, created };
  const content = [{ type: "text", text: JSON.stringify(structuredContent) }];
  return { ...task, result: { content, structuredContent } };
}

const noSuchTask = () =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such task of this agent.");

function absentAsNoTask(error: unknown): never {
  throw error instanceof AppError && error.code === "not_found" ? noSuchTask() : error;
}

/** Cancelling is a wish: what was decided meanwhile stays. */
function unlessTooLate(error: unknown): void {
  if (!(error instanceof AppError && error.code === "not_withdrawable")) throw error;
}
