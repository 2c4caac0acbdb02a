import { describe, expect, test } from "vitest";
import { openAccountSecret } from "@/lib/channels/account-secret";
import type { Person } from "@/lib/core/access/principal";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { inSession, steppedUp } from "@/lib/gateway/testing/step-up";
import { SCOPES, useSlack } from "@/lib/inbound/slack/testing/use-slack";
import {
  beginConnectingSlack,
  closeChannelAccount,
  finishConnectingSlack,
  readChannelAccounts,
} from "./connect-slack";

/** A company connects its workspace: over HTTP, with a double of Slack that exchanges codes as Slack does. */

const { world, slack, accountId } = await useSlack();
const { owner, gateway, admin, approver } = world;
await closeChannelAccount(admin, accountId, gateway);
const redirectUri = "https://countersign.example.com/channels/slack";

/** Begins, and allows the app at Slack: what Slack's redirect carries. */
async function allowed(by: Person = admin, teamId = slack.addTeam("berries")) {
  const person = await steppedUp(owner, by, "connect_channel", "slack");
  const { url } = await beginConnectingSlack(person, gateway);
  const query = new URL(url).searchParams;
  const user = slack.addUser({ teamId, name: "adam" });
  const { code } = slack.consent(user, { scopes: SCOPES, redirectUri: query.get("redirect_uri") });
  const { stepUp: _, ...session } = person;
  return { url, query, teamId, session, returned: { code, state: query.get("state")! } };
}
const accountsOf = async (by: Person = admin) => (await readChannelAccounts(by, gateway)).items;
const finish = (person: Person, returned: { code: string; state: string }) =>
  finishConnectingSlack(person, returned, gateway);

test("the way there names our app, what it may do, and where it leads back to", async () => {
  const { url, query } = await allowed();
  expect(url.startsWith(`${new URL(slack.apiUrl).origin}/oauth/v2/authorize?`)).toBe(true);
  expect(Object.fromEntries(query)).toMatchObject({
    client_id: "1.2",
    scope: SCOPES.join(","),
    redirect_uri: redirectUri,
  });
});

test("the way back connects the workspace, and its token is sealed for its row alone", async () => {
  const { session, returned, teamId } = await allowed();
  await finish(session, returned);
  expect(await accountsOf()).toMatchObject([
    { kind: "slack", label: "berries", state: "open", health: "ok" },
  ]);
  const [row] = await owner<{ id: number; sealed: string; settings: unknown }[]>`
    SELECT id, sealed, settings FROM channel_accounts WHERE external_id = ${teamId}`;
  expect(row!.sealed).not.toContain("xoxb");
  expect(openAccountSecret(row!.id, row!.sealed)).toContain("xoxb-");
  expect(() => openAccountSecret(row!.id + 1, row!.sealed)).toThrow();
  expect(row!.settings).toEqual({ bot_user_id: expect.any(String) });
  const events = await owner<{ type: string }[]>`
    SELECT event_type AS type FROM events WHERE entity_type = 'channel_account' AND entity_id = ${row!.id}`;
  expect(events.map(({ type }) => type)).toEqual(["channel.connected"]);
  await closeChannelAccount(admin, row!.id, gateway);
});

describe("a state", () => {
  test("works once, even where Slack then refuses the code", async () => {
    const { session, returned } = await allowed();
    await expectRefusal(finish(session, { ...returned, code: "wrong" }), "unavailable");
    await expectRefusal(finish(session, returned), "step_up_invalid");
    expect(await accountsOf()).toEqual([]);
  });

  test("is nobody else's, and of no other session of the same person", async () => {
    const { returned } = await allowed();
    const other = await world.home.person("Olga", "admin");
    await expectRefusal(finish(await inSession(owner, other), returned), "step_up_invalid");
    await expectRefusal(finish(await inSession(owner, admin), returned), "step_up_invalid");
    await expectRefusal(finish(admin, returned), "session_required");
    await expectRefusal(finish(await inSession(owner, approver), returned), "not_allowed");
    expect(await accountsOf()).toEqual([]);
  });

  test("is not begun without a fresh code of the authenticator app", async () => {
    await expectRefusal(beginConnectingSlack(await inSession(owner, admin), gateway), "step_up_missing");
  });
});

test("a workspace is one company's: another one cannot take it, and its own may connect it again", async () => {
  const first = await allowed();
  await finish(first.session, first.returned);
  const { id } = (await accountsOf())[0]!;
  const other = await world.addTenant();
  const theirs = await other.person("Bea", "admin");
  const stolen = await allowed(theirs, first.teamId);
  await expectRefusal(finish(stolen.session, stolen.returned), "already_exists");
  expect(await accountsOf(theirs)).toEqual([]);
  const again = await allowed(admin, first.teamId);
  await finish(again.session, again.returned);
  expect(await accountsOf()).toMatchObject([{ id, state: "open" }]);
  await expectRefusal(closeChannelAccount(theirs, id, gateway), "not_found");
});

test("where Slack is not set up there is nothing to connect to", async () => {
  const without = { ...gateway, slack: null };
  await expectRefusal(beginConnectingSlack(await inSession(owner, admin), without), "not_found");
  expect(await readChannelAccounts(admin, without)).toMatchObject({ slack_is_set_up: false });
});
