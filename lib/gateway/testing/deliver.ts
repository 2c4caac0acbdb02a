import type { ProposalView } from "@/lib/contract/actions/proposal";
import { type TenantTransaction, inTenant } from "@/db/client";
import type { Lease } from "@/db/queries/pushes/push-leases";
import { selectFirst } from "@/db/queries/rows";
import { classifyResponse } from "@/lib/core/push/classify-response";
import type { Destination } from "@/lib/destinations/destination";
import { pushAction } from "@/lib/gateway/deliver/push-action";
import { mintEditToken } from "./decisions";
import type { World } from "./world";

/** From proposal to the end of its push, without waiting for any clock. */

/** The verdict of a write to an address where nothing listens. */
export const refusedConnection = classifyResponse({
  kind: "error",
  code: "ECONNREFUSED",
  phase: "before_send",
});

/** Approves at any tier and quorum; every approver has an edit token. */
export async function approve(
  world: World,
  proposal: Pick<ProposalView, "id" | "payload_hash">,
): Promise<void> {
  for (const person of [world.approver, world.admin]) {
    const editToken = await mintEditToken(world, person, proposal);
    const { outcome } = await world.decide(person, proposal, { editToken });
    if (outcome === "claimed") return;
  }
  throw new Error(`action ${proposal.id} wants more approvers than there are`);
}

export async function proposeAndApprove(world: World, input: Record<string, unknown>) {
  const { proposal } = await world.propose(input);
  await approve(world, proposal);
  return { ...proposal, pushId: (await world.pushOf(proposal.id)).id };
}

/** Takes a lease as a sender does, in a transaction that the test may hold open. Null: it cannot be leased. */
export async function leasePush(
  tx: TenantTransaction,
  tenantId: number,
  pushId: number,
  owner: string,
  leaseSeconds: number,
): Promise<Lease | null> {
  const row = await selectFirst<{ leaseAttempt: number | null }>(tx)`
    SELECT lease_attempt FROM begin_sending(jsonb_build_object('tenant_id', ${tenantId}::bigint,
      'push_id', ${pushId}::bigint, 'lease_owner', ${owner}::text, 'lease_seconds', ${leaseSeconds}::float8,
      'lane_probe_seconds', 60, 'switches', '[]'::jsonb, 'switches_from_environment', '[]'::jsonb, 'receipt', NULL,
      'policy_version', (SELECT coalesce(max(version), 0) FROM policies WHERE tenant_id = ${tenantId})))`;
  return row?.leaseAttempt ? { owner, attempt: row.leaseAttempt } : null;
}

/** A sender that died before it sent anything: only its lease is left. */
export async function leaveLeaseBehind(
  { db, tenantId }: World,
  pushId: number,
  leaseSeconds: number,
): Promise<void> {
  const lease = await inTenant(db.database, tenantId, (tx) =>
    leasePush(tx, tenantId, pushId, "a dead sender", leaseSeconds),
  );
  if (!lease) throw new Error(`push ${pushId} cannot be leased`);
}

export async function standOf(world: World, actionId: number) {
  const { status, attempts } = await world.pushOf(actionId);
  return { push: status, action: await world.statusOf(actionId), attempts };
}

/** Lets every hold, every delay and every lease of the action's pushes pass, and the wait of a halted lane. */
export async function letTimePass(world: World, actionId: number): Promise<void> {
  await world.owner`
    UPDATE ns_pending_pushes SET next_attempt_at = clock_timestamp() - interval '1 second',
           hold_until = hold_until - make_interval(secs => 86400),
           last_sent_at = last_sent_at - make_interval(secs => 86400),
           not_after = not_after - make_interval(secs => 86400),
           earlier_not_after = earlier_not_after - make_interval(secs => 86400),
           proved_unwritten_at = proved_unwritten_at - make_interval(secs => 86400)
    WHERE action_id = ${actionId}`;
  await letLaneProbe(world);
}

export async function letLaneProbe({ owner, tenantId }: World): Promise<void> {
  await owner`
    UPDATE push_lanes SET probe_at = clock_timestamp() - interval '1 second'
    WHERE tenant_id = ${tenantId} AND state = 'halted'`;
}

/** The event ids under which delivery of the push was requested. */
export async function requestsOf({ owner }: World, pushId: number): Promise<string[]> {
  const rows = await owner`
    SELECT event_id FROM outbox
    WHERE event_name = 'ns-push.requested' AND (body_json ->> 'push_id')::bigint = ${pushId} ORDER BY id`;
  return rows.map((row) => row.event_id as string);
}

const roundsMax = 40;

/** Delivers round by round, holds and delays passing in between, until another round does nothing more. */
export async function workThrough(world: World, actionId: number): Promise<void> {
  const { id } = await world.pushOf(actionId);
  for (let round = 0; round < roundsMax; round += 1) {
    const { retryInMs } = await pushAction(world.tenantId, id, world.gateway);
    if (retryInMs === null) return;
    if (retryInMs > 0) await letTimePass(world, actionId);
  }
}

/** Logs the verdict of each write that passes, or of those under one action key. */
export function withLoggedVerdicts<Client extends Destination>(
  client: Client,
  actionKey?: string,
): { client: Client; verdicts: string[] } {
  const verdicts: string[] = [];
  const write: Destination["write"] = async (request, sending) => {
    const verdict = await client.write(request, sending);
    if (actionKey === undefined || request.action_key === actionKey) verdicts.push(verdict.class);
    return verdict;
  };
  return { client: { ...client, write }, verdicts };
}
