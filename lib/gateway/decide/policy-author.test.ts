import { expect, test } from "vitest";
import type { Person } from "@/lib/core/access/principal";
import { publishPolicy } from "@/lib/gateway/rules/publish-policy";
import { mintEditToken } from "@/lib/gateway/testing/decisions";
import { addCompany } from "@/lib/gateway/testing/people/people-of";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { DEFAULT_POLICY_TEXT } from "@/lib/policy/default-policy.cedar";
import { policyHash } from "@/lib/policy/engine";

/** The publisher of a policy that asks for fewer approvals does not then approve alone. */

const world = await useWorld();
const { gateway, owner } = world;

/** Without the statement that asks for two people. */
const oneIsEnough = DEFAULT_POLICY_TEXT.replace(
  /@id\("two-approvers-for-critical-over-100000-dollars"\)[^;]*;/,
  "",
);
const publish = async (person: Person, text: string) =>
  publishPolicy(
    await steppedUp(owner, person, "publish_policy", policyHash(text)),
    { text, note: "One is enough", base_version: 1 },
    gateway,
  );
const daysPass = (tenantId: number, days: number) =>
  world.superuser.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx`
      UPDATE events SET occurred_at = occurred_at - make_interval(hours => ${days * 24}::int)
      WHERE tenant_id = ${tenantId} AND event_type = 'policy.published'`;
  });

test("who published a policy that asks for fewer approvals gives none alone at L4 and L5 for seven days", async () => {
  const { people, agent, tenantId } = await addCompany(world, {
    Ada: "steward",
    Bea: "admin",
    Ben: "approver",
  });
  const [bea, ben] = [people.Bea!, people.Ben!];
  const propose = async (input: Parameters<typeof world.propose>[0]) => {
    const { proposal } = await world.propose(input, agent);
    return async (person: Person) => {
      const editToken = proposal.risk_level === 5 && (await mintEditToken(world, person, proposal));
      return world.decide(person, proposal, editToken ? { editToken } : {});
    };
  };
  const claimed = { outcome: "claimed" };

  const underTheFirst = await propose(proposals.bigCreditRevoke());
  expect(await underTheFirst(bea)).toMatchObject({ outcome: "vote_recorded", required_approvals: 2 });
  await publish(bea, oneIsEnough);

  const l5 = await propose(proposals.bigCreditRevoke({ reason: "The second" }));
  await expectRefusal(l5(bea), "own_proposal");
  expect(await l5(ben)).toMatchObject({ ...claimed, approvals: 1 });
  const l4 = await propose(proposals.creditLimit());
  await expectRefusal(l4(bea), "own_proposal");
  await daysPass(tenantId, 6);
  await expectRefusal(l4(bea), "own_proposal");
  await daysPass(tenantId, 2);
  expect(await l4(bea)).toMatchObject(claimed);
});

test("the only approver of a tenant decides also after publishing a policy", async () => {
  const { people, agent } = await addCompany(world, { Ada: "admin", Stew: "steward" });
  await publish(people.Ada!, oneIsEnough);
  const { proposal } = await world.propose(proposals.creditLimit(), agent);
  expect(await world.decide(people.Ada!, proposal)).toMatchObject({ outcome: "claimed" });
});

test("an event that was written past the app, and names nobody, stops no decision", async () => {
  const { people, agent, tenantId } = await addCompany(world, {
    Ada: "steward",
    Bea: "admin",
    Ben: "approver",
  });
  for (const by of ['"nobody"', "1e30", "null", "{}"])
    await owner`
      SELECT append_event(${tenantId}::bigint, 'policy', ${tenantId}::bigint, 'policy.published', 'person', 'Bea',
        ${`{"by_user_id": ${by}}`}::text::jsonb)`;
  const { proposal } = await world.propose(proposals.creditLimit(), agent);
  expect(await world.decide(people.Bea!, proposal)).toMatchObject({ outcome: "claimed" });
});

test("a publication of a later day, which was written past the app, keeps nobody from deciding", async () => {
  const { people, agent, tenantId } = await addCompany(world, {
    Ada: "steward",
    Bea: "admin",
    Ben: "approver",
  });
  await owner`
    SELECT append_event(${tenantId}::bigint, 'policy', ${tenantId}::bigint, 'policy.published', 'person', 'Bea',
      ${`{"by_user_id": ${people.Bea!.userId}}`}::text::jsonb)`;
  await daysPass(tenantId, -400);
  const { proposal } = await world.propose(proposals.creditLimit(), agent);
  expect(await world.decide(people.Bea!, proposal)).toMatchObject({ outcome: "claimed" });
});
