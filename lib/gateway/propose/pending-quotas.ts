import type { TenantTransaction } from "@/db/client";
import {
  type PendingQuota,
  countDecisionsOfHour,
  findRoom,
  readAgentHold,
} from "@/db/queries/actions/waiting";
import { isLiveMember } from "@/db/queries/people/people";
import type { ProposedActionRow } from "@/db/schema/actions";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import type { Gateway } from "@/lib/gateway/context";
import { QUOTA_EXCEEDED } from "@/lib/gateway/controls/quotas/quotas";
import { medianDecisionIn } from "@/lib/gateway/read/proposals/queue";

/**
 * Limits the proposals that wait for people at once. Only agents' proposals are refused; a person's edit, undo or new proposal is
 * counted and never refused. An agent's own limits are exact, because its proposals are stored one after the other. Those of a record
 * and of the company can be exceeded by proposals that are stored at the same moment.
 */

const RETRY_SECONDS = 60;
const BEHIND_SECONDS_MIN = 30;
const BEHIND_SECONDS_MAX = 900;

/**
 * Refuses a proposal that would exceed a limit. Called before NetSuite is read (`stored` null), and again in the storing transaction,
 * where the tier is known. @throws AppError unauthenticated 401 of an agent that was revoked, or of a person who was removed;
 * agent_paused 403; too_many_pending, approvers_behind 429.
 */
export async function assertPendingRoom(
  tx: TenantTransaction,
  agent: AgentPrincipal,
  stored: Pick<ProposedActionRow, "recordRef" | "riskLevel"> | null,
  gateway: Gateway,
): Promise<void> {
  await assertCallerIsHere(tx, agent);
  const room = await findRoom(tx, agent, stored);
  refuseHeldBack(room, agent);
  const { fullQuota: quota, quotaMax: max, waiting } = room;
  if (quota === null) return;
  const pending = waiting! - (stored ? 1 : 0);
  const options = { type: QUOTA_EXCEEDED, members: { "violated-policies": [quota] } };
  const headersFor = (seconds: number) => ({
    "ratelimit-policy": `"${quota}";q=${max}`,
    ratelimit: `"${quota}";r=0;t=${seconds}`,
  });
  if (!quota.startsWith("tenant-"))
    throw new AppError("too_many_pending", `${pending} ${sentences[quota]}`, {
      ...options,
      retryAfterSeconds: RETRY_SECONDS,
      headers: headersFor(RETRY_SECONDS),
    });
  const { tenantId } = agent;
  const seconds = secondsToRoom(await countDecisionsOfHour(tx, tenantId));
  const median = await medianDecisionIn(tx, tenantId, stored?.riskLevel ?? 1, gateway);
  throw new AppError("approvers_behind", `${pending} ${sentences[quota]} Try again in ${seconds} s.`, {
    ...options,
    members: { ...options.members, pending, median_decision_seconds: median },
    retryAfterSeconds: seconds,
    headers: headersFor(seconds),
  });
}

/**
 * Called in the transaction that stores what the agent wants: it may have waited its turn for long since its key was read.
 * @throws AppError unauthenticated 401 of an agent that was revoked, or of a person who was removed; agent_paused 403.
 */
export async function assertNotHeldBack(tx: TenantTransaction, agent: HeldAgent): Promise<void> {
  await assertCallerIsHere(tx, agent);
  refuseHeldBack(await readAgentHold(tx, agent.tenantId, agent.agentId), agent);
}

/** The same of what a paused agent may do too, such as withdraw. @throws AppError unauthenticated 401. */
export async function assertNotRevoked(tx: TenantTransaction, agent: HeldAgent): Promise<void> {
  await assertCallerIsHere(tx, agent);
  const { revoked } = await readAgentHold(tx, agent.tenantId, agent.agentId);
  refuseHeldBack({ revoked, paused: false }, agent);
}

type HeldAgent = Pick<AgentPrincipal, "tenantId" | "agentId" | "name" | "calledByUserId">;

async function assertCallerIsHere(
  tx: TenantTransaction,
  { tenantId, calledByUserId: userId }: HeldAgent,
): Promise<void> {
  if (userId === undefined || (await isLiveMember(tx, tenantId, userId))) return;
  throw new AppError(
    "unauthenticated",
    "You were removed from this company while this was on its way: nothing was stored.",
  );
}

function refuseHeldBack(
  { revoked, paused }: { revoked: boolean; paused: boolean },
  { name }: Pick<AgentPrincipal, "name">,
): void {
  if (revoked)
    throw new AppError(
      "unauthenticated",
      `${name} was revoked while this was on its way: nothing was stored.`,
    );
  if (!paused) return;
  throw new AppError(
    "agent_paused",
    `An administrator has paused ${name}: it proposes nothing, asks nobody and begins no run until it is resumed. It may still read and withdraw what it proposed.`,
  );
}

/** Seconds until people will have decided one more proposal, at the pace of the last hour. */
const secondsToRoom = (decisionsOfHour: number): number =>
  Math.min(
    BEHIND_SECONDS_MAX,
    Math.max(BEHIND_SECONDS_MIN, decisionsOfHour === 0 ? Infinity : Math.ceil(3_600 / decisionsOfHour)),
  );

const sentences: Readonly<Record<PendingQuota, string>> = {
  "agent-pending": "proposals of this agent still wait for a decision; let people catch up.",
  "agent-pending-high":
    "proposals of this agent at L4 and L5 still wait for a decision; let people catch up.",
  "record-pending": "proposals for this record still wait for a decision; let people catch up.",
  "record-pending-high":
    "proposals for this record at L4 and L5 still wait for a decision; let people catch up.",
  "tenant-pending": "proposals of your company wait for a decision: its people have fallen behind.",
  "tenant-pending-high":
    "proposals of your company at L4 and L5 wait for a decision: its people have fallen behind.",
};
