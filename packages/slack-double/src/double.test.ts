import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readSubmissionAnswer } from "./deliver";
import { type SlackDouble, startSlackDouble } from "./start-double";

let now = new Date("2026-11-28T08:00:00Z");
let slack: SlackDouble;

beforeEach(async () => {
  now = new Date("2026-11-28T08:00:00Z");
  slack = await startSlackDouble({ now: () => now, postBurst: 3 });
});
afterEach(() => slack.stop());

const passSeconds = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
};

const SCOPES = ["chat:write", "im:write", "users:read", "users:read.email"];

function openWorkspace(scopes = SCOPES) {
  const teamId = slack.addTeam("berries");
  const mike = slack.addUser({ teamId, name: "Mike" });
  const { token, installation } = slack.install(mike, scopes);
  const channel = slack.addChannel(teamId, "pricing", [mike.id, installation.botUserId]);
  return { teamId, mike, token, installation, channel };
}

async function call(method: string, token: string | null, body: object) {
  const answer = await fetch(slack.apiUrl + method, {
    method: "POST",
    headers: {
      "content-type": "application/json; charset=utf-8",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as Record<string, never>,
  };
}

const actions = {
  type: "actions",
  elements: [
    {
      type: "button",
      action_id: "approve",
      text: { type: "plain_text", text: "Approve" },
      value: "x".repeat(22),
    },
  ],
};
const modal = {
  type: "modal",
  title: { type: "plain_text", text: "Reject this?" },
  submit: { type: "plain_text", text: "Reject" },
  blocks: [
    {
      type: "input",
      block_id: "reason",
      label: { type: "plain_text", text: "Reason" },
      element: { type: "plain_text_input", action_id: "text" },
    },
  ],
};

describe("tokens", () => {
  test("a call without a token, with a wrong one, and without the scope is refused with status 200", async () => {
    const { channel, token } = openWorkspace(["im:write"]);
    const body = { channel: channel.id, text: "Hello" };
    expect((await call("chat.postMessage", null, body)).body).toEqual({ ok: false, error: "not_authed" });
    expect((await call("chat.postMessage", "xoxb-wrong", body)).body).toEqual({
      ok: false,
      error: "invalid_auth",
    });
    const missing = await call("chat.postMessage", token, body);
    expect(missing).toMatchObject({
      status: 200,
      body: { ok: false, error: "missing_scope", needed: "chat:write" },
    });
    expect(slack.messages).toEqual([]);
  });

  test("a revoked installation and a deactivated one say so", async () => {
    const { channel, token, installation } = openWorkspace();
    for (const why of ["token_revoked", "account_inactive"] as const) {
      installation.closedBecause = why;
      expect((await call("chat.postMessage", token, { channel: channel.id, text: "Hello" })).body.error).toBe(
        why,
      );
    }
  });

  test("a code works once, for ten minutes, with the address and the secret that it was made for", async () => {
    const { mike } = openWorkspace();
    const redirectUri = "https://app.example.com/slack";
    const exchange = async (code: string, over: object = {}) => {
      const { clientId: client_id, clientSecret: client_secret } = slack.app;
      const body = { client_id, client_secret, code, redirect_uri: redirectUri, ...over };
      const answer = await fetch(`${slack.apiUrl}oauth.v2.access`, {
        method: "POST",
        body: new URLSearchParams(body),
      });
      return (await answer.json()) as Record<string, unknown>;
    };
    const { code } = slack.consent(mike, { scopes: SCOPES, redirectUri });
    expect(await exchange(code, { client_secret: "wrong" })).toMatchObject({ error: "bad_client_secret" });
    expect(await exchange(code, { redirect_uri: "https://evil.example.com" })).toMatchObject({
      error: "bad_redirect_uri",
    });
    expect(await exchange(code)).toMatchObject({
      ok: true,
      team: { id: mike.teamId },
      authed_user: { id: mike.id },
    });
    expect(await exchange(code)).toMatchObject({ error: "code_already_used" });
    const late = slack.consent(mike, { scopes: SCOPES, redirectUri }).code;
    passSeconds(601);
    expect(await exchange(late)).toMatchObject({ error: "code_expired" });
  });

  async function openRotating(refreshGraceSeconds = 0) {
    await slack.stop();
    slack = await startSlackDouble({ now: () => now, rotatesTokens: true, refreshGraceSeconds });
    const { mike } = openWorkspace();
    const { clientId: client_id, clientSecret: client_secret } = slack.app;
    const ask = async (body: Record<string, string>) =>
      (await (
        await fetch(`${slack.apiUrl}oauth.v2.access`, {
          method: "POST",
          body: new URLSearchParams({ client_id, client_secret, ...body }),
        })
      ).json()) as { access_token: string; refresh_token: string; expires_in: number };
    return { mike, ask };
  }
  const refreshBy = ({ refresh_token }: { refresh_token: string }) => ({
    grant_type: "refresh_token",
    refresh_token,
  });

  test("a rotating token ends after twelve hours, and a refresh token works once", async () => {
    const { mike, ask } = await openRotating();
    const first = await ask({ code: slack.consent(mike, { scopes: SCOPES }).code });
    expect(first.expires_in).toBe(43_200);
    passSeconds(43_200);
    expect((await call("auth.test", first.access_token, {})).body.error).toBe("token_expired");
    const refresh = { grant_type: "refresh_token", refresh_token: first.refresh_token };
    const second = await ask(refresh);
    expect((await call("auth.test", second.access_token, {})).body.ok).toBe(true);
    expect(await ask(refresh)).toMatchObject({ ok: false, error: "invalid_refresh_token" });
  });

  test("a used refresh token is taken again in its grace, and of three tokens the oldest is revoked", async () => {
    const { mike, ask } = await openRotating(60);
    const first = await ask({ code: slack.consent(mike, { scopes: SCOPES }).code });
    const second = await ask(refreshBy(first));
    expect((await call("auth.test", first.access_token, {})).body.ok).toBe(true);
    passSeconds(59);
    const third = await ask(refreshBy(first));
    expect((await call("auth.test", first.access_token, {})).body.error).toBe("token_revoked");
    expect((await call("auth.test", second.access_token, {})).body.ok).toBe(true);
    expect((await call("auth.test", third.access_token, {})).body.ok).toBe(true);
    passSeconds(1);
    expect(await ask(refreshBy(first))).toMatchObject({ ok: false, error: "invalid_refresh_token" });
  });
});

describe("messages", () => {
  test("are kept with what they were before each update", async () => {
    const { channel, token } = openWorkspace();
    const posted = await call("chat.postMessage", token, {
      channel: channel.id,
      text: "First",
      unfurl_links: false,
    });
    const { ts } = posted.body as unknown as { ts: string };
    await call("chat.update", token, { channel: channel.id, ts, text: "Second" });
    expect(slack.messages).toMatchObject([
      { ts, text: "Second", before: [{ text: "First" }], unfurlsLinks: false },
    ]);
  });

  test("another installation's message, an unknown one and a foreign channel are not touched", async () => {
    const { channel, token } = openWorkspace();
    const other = openWorkspace();
    const posted = await call("chat.postMessage", token, { channel: channel.id, text: "First" });
    const { ts } = posted.body as unknown as { ts: string };
    const update = (with_: string, body: object) => call("chat.update", with_, { text: "No", ...body });
    expect((await update(token, { channel: channel.id, ts: "1.000000" })).body.error).toBe(
      "message_not_found",
    );
    expect((await update(other.token, { channel: channel.id, ts })).body.error).toBe("channel_not_found");
    expect((await call("chat.postMessage", other.token, { channel: channel.id, text: "x" })).body.error).toBe(
      "channel_not_found",
    );
    expect(slack.messages[0]!.text).toBe("First");
  });

  test("a channel that the app is not in, an archived one and an empty message are refused", async () => {
    const { teamId, mike, token, channel, installation } = openWorkspace();
    const strange = slack.addChannel(teamId, "secret", [mike.id]);
    const post = async (body: object) => (await call("chat.postMessage", token, body)).body.error;
    expect(await post({ channel: strange.id, text: "x" })).toBe("not_in_channel");
    expect(await post({ channel: channel.id })).toBe("no_text");
    channel.isArchived = true;
    expect(await post({ channel: channel.id, text: "x" })).toBe("is_archived");
    const note = {
      channel: slack.addChannel(teamId, "c", [installation.botUserId]).id,
      user: mike.id,
      text: "x",
    };
    expect((await call("chat.postEphemeral", token, note)).body.error).toBe("user_not_in_channel");
  });

  test("past its burst a channel takes one a second, and 429 says when", async () => {
    const { channel, token } = openWorkspace();
    const post = () => call("chat.postMessage", token, { channel: channel.id, text: "x" });
    for (let count = 0; count < 3; count += 1) expect((await post()).status).toBe(200);
    const refused = await post();
    expect(refused).toMatchObject({ status: 429, body: { ok: false, error: "ratelimited" } });
    expect(refused.headers.get("retry-after")).toBe("1");
    passSeconds(1);
    expect((await post()).status).toBe(200);
    expect(slack.messages).toHaveLength(4);
  });
});

describe("presses and modals", () => {
  async function cardOf({ channel, token }: { channel: { id: string }; token: string }) {
    await call("chat.postMessage", token, { channel: channel.id, text: "Card", blocks: [actions] });
    return slack.messages.at(-1)!;
  }
  const pressed = (body: string) =>
    JSON.parse(new URLSearchParams(body).get("payload")!) as { trigger_id: string; response_url: string };

  test("a trigger opens one modal within three seconds, of its own workspace", async () => {
    const workspace = openWorkspace();
    const other = openWorkspace();
    slack.setAddresses({ interactivityUrl: "http://127.0.0.1:9/x", eventsUrl: "http://127.0.0.1:9/y" });
    const message = await cardOf(workspace);
    const triggerOf = () =>
      pressed(slack.pressOf(workspace.installation, workspace.mike, { message, actionId: "approve" }).body)
        .trigger_id;
    const open = async (trigger_id: string, token = workspace.token) =>
      (await call("views.open", token, { trigger_id, view: modal })).body.error as string | undefined;
    const trigger = triggerOf();
    expect(await open(trigger, other.token)).toBe("invalid_trigger_id");
    expect(await open(trigger)).toBeUndefined();
    expect(await open(trigger)).toBe("exchanged_trigger_id");
    const late = triggerOf();
    passSeconds(3);
    expect(await open(late)).toBe("expired_trigger_id");
    expect(slack.views).toHaveLength(1);
  });

  test("a response_url takes five answers in thirty minutes", async () => {
    const workspace = openWorkspace();
    slack.setAddresses({ interactivityUrl: "http://127.0.0.1:9/x", eventsUrl: "http://127.0.0.1:9/y" });
    const message = await cardOf(workspace);
    const urlOf = () =>
      pressed(slack.pressOf(workspace.installation, workspace.mike, { message, actionId: "approve" }).body)
        .response_url;
    const answer = async (url: string) =>
      (await fetch(url, { method: "POST", body: JSON.stringify({ text: "Only you see this." }) })).status;
    const url = urlOf();
    for (let count = 0; count < 5; count += 1) expect(await answer(url)).toBe(200);
    expect(await answer(url)).toBe(404);
    const late = urlOf();
    passSeconds(1_800);
    expect(await answer(late)).toBe(404);
    expect(slack.notes).toHaveLength(5);
    expect(slack.notes[0]).toMatchObject({ userId: workspace.mike.id, replaces: false });
  });

  test("the answer to a submission closes the modal, shows errors at its inputs, or fails", () => {
    const opened = () => ({
      id: "V1",
      teamId: "T1",
      userId: "U1",
      view: modal as never,
      hash: "h",
      isOpen: true,
    });
    const answered = (status: number, body: string) => ({ status, body, headers: {}, ms: 1 });
    expect(readSubmissionAnswer(answered(200, ""), opened()).kind).toBe("closed");
    expect(readSubmissionAnswer(answered(500, ""), opened()).kind).toBe("failed");
    const errors = (of: object) => JSON.stringify({ response_action: "errors", errors: of });
    expect(readSubmissionAnswer(answered(200, errors({ reason: "is needed" })), opened())).toEqual({
      kind: "errors",
      errors: { reason: "is needed" },
    });
    expect(readSubmissionAnswer(answered(200, errors({ other: "is needed" })), opened()).kind).toBe("failed");
  });
});

describe("faults", () => {
  const isPosted = () => slack.messages.length;

  test("a lost answer was carried out, and a dropped connection was not", async () => {
    const { channel, token } = openWorkspace();
    const post = () => call("chat.postMessage", token, { channel: channel.id, text: "x" });
    slack.arm({ kind: "dropped", method: "chat.postMessage" });
    await expect(post()).rejects.toThrow();
    expect(isPosted()).toBe(0);
    slack.arm({ kind: "answer_lost", method: "chat.postMessage" });
    await expect(post()).rejects.toThrow();
    expect(isPosted()).toBe(1);
    slack.arm({ kind: "error", error: "fatal_error", method: "chat.update" });
    expect((await post()).body.ok).toBe(true);
  });

  test("down, it refuses connections; back, it has the same address and all that was posted", async () => {
    const { channel, token } = openWorkspace();
    const post = () => call("chat.postMessage", token, { channel: channel.id, text: "x" });
    await post();
    await slack.goDown();
    await expect(post()).rejects.toThrow();
    await slack.listen();
    expect((await post()).body.ok).toBe(true);
    expect(isPosted()).toBe(2);
  });
});
