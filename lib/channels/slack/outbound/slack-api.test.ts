import { type SlackDouble, startSlackDouble } from "@countersign/slack-double";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "@/lib/clock";
import { createSender } from "@/lib/outbound";
import { type SlackApi, createSlackApi } from "./slack-api";

let slack: SlackDouble;
let api: SlackApi;
let token: string;
let channel: string;

beforeEach(async () => {
  slack = await startSlackDouble();
  const sender = createSender({
    ownUrls: [],
    openAddresses: [{ host: "127.0.0.1", port: slack.port }],
    clock: systemClock,
  });
  api = createSlackApi({ sender, apiUrl: slack.apiUrl });
  const teamId = slack.addTeam("berries");
  const mike = slack.addUser({ teamId, name: "Mike" });
  const { token: issued, installation } = slack.install(mike, ["chat:write", "users:read"]);
  token = issued;
  channel = slack.addChannel(teamId, "pricing", [mike.id, installation.botUserId]).id;
});
afterEach(() => slack.stop());

const post = (over: object = {}, options = {}) =>
  api.call("chat.postMessage", token, { channel, text: "Hello", ...over }, options);

test("a message that was posted is done, with Slack's name of it", async () => {
  const posted = await post();
  expect(posted).toMatchObject({ kind: "done", body: { channel, ts: slack.messages[0]!.ts } });
});

test("too many are to wait as long as Slack says, and nothing was done", async () => {
  slack.arm({ kind: "rate_limited", retryAfterSeconds: 7 });
  expect(await post()).toEqual({ kind: "later", code: "ratelimited", afterSeconds: 7 });
  expect(slack.messages).toEqual([]);
});

test.each(["token_revoked", "account_inactive", "is_archived", "invalid_blocks", "a_code_of_tomorrow"])(
  "the error %s is final",
  async (error) => {
    slack.arm({ kind: "error", error });
    expect(await post()).toEqual({ kind: "refused", code: error });
  },
);

test("a channel that is not there is refused by Slack itself", async () => {
  expect(await post({ channel: "C0NONE" })).toEqual({ kind: "refused", code: "channel_not_found" });
});

test("an error that passes is tried later, and one after which some of it may have happened is unknown", async () => {
  slack.arm({ kind: "error", error: "service_unavailable" });
  expect(await post()).toEqual({ kind: "later", code: "service_unavailable", afterSeconds: null });
  slack.arm({ kind: "error", error: "fatal_error" });
  expect(await post()).toEqual({ kind: "unknown", code: "fatal_error" });
});

test("while Slack is down nothing is sent, and once it is back it is", async () => {
  await slack.goDown();
  expect(await post()).toEqual({ kind: "later", code: "ECONNREFUSED", afterSeconds: null });
  await slack.listen();
  expect((await post()).kind).toBe("done");
  expect(slack.messages).toHaveLength(1);
});

test("without a whole answer nobody knows, whether it was posted or not", async () => {
  slack.arm({ kind: "dropped" });
  expect((await post()).kind).toBe("unknown");
  expect(slack.messages).toHaveLength(0);
  for (const fault of [
    { kind: "answer_lost" },
    { kind: "truncated" },
    { kind: "silent", carriedOut: true },
  ] as const) {
    slack.arm(fault);
    expect((await post({}, { timeoutMs: 200 })).kind).toBe("unknown");
  }
  expect(slack.messages).toHaveLength(3);
  slack.arm({ kind: "unavailable", status: 503 });
  expect(await post()).toEqual({ kind: "unknown", code: "HTTP_503" });
});

test("one call is one attempt", async () => {
  slack.arm({ kind: "rate_limited", retryAfterSeconds: 1, times: 5 });
  await post();
  slack.disarm();
  slack.arm({ kind: "unavailable", status: 500, times: 5 });
  await post();
  expect(slack.calls).toHaveLength(2);
});

test("a private answer goes to Slack and nowhere else", async () => {
  for (const url of [
    "https://evil.example.com/response/1",
    "https://hooks.slack.com.evil.example.com/x",
    "https://hooks.slack.com@evil.example.com/x",
    "http://hooks.slack.com/x",
    `http://127.0.0.1:${slack.port}1/response/x`,
  ])
    expect(await api.answerPrivately(url, "Hello")).toEqual({
      kind: "refused",
      code: "foreign_response_url",
    });
  expect(slack.calls).toEqual([]);
});

test("against Slack itself an address of another machine is foreign", async () => {
  const sender = createSender({ ownUrls: [], openAddresses: [], clock: systemClock });
  const real = createSlackApi({ sender, apiUrl: "https://slack.com/api/" });
  expect(await real.answerPrivately(`http://127.0.0.1:${slack.port}/response/x`, "Hello")).toEqual({
    kind: "refused",
    code: "foreign_response_url",
  });
});
