import { beforeEach, describe, expect, test } from "vitest";
import { setEntitlement } from "@/db/seed/entitlement";
import type { AgentPrincipal, Person } from "@/lib/core/access/principal";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import { putPolicyInForce, signForNotes } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import { pastEveryGuard } from "@/lib/gateway/testing/race";
import { type World } from "@/lib/gateway/testing/world";
import { TRIVIAL_ACTION_TYPES, actionTypeOf } from "@/lib/action-types/registry";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();
const { owner } = world;
let tenant: Awaited<ReturnType<World["addTenant"]>>;
let tenantId: number;
let admin: Person;
let agent: AgentPrincipal;
beforeEach(async () => {
  tenant = await world.addTenant();
  tenantId = tenant.tenantId;
  admin = await tenant.person("Signe", "admin");
  agent = await tenant.agent("agent");
});

const sign = (more?: Parameters<typeof signForNotes>[2]) => signForNotes(world, admin, more);
const statusOf = async (input = proposals.noteAttachment()) =>
  (await world.propose(input, agent)).proposal.status;

test("as shipped nobody has signed, and the most trivial write waits for a person", async () => {
  expect(await statusOf()).toBe("pending");
});

test("signed, a text with characters that deceive still waits for a person", async () => {
  await sign();
  for (const to of ["Driscоll's pallet is on file", "Paid \u202ellits"])
    expect(await statusOf(proposals.noteAttachment({ changes: [{ field: "note", to }] }))).toBe("pending");
});

describe("signed for the three trivial types", () => {
  const draft = (to: string) => ({
    action_type: "email_draft",
    entity_type: "customer",
    entity_ref: "Coastal Pantry",
    changes: Object.entries({ to, subject: "Your order", body: `On its way ${Math.random()}.` }).map(
      ([field, value]) => ({ field, to: value }),
    ),
  });
  const cache = { action_type: "cache_invalidation", entity_type: "cache", entity_ref: "price-book" };
  beforeEach(() => sign({ actionTypes: [...TRIVIAL_ACTION_TYPES] }));

  test("they are the e-mail draft, the cache invalidation and the note attachment", () => {
    expect([...TRIVIAL_ACTION_TYPES].sort()).toEqual([
      "cache_invalidation",
      "email_draft",
      "note_attachment",
    ]);
  });
  test("each goes without a tap", async () => {
    for (const input of [proposals.noteAttachment(), draft("orders@coastal.example"), cache])
      expect(await statusOf(input as never)).toBe("approved");
  });
  test("but a draft to a new recipient, and a note on a customer, wait for a person", async () => {
    expect(await statusOf(draft("eve@evil.example") as never)).toBe("pending");
    const onCustomer = { entity_type: "customer", entity_ref: "Coastal Pantry" };
    expect(await statusOf(proposals.noteAttachment(onCustomer))).toBe("pending");
  });
});

test("signed: approved by the policy in the signer's name, queued and pushed like any other", async () => {
  await sign();
  const { proposal } = await world.propose(proposals.noteAttachment(), agent);
  expect(proposal).toMatchObject({
    status: "approved",
    risk_level: 1,
    decision: "approve",
    decided_by: expect.stringContaining("signed by Signe"),
  });
  const [decision] = await owner`SELECT * FROM decisions WHERE action_id = ${proposal.id}`;
  expect(decision).toMatchObject({
    outcome: "claimed",
    actor_kind: "policy",
    actor_user_id: null,
    channel: "policy",
    policy_version: 1,
    policy_rule: "trivial-under-standing-authorisation",
    standing_authorisation_id: expect.any(Number),
  });
  const push = await world.pushOf(proposal.id);
  expect(await pushLine(tenantId, push.id, world.gateway)).toEqual({ outcome: "applied" });
  expect(await world.eventsOf(proposal.id)).toEqual(["hitl.proposed", "hitl.approved", "hitl.applied"]);
});

