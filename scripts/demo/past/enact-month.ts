import { generateSync } from "otplib";
import { inTenant } from "@/db/client";
import { readActionRow } from "@/db/queries/actions/actions";
import { listLinePushes } from "@/db/queries/pushes/lines";
import type { ProposalView } from "@/lib/contract/actions/proposal";
import { actionKey } from "@/lib/core/action/action-key";
import type { Person } from "@/lib/core/access/principal";
import { afterCommitsDone } from "@/lib/gateway/after-commit";
import { cancelAction } from "@/lib/gateway/amend/cancel-action";
import { editAction } from "@/lib/gateway/amend/edit-action";
import { reproposeAction } from "@/lib/gateway/amend/repropose-action";
import { undoAction } from "@/lib/gateway/amend/undo-action";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";
import type { Gateway } from "@/lib/gateway/context";
import { decideAction } from "@/lib/gateway/decide/decide-action";
import { expireActions } from "@/lib/gateway/decide/expire-actions";
import { issueEditToken } from "@/lib/gateway/decide/issue-edit-token";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import { notifySubscriber } from "@/lib/gateway/ledger/notify-subscriber";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { SUBSCRIBERS } from "@/lib/subscribers";
import type { Agents, CastMember } from "../cast";
import { propose } from "../enact";
import { control } from "../simulated-account";
import { decisionOf, type PastAction } from "./past-action";
import type { Timetable } from "./timetable";

/** Everybody and everything that takes part. */
export interface Past {
  gateway: Gateway;
  agents: Agents;
  /** Those who decide, the busiest first. */
  approvers: readonly CastMember[];
  admin: Person;
  simulatorUrl: string;
  timetable: Timetable;
}

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const dayMs = 24 * 60 * minuteMs;

/** A decision as the new versions of an action need it too. */
type Decidable = Pick<ProposalView, "id" | "payload_hash" | "risk_level" | "expires_at">;

/** Puts a month's proposals into the timetable, and a checkpoint of the ledger for every night. */
export function enterMonth(past: Past, plan: readonly PastAction[]): void {
  const nights = new Set(plan.map(({ at }) => Math.ceil(at.getTime() / dayMs) * dayMs));
  for (const night of nights)
    past.timetable.add(night, async () => {
      await afterCommitsDone(past.gateway);
      await sealLedger(past.gateway);
    });
  for (const [place, action] of plan.entries())
    past.timetable.add(action.at.getTime(), () => enactOne(past, action, place));
}

async function enactOne(past: Past, action: PastAction, place: number): Promise<void> {
  const { gateway, timetable } = past;
  const proposal = await propose(past, action.proposal);
  const at = action.at.getTime();
  // The standing authorisation has approved it.
  if (proposal.status === "approved")
    return void timetable.add(at + secondMs, () => deliver(past, proposal.id));
  const decision = decisionOf(action.fate);
  if (action.fate.kind === "withdrawn")
    timetable.add(at + 40 * minuteMs, async () => {
      await withdrawProposal(past.agents.get(action.proposal.agent)!, proposal.id, gateway);
    });
  if (action.fate.kind === "expired")
    timetable.add(Date.parse(proposal.expires_at) + 20 * secondMs, async () => {
      await expireActions(gateway);
    });
  if (decision)
    timetable.add(at + waitMs(proposal.risk_level, place), () => decide(past, action, proposal, place));
}

/** Minutes at the lower tiers, hours at the upper ones; never two alike in a row. */
function waitMs(tier: number, place: number): number {
  const longest = [0, 12, 35, 90, 210, 330][tier]!;
  return Math.round((0.08 + ((place * 29) % 31) / 34) * longest * minuteMs) + ((place * 13) % 47) * secondMs;
}

/** Most by the first approver, every third by the second. */
const approverOf = ({ approvers }: Past, place: number) => approvers[place % 3 === 2 ? 1 : 0]!;
/** Of a version that the first one wrote. */
const otherApproverOf = ({ approvers }: Past, place: number) => approvers[place % 3 === 2 ? 0 : 1]!;

