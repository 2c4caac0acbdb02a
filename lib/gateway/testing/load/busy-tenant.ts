import { setGlobalSwitch } from "@/lib/gateway/controls/set-global-switch";
import { setRetention } from "@/lib/gateway/controls/retention/set-retention";
import { createAgent } from "@/lib/gateway/access/agents/create-agent";
import { changeAgent, revokeAgent, rotateAgentKey } from "@/lib/gateway/access/agents/agent-changes";
import { addPerson } from "@/lib/gateway/access/people/add-person";
import { revokePerson } from "@/lib/gateway/access/people/person-changes";
import { changeRole } from "@/lib/gateway/access/people/role-changes";
import { cancelRemainingLines } from "@/lib/gateway/amend/cancel-remaining-lines";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";
import { expireActions } from "@/lib/gateway/decide/expire-actions";
import { markEmailDraft, readEmailDrafts } from "@/lib/gateway/deliver/email-drafts";
import { retryPush } from "@/lib/gateway/deliver/repair/replay-push";
import { amendmentsOf } from "@/lib/gateway/testing/amendments";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { mintEditToken, putPolicyInForce, signForNotes } from "@/lib/gateway/testing/decisions";
import { approve, proposeAndApprove, workThrough } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { priceRoll, rollLines, widenAssortment } from "@/lib/gateway/testing/rolls";
import type { World } from "@/lib/gateway/testing/world";

/**
 * A tenant in which everything happened that the product can do, by its own verbs: votes, rejections, edits, undo, rolls,
 * dead letters, retries, drafts, switches, periods, people, agents. Returns actions to look at, by their fate.
 */
export async function fillBusyTenant(world: World) {
  const verbs = amendmentsOf(world);
  const { gateway, admin, approver } = world;
  await signForNotes(world, admin);
  await putPolicyInForce(world, world.tenantId, (text) => `${text}\n// second version`);
  const pending = (
    await world.propose(
      proposals.arNote({ reason: "They promised", model: "m-1", prompt_template_version: "t-3" }),
      world.agent,
      "key-1",
    )
  ).proposal;
  const applied = await proposeAndApprove(world, proposals.arNote({ reason: "They promised" }));
  await workThrough(world, applied.id);
  const voted = (await world.propose(proposals.bigCreditRevoke())).proposal;
  await approve(world, voted);
  const halfVoted = (await world.propose(proposals.bigCreditRevoke({ reason: "again" }))).proposal;
  const editToken = await mintEditToken(world, approver, halfVoted);
  await world.decide(approver, halfVoted, { editToken });
  const rejected = (await world.propose(proposals.arNote())).proposal;
  await world.decide(approver, rejected, { decision: "reject", comment: "Not agreed" });
  const edited = (await world.propose(proposals.arNote())).proposal;
  await verbs.edit(edited, { changes: [{ field: "note", to: "A better note" }], reason: "clearer" });
  const withdrawn = (await world.propose(proposals.arNote())).proposal;
  await withdrawProposal(world.agent, withdrawn.id, gateway);
  const extended = (await world.propose(proposals.arNote({ expires_in_seconds: 600 }))).proposal;
  await verbs.extend(extended.id);
  const cancelled = await proposeAndApprove(world, proposals.arNote());
  await verbs.cancel(cancelled.id);
  const price = await proposeAndApprove(world, proposals.bidPrice("1.44"));
  await workThrough(world, price.id);
  await verbs.undo(price.id, "wrong price");
  const auto = (await world.propose(proposals.noteAttachment())).proposal;
  const dead = await proposeAndApprove(world, proposals.arNote());
  await world.account.fault("closed_period");
  await world.push(dead.pushId);
  const retried = await proposeAndApprove(world, proposals.arNote());
  await world.account.fault("closed_period");
  await world.push(retried.pushId);
  await retryPush(admin, retried.id, gateway);
  await workThrough(world, retried.id);
  const unknown = await proposeAndApprove(world, proposals.arNote());
  await world.account.fault("drop_before_execution");
  await world.push(unknown.pushId);
  const drafted = await draft(world);
  const roll = await rolled(world);
  await expireActions(gateway);
  await controls(world);
  await people(world);
  return {
    pending,
    applied,
    voted,
    halfVoted,
    rejected,
    edited,
    withdrawn,
    extended,
    cancelled,
    price,
    auto,
    dead,
    retried,
    unknown,
    drafted,
    roll,
  };
}

async function draft(world: World) {
  const changes = [
    { field: "to", to: "orders@coastal.example" },
    { field: "subject", to: "Your credit limit" },
    { field: "body", to: "We have raised your limit." },
  ];
  const input = {
    action_type: "email_draft",
    entity_type: "customer",
    entity_ref: "Coastal Pantry",
    changes,
  };
  const drafted = await proposeAndApprove(world, input);
  await world.push(drafted.pushId);
  const { items } = await readEmailDrafts(world.approver, { limit: 1 }, world.gateway);
  await markEmailDraft(world.approver, { id: items[0]!.id, status: "used" }, world.gateway);
  return drafted;
}

/** Of three lines one is written, and the others are given up. */
async function rolled(world: World) {
  await widenAssortment(world.account);
  const roll = await proposeAndApprove(world, priceRoll(rollLines(3)));
  await world.push(roll.pushId);
  await cancelRemainingLines(world.approver, { actionId: roll.id, reason: "enough" }, world.gateway);
  return roll;
}

async function controls({ owner, admin, gateway }: World) {
  const flip = (engaged: boolean) =>
    flipSwitch(owner, admin, { name: "high_risk_ops", engaged, reason: "a look" }, gateway);
  await flip(true);
  await flip(false);
  await setGlobalSwitch(
    { kind: "operator", name: "Olaf" },
    { name: "high_risk_ops", engaged: true, reason: "Incident 12" },
    gateway,
  );
  await setRetention(admin, { kind: "edit_tokens", days: 40, reason: "Auditors asked" }, gateway);
}

async function people({ owner, admin, gateway }: World) {
  const email = `nia-${crypto.randomUUID()}@x.test`;
  const adding = await steppedUp(owner, admin, "add_person", `${email}:approver`);
  const { person } = await addPerson(adding, { name: "Nia Okafor", email, role: "approver" }, gateway);
  await changeRole(admin, { id: person.id, role: "viewer" }, gateway);
  await revokePerson(admin, person.id, gateway);
  const input = { name: "spare", on_behalf_of: null, proposals_per_minute_max: 10, pending_max: 10 };
  const creating = await steppedUp(owner, admin, "create_agent", input.name);
  const { agent } = await createAgent(creating, input, gateway);
  await changeAgent(admin, { id: agent.id, pending_max: 5 }, gateway);
  const rotating = await steppedUp(owner, admin, "rotate_agent_key", agent.id);
  await rotateAgentKey(rotating, { id: agent.id, graceHours: 1 }, gateway);
  await revokeAgent(admin, agent.id, gateway);
}