describe("a person decides", () => {
  test("a write that is not L1, under any signature", async () => {
    await sign({ actionTypes: ["note_attachment", "ar_note"] });
    expect(await statusOf(proposals.arNote() as never)).toBe("pending");
  });
  test("a type that was not signed for", async () => {
    await sign({ actionTypes: ["cache_invalidation"] });
    expect(await statusOf()).toBe("pending");
  });
  test("a write whose record could not be read", async () => {
    await sign();
    await world.account.fault("service_unavailable", { op: "read" });
    expect(await statusOf()).toBe("pending");
  });
  test("a write that was proposed before within 24 hours, also if it was rejected then", async () => {
    const rejected = proposals.noteAttachment();
    await world.decide(admin, (await world.propose(rejected, agent)).proposal, { decision: "reject" });
    await sign();
    expect(await statusOf(rejected)).toBe("pending");
    const input = proposals.noteAttachment();
    expect(await statusOf(input)).toBe("approved");
    expect(await statusOf(input)).toBe("pending");
    await pastEveryGuard(
      world.superuser,
      (tx) => tx`
        UPDATE proposed_actions SET created_at = created_at - interval '25 hours' WHERE tenant_id = ${tenantId}`,
    );
    expect(await statusOf(input), "a day later").toBe("approved");
  });
  test("a write beyond the day's number", async () => {
    await sign({ perDayMax: 2 });
    const statuses = [await statusOf(), await statusOf(), await statusOf()];
    expect(statuses).toEqual(["approved", "approved", "pending"]);
  });
  test("once the signature was revoked, has run out, or its signer is no longer an administrator", async () => {
    await sign();
    await owner`UPDATE standing_authorisations SET revoked_at = now() WHERE revoked_at IS NULL`;
    expect(await statusOf()).toBe("pending");
    await sign();
    await pastEveryGuard(
      world.superuser,
      (tx) => tx`UPDATE standing_authorisations SET expires_at = now() WHERE revoked_at IS NULL`,
    );
    expect(await statusOf()).toBe("pending");
    await sign();
    expect(await statusOf()).toBe("approved");
    await owner`UPDATE memberships SET role = 'approver' WHERE user_id = ${admin.userId}`;
    expect(await statusOf()).toBe("pending");
    await owner`UPDATE memberships SET role = 'admin', revoked_at = now() WHERE user_id = ${admin.userId}`;
    expect(await statusOf()).toBe("pending");
    await owner`UPDATE memberships SET revoked_at = NULL WHERE user_id = ${admin.userId}`;
    await owner`UPDATE users SET disabled_at = now() WHERE id = ${admin.userId}`;
    expect(await statusOf(), "nor one whose account was closed").toBe("pending");
  });
  test("while the tenant has no right to the action, also under a signature that was made before", async () => {
    await sign();
    const [{ slug } = { slug: "" }] = await owner<{ slug: string }[]>`
      SELECT slug FROM tenants WHERE id = ${tenantId}`;
    expect(await statusOf()).toBe("approved");
    await setEntitlement(owner, slug, "Olaf", { actionTypes: ["email_draft"] });
    const { proposal } = await world.propose(proposals.noteAttachment(), agent);
    expect(proposal).toMatchObject({ status: "pending", risk_level: 1 });
    expect(await world.eventsOf(proposal.id)).toEqual(["hitl.proposed"]);
    await setEntitlement(owner, slug, "Olaf", { actionTypes: null });
    expect(await statusOf(), "the next one, once it has the right again").toBe("approved");
  });
  test("where the policy no longer lets anything go by itself", async () => {
    await sign();
    await putPolicyInForce(
      world,
      tenantId,
      (text) =>
        `${text}\n@id("nothing-by-itself")\nforbid (principal, action == Countersign::Action::"auto_apply", resource);\n`,
    );
    expect(await statusOf()).toBe("pending");
  });
});

describe("at once", () => {
  test("ten proposals under a signature for three: three go, in 5 rounds", async () => {
    for (let round = 0; round < 5; round += 1) {
      await owner`UPDATE standing_authorisations SET revoked_at = now() WHERE revoked_at IS NULL`;
      await sign({ perDayMax: 3 });
      const statuses = await Promise.all(Array.from({ length: 10 }, () => statusOf()));
      expect(statuses.filter((status) => status === "approved")).toHaveLength(3);
    }
  });
  test("the same write twice: at most one of them goes, in 15 rounds", async () => {
    await sign();
    const twin = await tenant.agent("twin");
    for (let round = 0; round < 15; round += 1) {
      const input = proposals.noteAttachment();
      const both = await Promise.all([agent, twin].map((by) => world.propose(input, by)));
      expect(both.filter(({ proposal }) => proposal.status === "approved").length).toBeLessThanOrEqual(1);
    }
  });
});

test("signed for, at L1 by the thresholds and permitted by the policy, money and all that ships above L1 still wait", async () => {
  await owner`UPDATE risk_tier_rules SET tier = 1 WHERE tenant_id = ${tenantId}`;
  await sign({
    actionTypes: ["note_attachment", "inventory_adjustment", "customer_terms_change", "email_draft"],
  });
  await putPolicyInForce(
    world,
    tenantId,
    (text) => `${text.replace(/@id\("money-needs-a-person"\)[^;]*;/, "")}
@id("all-goes") permit (principal, action == Countersign::Action::"auto_apply", resource);`,
  );
  const { record: _, ...terms } = actionTypeOf("customer_terms_change")!.example;
  const toAStranger = { to: "eve@evil.example", subject: "Your order", body: "On its way." };
  const inputs = {
    note_attachment: proposals.noteAttachment(),
    inventory_adjustment: proposals.adjustment("10"),
    customer_terms_change: { action_type: "customer_terms_change", ...terms },
    email_draft: {
      action_type: "email_draft",
      entity_type: "customer",
      entity_ref: "Coastal Pantry",
      changes: Object.entries(toAStranger).map(([field, to]) => ({ field, to })),
    },
  };
  const ends: Record<string, [number, string]> = {};
  for (const [type, input] of Object.entries(inputs)) {
    const { proposal } = await world.propose(input as never, agent);
    ends[type] = [proposal.risk_level, proposal.status];
  }
  expect(ends).toEqual({
    note_attachment: [1, "approved"],
    inventory_adjustment: [1, "pending"],
    customer_terms_change: [1, "pending"],
    email_draft: [1, "pending"],
  });
});
