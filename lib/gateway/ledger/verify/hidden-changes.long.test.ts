import { expect, test } from "vitest";
import type postgres from "postgres";
import { createAgentSchema } from "@/lib/contract/people/agents";
import { changeAgent, revokeAgent } from "@/lib/gateway/access/agents/agent-changes";
import { createAgent } from "@/lib/gateway/access/agents/create-agent";
import { endSessions } from "@/lib/gateway/access/people/person-changes";
import { setRetention } from "@/lib/gateway/controls/retention/set-retention";
import { readThresholds } from "@/lib/gateway/rules/read-thresholds";
import { setThreshold, thresholdStep } from "@/lib/gateway/rules/set-threshold";
import {
  readStandingAuthorisations,
  revokeStandingAuthorisation,
  signStandingAuthorisation,
} from "@/lib/gateway/rules/standing-authorisations";
import { amendmentsOf } from "@/lib/gateway/testing/amendments";
import { proposals } from "@/lib/gateway/testing/proposals";
import { pastEveryGuard } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { verifyLedger } from "./verify-ledger";

/** A row is changed past the ledger, and then something lawful happens to it, whose event takes the change over. */

const world = await useWorld();
const { gateway, admin, approver, viewer, tenantId, owner } = world;
const verify = async () => (await verifyLedger(admin, { mode: "full" }, gateway)).faults;
const own = amendmentsOf(world);

const pending = async () => (await world.propose(proposals.arNote())).proposal.id;
const reject = async (id: number) => {
  const [row] = await owner<
    { hash: string }[]
  >`SELECT payload_hash AS hash FROM proposed_actions WHERE id = ${id}`;
  return world.decide(approver, { id, payload_hash: row!.hash }, { decision: "reject", comment: "No" });
};
const newAgent = async () => {
  const input = createAgentSchema.parse({ name: `hidden-${crypto.randomUUID().slice(0, 8)}` });
  return (await createAgent(await steppedUp(owner, admin, "create_agent", input.name), input, gateway)).agent
    .id;
};
const signed = async () => {
  const types = (await readStandingAuthorisations(admin, gateway)).trivial_types;
  const grant = { action_types: types.slice(0, 1), per_day_max: 5, valid_days: 7 };
  const subject = `${grant.action_types.join(",")}: 5 a day for 7 days`;
  const by = await steppedUp(owner, admin, "sign_standing_authorisation", subject);
  const { items } = await signStandingAuthorisation(by, grant, gateway);
  return Math.max(...items.map(({ id }) => id));
};
const changeThreshold = async () => {
  const { hash, types } = await readThresholds(admin, gateway);
  const { action_type } = types.find(({ rules }) => rules.some(({ at_least }) => at_least !== null))!;
  const { name, at_least, tier } = types
    .find((type) => type.action_type === action_type)!
    .rules.find((rule) => rule.at_least !== null)!;
  const draft = { action_type, name, at_least: String(Number(at_least) + 7), tier };
  const by = await steppedUp(owner, admin, "change_thresholds", thresholdStep(draft));
  return setThreshold(by, { ...draft, reason: "why", base_hash: hash }, gateway);
};

interface Case {
  type: string;
  /** Returns the subject's id. */
  subject: () => Promise<number>;
  tamper: (tx: postgres.TransactionSql, id: number) => Promise<unknown>;
  lawful: (id: number) => Promise<unknown>;
}

const cases: Record<string, Case> = {
  "fewer approvals for an action, which is then extended": {
    type: "proposed_action",
    subject: pending,
    tamper: (tx, id) =>
      tx`UPDATE proposed_actions SET required_approvals = required_approvals + 1 WHERE id = ${id}`,
    lawful: (id) => own.extend(id),
  },
  "a later end for an action, which is then rejected": {
    type: "proposed_action",
    subject: pending,
    tamper: (tx, id) =>
      tx`UPDATE proposed_actions SET expires_at = expires_at + interval '9 days' WHERE id = ${id}`,
    lawful: async (id) => reject(id),
  },
  "a higher role for a person, who is then signed out": {
    type: "person",
    subject: async () => viewer.userId,
    tamper: (tx, id) =>
      tx`UPDATE memberships SET role = 'approver' WHERE tenant_id = ${tenantId} AND user_id = ${id}`,
    lawful: (id) => endSessions(admin, id, gateway),
  },
  "a longer time in office for a person, who is then signed out": {
    type: "person",
    subject: async () => approver.userId,
    tamper: (tx, id) =>
      tx`UPDATE memberships SET in_office_since = now() - interval '9 days' WHERE tenant_id = ${tenantId} AND user_id = ${id}`,
    lawful: (id) => endSessions(admin, id, gateway),
  },
  "another maker of an agent's key, whose limit is then lowered": {
    type: "agent",
    subject: newAgent,
    tamper: (tx, id) => tx`UPDATE agents SET key_makers = ARRAY[${approver.userId}::bigint] WHERE id = ${id}`,
    lawful: (id) => changeAgent(admin, { id, pending_max: 3 }, gateway),
  },
  "another principal for an agent, whose limit is then lowered": {
    type: "agent",
    subject: newAgent,
    tamper: (tx, id) => tx`UPDATE agents SET on_behalf_of_user_id = ${approver.userId} WHERE id = ${id}`,
    lawful: (id) => changeAgent(admin, { id, pending_max: 3 }, gateway),
  },
  "a higher limit for an agent, which is then revoked": {
    type: "agent",
    subject: newAgent,
    tamper: (tx, id) => tx`UPDATE agents SET pending_max = 10000 WHERE id = ${id}`,
    lawful: (id) => revokeAgent(admin, id, gateway),
  },
  "a shorter period for one kind of data, before another kind's is set": {
    type: "retention_period",
    subject: async () => {
      await setRetention(admin, { kind: "agent_prose", days: 1_000, reason: "first" }, gateway);
      return tenantId;
    },
    tamper: (tx) =>
      tx`UPDATE retention_periods SET days = 999 WHERE tenant_id = ${tenantId} AND kind = 'agent_prose'`,
    lawful: () => setRetention(admin, { kind: "dead_letter_payloads", days: 1_001, reason: "why" }, gateway),
  },
  "more a day for a signature, which is then revoked": {
    type: "standing_authorisation",
    subject: signed,
    tamper: (tx, id) => tx`UPDATE standing_authorisations SET per_day_max = 9999 WHERE id = ${id}`,
    lawful: (id) => revokeStandingAuthorisation(admin, id, gateway),
  },
  "another threshold than the one that is then changed": {
    type: "risk_tier_rules",
    subject: async () => {
      await changeThreshold();
      return tenantId;
    },
    tamper: (tx) => tx`
      UPDATE risk_tier_rules SET tier = 2 WHERE tenant_id = ${tenantId} AND tier = 5 AND measure <> 'base'`,
    lawful: changeThreshold,
  },
};

test.each(Object.entries(cases))("finds %s", async (_, { type, subject, tamper, lawful }) => {
  const id = await subject();
  const unexplained = { kind: "change_unexplained", entity_type: type, entity_id: id };
  expect(await verify()).not.toContainEqual(expect.objectContaining(unexplained));
  await pastEveryGuard(world.superuser, (tx) => tamper(tx, id));
  await lawful(id);
  expect(await verify()).toContainEqual(expect.objectContaining(unexplained));
});
