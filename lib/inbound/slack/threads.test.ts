import { expect, test } from "vitest";
import type { SlackUser } from "@countersign/slack-double";
import { proposals } from "@/lib/gateway/testing/proposals";
import { readInteraction } from "@/lib/interactions/read";
import { useSlack } from "./testing/use-slack";

/** Replies in the thread of a card. */

const { world, gateway, slack, installation, linked, cardsOf, deliver, ask, send, pass, faults } =
  await useSlack();
const { owner, approver: ana, agent } = world;
const ben = await world.home.person("Ben", "approver");
const mike = await linked(ana);
const benny = await linked(ben);
const stranger = slack.addUser({ teamId: mike.teamId, name: "stranger" });
const both = { responders: [{ user_id: ana.userId }, { user_id: ben.userId }] };

async function told(more: Record<string, unknown>, user: SlackUser = mike) {
  const id = await ask(more);
  await deliver();
  const card = cardsOf(user).find(({ blocks }) => JSON.stringify(blocks).includes(`#${id}`))!;
  return { id, card };
}
let messages = 0;
const write = (user: SlackUser, card: { channelId: string; ts: string }, text: string) =>
  slack.eventOf(installation, {
    type: "message",
    user: user.id,
    channel: card.channelId,
    thread_ts: card.ts,
    ts: `${(messages += 1)}.000001`,
    text,
  });
const lastNote = (user: SlackUser) => cardsOf(user).at(-1)!;
const repliesTo = (id: number) => owner`
  SELECT place, user_id, source_channel AS channel, ai_classification AS class FROM hil_responses
  WHERE matched_interaction_id = ${id} ORDER BY id`;

test("a reply in the thread of a question is its person's answer, once however often it comes", async () => {
  const { id, card } = await told({});
  const event = write(mike, card, "We counted 3.");
  const statuses = await Promise.all(Array.from({ length: 50 }, () => send(event)));
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await readInteraction(agent, id, gateway)).toMatchObject({
    response: { answer: { count: 3 }, by: "Ana" },
  });
  expect(await repliesTo(id)).toMatchObject([{ place: 1, channel: "slack", user_id: ana.userId }]);
  expect(lastNote(mike)).toMatchObject({
    threadTs: card.ts,
    text: `Your answer to question #${id} is recorded.`,
  });
  expect(await faults()).toEqual([]);
});

test("a reply with a file beside it is read by its words, and one with a file alone is kept", async () => {
  const { id, card } = await told({});
  const beside = (text: string) => {
    const { body, url } = write(mike, card, text);
    const envelope = JSON.parse(body) as { event: object };
    const event = { ...envelope.event, subtype: "file_share", files: [{ id: "F1", name: "count.png" }] };
    return slack.signed({
      url,
      body: JSON.stringify({ ...envelope, event }),
      contentType: "application/json",
    });
  };
  await send(beside(""));
  expect(await repliesTo(id)).toMatchObject([{ place: null, class: "uncertain" }]);
  await send(beside("We counted 3."));
  expect(await repliesTo(id)).toMatchObject([{ place: null }, { place: 1 }]);
});

test("a yes to an approval is a draft, and its writer is told so with a link", async () => {
  const { id, card } = await told({
    interaction_type: "approval",
    request_data: { message: "May we ship order SO-4471?" },
  });
  await send(write(mike, card, "Yes, ship it."));
  expect(await repliesTo(id)).toMatchObject([{ place: null, class: "relevant" }]);
  expect(lastNote(mike).text).toContain("kept as a draft and answers nothing");
  expect(lastNote(mike).text).toContain(`/questions/${id}|Open in Countersign>`);
  expect(await readInteraction(ana, id, gateway)).toMatchObject({ status: "pending", may_answer: true });
});

test("thanks, a late reply and a link are kept and answer nothing", async () => {
  const { id, card } = await told({ timeout_seconds: 60 });
  await send(write(mike, card, "Thanks! &lt;3 <https://evil.example|see this>"));
  expect(lastNote(mike).text).toContain("was not read as an answer");
  pass(60);
  await send(write(mike, card, "3"));
  expect(lastNote(mike).text).toContain("takes no answer of yours now");
  expect((await repliesTo(id)).map(({ place }) => place as unknown)).toEqual([null, null]);
});

test("nothing is answered for somebody else, outside of a thread, or by who is not linked", async () => {
  const { id, card } = await told(both);
  await send(write(benny, card, "3"));
  await send(write(stranger, card, "3"));
  await send(
    slack.eventOf(installation, {
      type: "message",
      user: mike.id,
      channel: card.channelId,
      ts: "9.000001",
      text: "3",
    }),
  );
  await send(write(mike, { ...card, ts: "1.000001" }, "3"));
  expect(await repliesTo(id)).toEqual([]);
});

test("words in the thread of a proposed action decide nothing, and lead to its page", async () => {
  const { proposal } = await world.propose(proposals.arNote());
  await deliver();
  const card = cardsOf(mike).at(-1)!;
  await send(write(mike, card, "Approve"));
  expect(lastNote(mike).text).toContain("No words decide a proposed action.");
  expect(await world.statusOf(proposal.id)).toBe("pending");
});
