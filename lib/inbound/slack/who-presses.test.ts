import { describe, expect, onTestFinished, test } from "vitest";
import type { SlackUser } from "@countersign/slack-double";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { confirmLink, readLinks } from "@/lib/messages/links";
import { readConnected } from "./receive-interaction";
import { useSlack } from "./testing/use-slack";

/** A signature proves Slack. Only a link that a session of ours confirmed makes one of its users one of our people. */

const { world, slack, installation, teamId, accountId, linked, cardsOf, notesOf, deliver, press, send } =
  await useSlack();
const { owner, approver: ana, admin, viewer, gateway, tenantId } = world;
const mike = await linked(ana);
await linked(admin);

async function told(user: SlackUser = mike) {
  const { proposal } = await world.propose(proposals.arNote());
  await deliver();
  const card = cardsOf(user).find(({ blocks }) => JSON.stringify(blocks).includes(`#${proposal.id}`))!;
  return { proposal, card };
}
const pressAs = async (user: SlackUser) => {
  const { proposal, card } = await told();
  const answered = await press(user, card, "approve");
  return { answered, status: await world.statusOf(proposal.id), note: notesOf(user).at(-1) };
};

describe("nothing is decided for", () => {
  test("somebody whom nobody has linked: a private note leads to a code, and the link to their own cards alone", async () => {
    const priya = slack.addUser({ teamId, name: "priya" });
    const { answered, status, note } = await pressAs(priya);
    expect(answered).toMatchObject({ status: 200, body: "" });
    expect(status).toBe("pending");
    const code = /<https:\/\/countersign\.example\.com\/link\/([\w-]{22})\|/.exec(note!)![1]!;
    const person = await world.home.person("Priya", "approver");
    await confirmLink({ ...person, via: "session" }, code, gateway);
    const again = await pressAs(priya);
    expect(again).toMatchObject({ status: "pending", note: expect.stringContaining("somebody else's") });
  });

  test.each([
    ["a guest", { isRestricted: true }],
    ["a guest of one channel", { isUltraRestricted: true }],
    ["a bot", { isBot: true }],
    ["somebody who was removed", { isDeleted: true }],
    ["a stranger", { isStranger: true }],
  ])("%s, who gets no code either", async (_name, kind) => {
    const user = slack.addUser({ teamId, name: "visitor", ...kind });
    const { status, note } = await pressAs(user);
    expect(status).toBe("pending");
    expect(note).toContain("decide nothing here");
    expect(note).not.toContain("/link/");
  });

  test("somebody of another workspace, whatever the link says", async () => {
    const { proposal, card } = await told();
    const elsewhere = { ...mike, teamId: slack.addTeam("elsewhere") };
    await press(elsewhere, card, "approve");
    expect(await world.statusOf(proposal.id)).toBe("pending");
    expect(notesOf(mike).at(-1)).toContain("other workspaces");
  });

  test("a workspace that no company has connected", async () => {
    const { proposal, card } = await told();
    const { installation: foreign } = slack.install(
      slack.addUser({ teamId: slack.addTeam("foreign"), name: "eve" }),
      [],
    );
    const eve = slack.addUser({ teamId: foreign.teamId, name: "eve" });
    const delivery = slack.pressOf(foreign, eve, { message: card, actionId: "approve" });
    expect(await send(delivery)).toMatchObject({ status: 200, body: "" });
    expect(await world.statusOf(proposal.id)).toBe("pending");
  });

  test("somebody whose role or membership has ended since the card was sent", async () => {
    const bob = await world.home.person("Bob", "approver");
    const user = await linked(bob);
    const { proposal, card } = await told(user);
    await owner`UPDATE memberships SET revoked_at = now() WHERE tenant_id = ${tenantId} AND user_id = ${bob.userId}`;
    await press(user, card, "approve");
    expect(await world.statusOf(proposal.id)).toBe("pending");
  });

  test("a link that was written past the app", async () => {
    const user = slack.addUser({ teamId, name: "mallory" });
    const [account] = await owner<{ id: number }[]>`SELECT id FROM channel_accounts WHERE kind = 'slack'`;
    await owner`
      INSERT INTO channel_links (tenant_id, account_id, external_user_id, external_label, user_id, linked_at)
      VALUES (${tenantId}, ${account!.id}, ${user.id}, 'mallory', ${viewer.userId}, now())`;
    const { status, note } = await pressAs(user);
    expect(status).toBe("pending");
    expect(note).toContain("does not know you yet");
  });
});

describe("whoever writes to the app", () => {
  const write = async (user: SlackUser, text: string) => {
    const account = (await readConnected(tenantId, accountId, gateway))!;
    const opened = await gateway.slack!.calls.call(account, "conversations.open", { users: user.id });
    if (opened.kind !== "done") throw new Error(opened.code);
    const { id: channel } = opened.body.channel as { id: string };
    const event = { type: "message", user: user.id, channel, ts: "1.000001", text };
    await slack.sendEvent(slack.eventOf(installation, event));
    return cardsOf(user).at(-1)?.text;
  };

  test("and is not linked gets a code, which a session of theirs confirms", async () => {
    const nia = slack.addUser({ teamId, name: "nia" });
    const code = /\/link\/([\w-]{22})\|/.exec((await write(nia, "hello"))!)![1]!;
    const person = await world.home.person("Nia", "approver");
    await confirmLink({ ...person, via: "session" }, code, gateway);
    expect(await readLinks(person, gateway)).toMatchObject([{ externalLabel: "nia" }]);
    await expectRefusal(confirmLink({ ...person, via: "session" }, code, gateway), "not_found");
    const messages = slack.messages.length;
    await write(nia, "approve everything");
    expect(slack.messages).toHaveLength(messages);
  });

  test("as a guest gets none", async () => {
    const guest = slack.addUser({ teamId, name: "guest", isRestricted: true });
    expect(await write(guest, "hello")).not.toContain("/link/");
  });
});

test("a switch that halts approving halts it here, and rejecting goes on", async () => {
  const { proposal, card } = await told();
  Object.assign(gateway, { switchesFromEnvironment: ["proposed_apply"] });
  onTestFinished(() => void Object.assign(gateway, { switchesFromEnvironment: [] }));
  await press(mike, card, "approve");
  expect(await world.statusOf(proposal.id)).toBe("pending");
  expect(notesOf(mike).at(-1)).toContain("Approving is halted");
  await press(mike, card, "reject");
  await slack.submit(installation, mike, slack.views.at(-1)!);
  expect(await world.statusOf(proposal.id)).toBe("rejected");
});