async function decide(
  past: Past,
  { fate, proposal: { input } }: PastAction,
  proposal: Decidable,
  place: number,
) {
  const { gateway, timetable, admin } = past;
  const member = approverOf(past, place);
  const now = gateway.clock.now().getTime();
  if (fate.kind === "rejected") return answer(past, member, proposal, "reject", fate.comment);
  if (fate.kind === "edited") {
    const [change] = input.changes;
    const to = (Number(change!.to) + 0.01).toFixed(2);
    const changes = [{ field: change!.field, to }];
    const edit = {
      payload_hash: proposal.payload_hash,
      changes,
      context: {},
      reason: "A cent more, as agreed",
    };
    // Whoever wrote the values asks somebody else to approve them.
    const version = await editAction(member.person, proposal.id, edit, gateway);
    return void timetable.add(now + 9 * minuteMs, () => approve(past, otherApproverOf(past, place), version));
  }
  const key = actionKey(member.person.tenantId, proposal.id);
  if (fate.kind === "refused_by_netsuite") {
    await control(past.simulatorUrl, "POST", "faults", { kind: "closed_period", key, op: "write" });
    timetable.add(now + 50 * minuteMs, async () => {
      await cancelAction(
        admin,
        proposal.id,
        "The period is closed; the agent asks again next month",
        gateway,
      );
    });
  }
  if (fate.kind === "moved") {
    const { context, entity_ref: sku } = input;
    const price = encodeURIComponent(`${String(context.bid_id)}:${sku}`);
    const moved = (Number(input.changes[0]!.from) + 0.05).toFixed(2);
    await control(past.simulatorUrl, "PATCH", `records/bid_price/${price}`, { price: moved });
    timetable.add(now + 25 * minuteMs, async () => {
      const version = await reproposeAction(member.person, proposal.id, null, gateway);
      timetable.add(now + 31 * minuteMs, () => approve(past, otherApproverOf(past, place), version));
    });
  }
  if (fate.kind === "undone")
    timetable.add(now + dayMs, async () => {
      const undo = await undoAction(member.person, proposal.id, "The customer took the price back", gateway);
      timetable.add(now + dayMs + 14 * minuteMs, () => approve(past, otherApproverOf(past, place), undo));
    });
  await approve(past, member, proposal);
}

async function approve(past: Past, member: CastMember, proposal: Decidable): Promise<void> {
  await answer(past, member, proposal, "approve", null);
  // Once the approval can no longer be taken back.
  const sentAt = past.gateway.clock.now().getTime() + 9 * secondMs;
  past.timetable.add(sentAt, () => deliver(past, proposal.id));
}

async function answer(
  { gateway }: Past,
  { person, user }: CastMember,
  { id: actionId, payload_hash: payloadHash, risk_level: tier }: Decidable,
  decision: "approve" | "reject",
  comment: string | null,
): Promise<void> {
  const isStepUp = decision === "approve" && tier === 5;
  const editToken = isStepUp ? await stepUp() : null;
  const command = {
    actionId,
    decision,
    payloadHash,
    comment,
    confirmed: true,
    editToken,
    channel: "page",
  } as const;
  await decideAction(person, command, gateway);

  async function stepUp(): Promise<string> {
    const epoch = Math.floor(gateway.clock.now().getTime() / 1_000);
    const factor = { type: "totp", code: generateSync({ secret: user.totpSecret, epoch }) } as const;
    const { tenantId } = person;
    const row = await inTenant(gateway.database, tenantId, (tx) => readActionRow(tx, tenantId, actionId));
    const typed_reference = row!.entityRef;
    const input = { action_id: actionId, payload_hash: payloadHash, decision, typed_reference, factor };
    return (await issueEditToken(person, input, gateway)).edit_token;
  }
}

/** As the job does it: every line, then those who follow what happened. */
async function deliver({ gateway, admin: { tenantId } }: Past, actionId: number): Promise<void> {
  const pushes = await inTenant(gateway.database, tenantId, (tx) => listLinePushes(tx, tenantId, actionId));
  const happened = new Set(["hitl.approved"]);
  for (const { id } of pushes) {
    const { outcome } = await pushLine(tenantId, id, gateway);
    happened.add(`hitl.${outcome}`);
  }
  for (const subscriber of SUBSCRIBERS)
    if (happened.has(subscriber.event)) await notifySubscriber(subscriber, tenantId, actionId, gateway);
}
