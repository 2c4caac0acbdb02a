import { beforeEach, expect, test } from "vitest";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { readQuestionReach } from "@/lib/interactions/read-reach";
import { useMail } from "./testing/use-mail";
import { openFakeProvider } from "./testing/fake-channel";
import { confirmLink, offerLink } from "./links";

/** The asker chooses the channel by which a question goes out. */

const mail = await useMail();
const { world, gateway, owner, tenantId, ask, deliver, mailsTo } = {
  ...mail,
  owner: mail.world.owner,
};
const provider = await openFakeProvider();
gateway.channels = [...gateway.channels, provider.channel];
const { approver: ana, admin } = world;
const ben = await world.home.person("Ben", "approver");
const responders = [ana, ben].map(({ userId }) => ({ user_id: userId }));
const inSlack = () => provider.arrived.map(({ to }) => to);

beforeEach(() => {
  mail.server.mails.length = 0;
  provider.arrived.length = 0;
});

const byOf = async (id: number) =>
  (await readQuestionReach(admin, id, gateway)).reached
    .map(({ name, channel }) => `${name}/${channel}`)
    .sort();

test("a channel that the company has not connected is refused by its field", async () => {
  await expectRefusal(ask({ channel_type: "slack" }), {
    code: "validation_failed",
    issues: [{ path: "channel_type", message: expect.stringContaining("not connected") }],
  });
});

test("a question goes out by the channel that was chosen, where it reaches its person, else by another", async () => {
  const [account] = await owner<{ id: number }[]>`
    INSERT INTO channel_accounts (tenant_id, kind, external_id, label, opened_at, opened_by_label)
    VALUES (${tenantId}, 'slack', 'T1', 'Slack', now(), 'Adam') RETURNING id`;
  const user = { tenantId, accountId: account!.id, externalUserId: "U1", label: "ana" };
  await confirmLink({ ...ana, via: "session" }, await offerLink(user, gateway), gateway);
  const inApp = await ask({ responders });
  await deliver();
  expect([inSlack(), mailsTo(ana).length, mailsTo(ben).length]).toEqual([[ana.email], 1, 1]);
  const bySlack = await ask({ responders, channel_type: "slack" });
  await deliver();
  // Ben has no Slack, and is told all the same.
  expect([inSlack(), mailsTo(ana).length, mailsTo(ben).length]).toEqual([[ana.email, ana.email], 1, 2]);
  await ask({ responders, channel_type: "email" });
  await deliver();
  expect([inSlack().length, mailsTo(ana).length, mailsTo(ben).length]).toEqual([2, 2, 3]);
  expect(await byOf(inApp)).toEqual(["Ana/email", "Ana/slack", "Ben/email"]);
  expect(await byOf(bySlack)).toEqual(["Ana/slack", "Ben/email"]);
});

test("a person who turned the chosen channel off is told by the others", async () => {
  await owner`INSERT INTO channel_preferences (tenant_id, user_id, kind, questions, changed_at)
    VALUES (${tenantId}, ${ana.userId}, 'slack', false, '2026-01-01')`;
  const id = await ask({ responders: [{ user_id: ana.userId }], channel_type: "slack" });
  await deliver();
  expect(await byOf(id)).toEqual(["Ana/email"]);
});
