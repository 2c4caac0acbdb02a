import { describe, expect, test } from "vitest";
import { redeemPasswordLink } from "@/lib/gateway/access/account/redeem-password-link";
import { issuePasswordLink } from "@/lib/gateway/access/people/issue-password-link";
import { listPeople } from "@/lib/gateway/access/people/list-people";
import { confirmOpenRecovery, confirmOpenRole } from "@/lib/gateway/testing/people/confirmations";
import { votersOf } from "@/lib/gateway/testing/people/voters";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** Votes of people whose password or second factor somebody else gave them. */

const world = await useWorld();
const { gateway } = world;
const { company, add, reset, steppedUpBy, letPass, proposeL4, proposeL5, askTwoAtL5, approveL5 } =
  votersOf(world);

describe("whoever was given new credentials", () => {
  test("decides nothing at L4 for 24 hours, or until another administrator confirms", async () => {
    const { people, agent } = await company({ Adam: "admin", Bea: "admin", Ben: "approver" });
    const [adam, bea, ben] = [people.Adam!, people.Bea!, people.Ben!];
    await reset(adam, ben);
    const proposal = await proposeL4(agent);
    await expectRefusal(world.decide(ben, proposal), "recently_recovered");
    await expectRefusal(world.decide(ben, proposal, { decision: "reject" }), "recently_recovered");
    const { proposal: low } = await world.propose(proposals.arNote(), agent);
    expect(await world.decide(ben, low)).toMatchObject({ outcome: "claimed" });
    await expectRefusal(confirmOpenRecovery(world, adam, ben.userId), "nothing_to_confirm");
    await confirmOpenRecovery(world, bea, ben.userId);
    expect(await world.decide(ben, proposal)).toMatchObject({ outcome: "claimed" });
    await reset(adam, ben);
    await letPass(25);
    expect(await world.decide(ben, await proposeL4(agent))).toMatchObject({ outcome: "claimed" });
  });
  test("is no second voter beside the one who gave them, for seven days", async () => {
    const { people, agent, tenantId } = await company({ Adam: "admin", Ben: "approver", Cleo: "approver" });
    const [adam, ben] = [people.Adam!, people.Ben!];
    await askTwoAtL5(tenantId);
    await reset(adam, ben);
    await letPass(25);
    const proposal = await proposeL5(agent);
    expect(await approveL5(adam, proposal)).toMatchObject({ outcome: "vote_recorded" });
    await expectRefusal(approveL5(ben, proposal), "not_independent");
    expect(await approveL5(people.Cleo!, proposal)).toMatchObject({ outcome: "claimed" });
  });
});

describe("whoever issued the link of somebody's first password", () => {
  const colleagues = { Adam: "admin", Bea: "admin", Cleo: "approver", Dora: "steward" } as const;
  /** Adam adds Nia, Bea confirms her role and issues the link by which Nia's first password is set. */
  async function withNewcomer() {
    const home = await company(colleagues);
    const { Adam: adam, Bea: bea } = home.people;
    await askTwoAtL5(home.tenantId);
    const nia = await add(adam!, "Nia", "approver");
    await confirmOpenRole(world, bea!, nia.userId);
    const { link } = await issuePasswordLink(
      await steppedUpBy(bea!, "issue_password_link", nia.userId),
      nia.userId,
      gateway,
    );
    const token = link.slice(link.indexOf("#") + 1);
    const redeem = () => redeemPasswordLink({ token, password: "three unrelated words" }, gateway);
    return { ...home, nia, redeem };
  }

  test("is no second voter beside them, in either order, however long ago that was", async () => {
    const { people, agent, nia, redeem } = await withNewcomer();
    await redeem();
    await letPass(24 * 30);
    for (const [first, second] of [
      [people.Bea!, nia],
      [nia, people.Bea!],
    ] as const) {
      const proposal = await proposeL5(agent);
      expect(await approveL5(first, proposal)).toMatchObject({ outcome: "vote_recorded" });
      await expectRefusal(approveL5(second, proposal), "not_independent");
      expect(await approveL5(people.Cleo!, proposal)).toMatchObject({ outcome: "claimed" });
    }
    const proposal = await proposeL5(agent);
    await approveL5(people.Adam!, proposal);
    expect(await approveL5(nia, proposal)).toMatchObject({ outcome: "claimed" });
  });
  test("is one again from the confirmation of another administrator on, and of no one else", async () => {
    const { people, agent, nia, redeem } = await withNewcomer();
    await redeem();
    await letPass(25);
    expect((await listPeople(people.Adam!, gateway)).find(({ id }) => id === nia.userId)).toMatchObject({
      recovery: { by: "Bea", until: null },
    });
    await expectRefusal(confirmOpenRecovery(world, people.Bea!, nia.userId), "nothing_to_confirm");
    await confirmOpenRecovery(world, people.Dora!, nia.userId);
    const proposal = await proposeL5(agent);
    await approveL5(people.Bea!, proposal);
    expect(await approveL5(nia, proposal)).toMatchObject({ outcome: "claimed" });
  });
  test("stays a second voter while nobody used the link", async () => {
    const { people, agent, nia } = await withNewcomer();
    await letPass(25);
    const proposal = await proposeL5(agent);
    await approveL5(people.Bea!, proposal);
    expect(await approveL5(nia, proposal)).toMatchObject({ outcome: "claimed" });
  });
});
