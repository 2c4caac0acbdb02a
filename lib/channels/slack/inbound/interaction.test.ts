import { assert, json, oneof, property, string } from "fast-check";
import { expect, test } from "vitest";
import { readInteraction } from "./interaction";
import { readEvent } from "./event";

const REF = "AAAAAAAAAAAAAAAAAAAA_-";
const press = {
  type: "block_actions",
  team: { id: "T1", domain: "berries" },
  user: { id: "U1", team_id: "T1", name: "mike" },
  enterprise: null,
  trigger_id: "1.2.3",
  response_url: "https://hooks.slack.com/actions/T1/1/x",
  container: { type: "message", message_ts: "1.000001", channel_id: "D1" },
  actions: [{ type: "button", action_id: "approve", action_ts: "1.5", value: REF }],
};
const submission = {
  type: "view_submission",
  team: { id: "T1" },
  user: { id: "U1", team_id: "T1", name: "mike" },
  view: {
    id: "V1",
    callback_id: "reject",
    private_metadata: REF,
    state: {
      values: {
        reason: { text: { type: "plain_text_input", value: "too high" } },
        one: { value: { type: "static_select", selected_option: { value: "2" } } },
        many: { value: { type: "multi_static_select", selected_options: [{ value: "0" }, { value: "1" }] } },
        day: { value: { type: "datepicker", selected_date: "2026-11-28" } },
        nothing: { value: { type: "plain_text_input", value: null } },
      },
    },
  },
};
const bodyOf = (payload: unknown) => new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
const read = (payload: unknown) => readInteraction(bodyOf(payload));

test("a press names its person, its button and the message, and has one key however often it comes", () => {
  expect(read(press)).toEqual({
    kind: "press",
    key: "press:T1:U1:approve:1.5",
    teamId: "T1",
    enterpriseId: null,
    person: { userId: "U1", teamId: "T1", name: "mike" },
    actionId: "approve",
    ref: REF,
    triggerId: "1.2.3",
    responseUrl: "https://hooks.slack.com/actions/T1/1/x",
    channelId: "D1",
    messageTs: "1.000001",
  });
});

test("a submission has what stands in each input, and its view's key", () => {
  const received = read(submission);
  expect(received).toMatchObject({
    kind: "submission",
    key: "submission:T1:V1",
    callbackId: "reject",
    ref: REF,
  });
  expect(received?.kind === "submission" && [...received.values]).toEqual([
    ["reason", "too high"],
    ["one", "2"],
    ["many", ["0", "1"]],
    ["day", "2026-11-28"],
    ["nothing", null],
  ]);
});

test("a value that is no name of ours is none", () => {
  for (const value of ["", "8421", `${REF}A`, `${REF.slice(1)}!`, '{"action":8421}'])
    expect(read({ ...press, actions: [{ ...press.actions[0], value }] })).toMatchObject({ ref: null });
});

test("kinds that we did not ask for are acknowledged, and what has no form is malformed", () => {
  expect(read({ type: "view_closed" })).toEqual({ kind: "other" });
  expect(read({ ...press, container: { type: "view", view_id: "V1" } })).toEqual({ kind: "other" });
  const malformed = [
    {},
    [],
    null,
    7,
    { ...press, team: null },
    { ...press, user: undefined },
    { ...press, actions: [] },
    { ...press, actions: [press.actions[0], press.actions[0]] },
    { ...submission, view: { ...submission.view, state: null } },
    // No row could hold it, or a part of it.
    { ...press, user: { ...press.user, id: "U\0" } },
    { ...press, team: { id: "T".repeat(101) } },
    { ...press, actions: [{ ...press.actions[0], action_ts: "1.5\0" }] },
    { ...submission, view: { ...submission.view, id: "\0" } },
    {
      ...submission,
      view: { ...submission.view, state: { values: { reason: { text: { value: "too\0high" } } } } },
    },
  ];
  expect(malformed.map(read)).toEqual(malformed.map(() => null));
  expect(
    ["", "payload=", "payload={", "payload=1&payload=2", "other=1", "\u0000"].map(readInteraction),
  ).toEqual(Array(6).fill(null));
});

test("no signed body whatever makes the parsers throw", () => {
  const anything = oneof(
    string(),
    json(),
    json().map((text) => `payload=${encodeURIComponent(text)}`),
  );
  assert(
    property(anything, (body) => {
      readInteraction(body);
      readEvent(body);
    }),
    { numRuns: 2_000 },
  );
});

const event = (of: object) =>
  readEvent(JSON.stringify({ type: "event_callback", team_id: "T1", event_id: "Ev1", event: of }));

test("an event is a person's message, the end of the installation, or nothing of ours", () => {
  expect(readEvent(JSON.stringify({ type: "url_verification", challenge: "abc" }))).toEqual({
    kind: "challenge",
    challenge: "abc",
  });
  const message = { type: "message", user: "U1", channel: "D1", thread_ts: "1.000001", text: "yes" };
  expect(event(message)).toMatchObject({ kind: "message", key: "Ev1", threadTs: "1.000001", text: "yes" });
  expect(event({ ...message, bot_id: "B1" })).toEqual({ kind: "other" });
  for (const subtype of ["message_changed", "message_deleted", "bot_message", "channel_join"])
    expect(event({ ...message, subtype })).toEqual({ kind: "other" });
  for (const subtype of ["file_share", "thread_broadcast"])
    expect(event({ ...message, subtype })).toMatchObject({ kind: "message", text: "yes" });
  expect(event({ type: "app_uninstalled" })).toEqual({ kind: "closed", key: "Ev1", teamId: "T1" });
  expect(event({ ...message, user: "U\0" })).toEqual({ kind: "other" });
  expect(event({ ...message, thread_ts: "1\0" })).toEqual({ kind: "other" });
  expect(readEvent('{"type":"event_callback"}')).toBeNull();
  const envelope = { type: "event_callback", team_id: "T1", event_id: "Ev1", event: message };
  for (const over of [{ team_id: "T\0" }, { event_id: "\0" }, { event_id: "E".repeat(101) }])
    expect(readEvent(JSON.stringify({ ...envelope, ...over }))).toBeNull();
  expect(readEvent("{")).toBeNull();
});
