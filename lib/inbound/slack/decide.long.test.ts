import { describe, expect, test } from "vitest";
import type { OpenView, SlackUser } from "@countersign/slack-double";
import { readLive } from "@/lib/gateway/live/read-live";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useSlack } from "./testing/use-slack";

/** Proposed actions, decided from Slack: over HTTP both ways, on a real database and the simulated account. */

const { world, slack, installation, linked, cardsOf, notesOf, deliver, press, send, time, pass } =
  await useSlack();
const { owner, approver: ana, admin } = world;
const mike = await linked(ana);
const adam = await linked(admin);
/** Chooses to hear of proposals later than the others. */
const lara = await world.home.person("Lara", "approver");
const laraUser = await linked(lara);
await owner`UPDATE channel_preferences SET tier_min = NULL WHERE user_id = ${lara.userId}`;

let limit = 60_100;
const nextLimit = () => (limit += 10);

/** Proposes, tells, and returns the card that this user has of it. */
async function told(input: Record<string, unknown>, user: SlackUser = mike) {
  const { proposal } = await world.propose(input);
  await deliver();
  const card = cardsOf(user).find(({ blocks }) => JSON.stringify(blocks).includes(`#${proposal.id}`));
  if (!card) throw new Error("there is no card");
  return { proposal, card };
}
const buttonsOf = ({ blocks }: { blocks: readonly unknown[] }): string[] =>
  [...JSON.stringify(blocks).matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => id!);
const decisionOf = async (id: number) => {
  const [row] =
    await owner`SELECT status, decision, decided_by_label AS by, decision_comment AS comment FROM proposed_actions WHERE id = ${id}`;
  return row;
};
const votesOf = async (id: number) => {
  const rows = await owner`SELECT channel, decision FROM decisions WHERE action_id = ${id}`;
  return rows.map(({ channel, decision }) => `${decision} by ${channel}`);
};
const openedBy = (user: SlackUser): OpenView =>
  slack.views.filter(({ userId }) => userId === user.id).at(-1)!;

describe("in place", () => {
  test("an L2 is approved by one press, by its person and by Slack, and the card then says so without buttons", async () => {
    const { proposal, card } = await told(proposals.arNote());
    expect(proposal.risk_level).toBe(2);
    expect(buttonsOf(card)).toEqual(["approve", "reject", "open"]);
    const answered = await press(mike, card, "approve");
    expect(answered).toMatchObject({ status: 200, body: "" });
    expect(await decisionOf(proposal.id)).toMatchObject({ status: "approved", by: "Ana" });
    expect(await votesOf(proposal.id)).toEqual(["approve by slack"]);
    expect(notesOf(mike).at(-1)).toBe(`You approved #${proposal.id}.`);
    await deliver();
    expect(buttonsOf(card)).toEqual(["open"]);
    expect(JSON.stringify(card.blocks)).toContain("Approved by `Ana`");
  });

  test("an L3 with a price shows before and after, and is approved the same way", async () => {
    const { proposal, card } = await told(proposals.bidPrice("1.43"));
    expect(JSON.stringify(card.blocks)).toContain("`$1.42` → `$1.43`");
    await press(mike, card, "approve");
    expect(await world.statusOf(proposal.id)).toBe("approved");
  });

  test("the same press delivered 50 times, at once and later, is one decision", async () => {
    const { proposal, card } = await told(proposals.arNote());
    const delivery = slack.pressOf(installation, mike, { message: card, actionId: "approve" });
    const answers = await Promise.all(Array.from({ length: 25 }, () => send(delivery)));
    for (let count = 0; count < 25; count += 1) answers.push(await send(delivery));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await votesOf(proposal.id)).toEqual(["approve by slack"]);
    expect(notesOf(mike).filter((text) => text.includes(`#${proposal.id}`))).toHaveLength(1);
  });
});

describe("by a modal", () => {
  test("an L4 is asked again with its sentence, and approved there alone", async () => {
    const { proposal, card } = await told(proposals.creditLimit(nextLimit()), adam);
    expect(proposal.risk_level).toBe(4);
    await press(adam, card, "approve");
    expect(await world.statusOf(proposal.id)).toBe("pending");
    const opened = openedBy(adam);
    const sentence = (await world.read(proposal.id)).sentence;
    expect(JSON.stringify(opened.view.blocks)).toContain(sentence);
    const { after } = await slack.submit(installation, adam, opened);
    expect(after.kind).toBe("updated");
    expect(await decisionOf(proposal.id)).toMatchObject({ status: "approved", by: "Adam" });
    expect(JSON.stringify(opened.view.blocks)).toContain(`You approved #${proposal.id}.`);
  });

  test("a rejection takes a reason, which is kept with it", async () => {
    const { proposal, card } = await told(proposals.arNote());
    await press(mike, card, "reject");
    expect(await world.statusOf(proposal.id)).toBe("pending");
    await slack.submit(installation, mike, openedBy(mike), { reason: "Not before Monday & not so" });
    expect(await decisionOf(proposal.id)).toMatchObject({
      status: "rejected",
      by: "Ana",
      comment: "Not before Monday & not so",
    });
    await deliver();
    expect(JSON.stringify(card.blocks)).toContain("`Not before Monday &amp; not so`");
  });

  test("one that Slack cannot open in time decides nothing and says so", async () => {
    const { proposal, card } = await told(proposals.arNote());
    slack.arm({ kind: "error", error: "expired_trigger_id", method: "views.open" });
    await press(mike, card, "reject");
    expect(await world.statusOf(proposal.id)).toBe("pending");
    expect(notesOf(mike).at(-1)).toContain("Nothing was decided");
  });
});

describe("by its page alone", () => {
  test("an L5 has no Approve; a press that somebody makes up for it decides nothing and gets the link", async () => {
    const { proposal, card } = await told(proposals.creditRevoke(), adam);
    expect(proposal.risk_level).toBe(5);
    expect(buttonsOf(card)).toEqual(["reject", "open"]);
    const ofReject = slack.pressOf(installation, adam, { message: card, actionId: "reject" });
    const body = ofReject.body.replaceAll(
      "%22action_id%22%3A%22reject%22",
      "%22action_id%22%3A%22approve%22",
    );
    expect(body).not.toBe(ofReject.body);
    const { url, headers } = ofReject;
    await send(slack.signed({ url, body, contentType: headers["content-type"]! }));
    expect(await world.statusOf(proposal.id)).toBe("pending");
    expect(notesOf(adam).at(-1)).toContain(`/proposed-actions/${proposal.id}|Open in Countersign>`);
  });

  test("a made-up submission cannot approve an L5 either", async () => {
    const { proposal, card } = await told(proposals.creditRevoke(), adam);
    await press(adam, card, "reject");
    const opened = openedBy(adam);
    const made = { ...opened, view: { ...opened.view, callback_id: "approve" } };
    await slack.submit(installation, adam, made);
    expect(await world.statusOf(proposal.id)).toBe("pending");
  });

  test("one whose record has changed since is not approved, and the link is shown", async () => {
    const { proposal, card } = await told(proposals.bidPrice("1.45"));
    await world.editDuringTest("bid_price", "B5875:10472", { price: "1.50" }, { price: "1.42" });
    await press(mike, card, "approve");
    expect(await world.statusOf(proposal.id)).toBe("pending");
    expect(await votesOf(proposal.id)).toEqual([]);
    expect(notesOf(mike).at(-1)).toContain("Nothing was decided");
    expect(notesOf(mike).at(-1)).toContain(`/proposed-actions/${proposal.id}|Open in Countersign>`);
    await deliver();
    expect(buttonsOf(card)).toEqual(["reject", "open"]);
    await world.decide(admin, proposal, { decision: "reject" });
  });

  test("where its page finds the change, its cards lose their Approve too, those sent later have none, and both have it again once the record is as it was", async () => {
    const record = ["bid_price", "B5875:10472"] as const;
    const { proposal, card } = await told(proposals.bidPrice("1.46"));
    expect(buttonsOf(card)).toEqual(["approve", "reject", "open"]);
    await world.editDuringTest(...record, { price: "1.50" }, { price: "1.42" });
    await readLive(admin, proposal.id, world.gateway);
    await deliver();
    expect(buttonsOf(card)).toEqual(["reject", "open"]);
    expect(JSON.stringify(card.blocks)).toContain("The record changed since this was proposed");
    await owner`UPDATE channel_preferences SET tier_min = 1, changed_at = '2026-01-01' WHERE user_id = ${lara.userId}`;
    await deliver();
    const sentLater = cardsOf(laraUser).find(({ blocks }) =>
      JSON.stringify(blocks).includes(`#${proposal.id}`),
    )!;
    expect(buttonsOf(sentLater)).toEqual(["reject", "open"]);
    // A reading that finds it as it was gives every card its approval back.
    await world.account.edit(...record, { price: "1.42" });
    await readLive(admin, proposal.id, world.gateway);
    await deliver();
    for (const one of [card, sentLater]) expect(buttonsOf(one)).toEqual(["approve", "reject", "open"]);
    await owner`UPDATE channel_preferences SET tier_min = NULL WHERE user_id = ${lara.userId}`;
    await world.decide(admin, proposal, { decision: "reject" });
  });

  test("nor one whose record nobody could read in time; the answer to Slack comes within three seconds all the same", async () => {
    const { proposal, card } = await told(proposals.arNote());
    await world.account.fault("slow_answer", { op: "read", delay_ms: 5_000 });
    const answered = await press(mike, card, "approve");
    expect(answered.status).toBe(200);
    expect(answered.ms).toBeLessThan(3_000);
    expect(await world.statusOf(proposal.id)).toBe("pending");
    expect(notesOf(mike).at(-1)).toContain("could not be read in time");
  });
});

describe("the others", () => {
  test("learn who decided, whoever was faster, and every card says so", async () => {
    const { proposal, card } = await told(proposals.arNote());
    const other = cardsOf(adam).find(({ blocks }) => JSON.stringify(blocks).includes(`#${proposal.id}`))!;
    await press(adam, other, "approve");
    await press(mike, card, "approve");
    expect(notesOf(mike).at(-1)).toContain("Adam was first: this proposal is already approved");
    await deliver();
    for (const one of [card, other]) expect(buttonsOf(one)).toEqual(["open"]);
  });

  test("after a decision in the app the card is changed, and a late press is told the truth", async () => {
    const { proposal, card } = await told(proposals.arNote());
    await world.decide(admin, proposal, { decision: "reject" });
    await press(mike, card, "approve");
    expect(notesOf(mike).at(-1)).toContain("Adam was first: this proposal is already rejected");
    await deliver();
    expect(buttonsOf(card)).toEqual(["open"]);
    expect(JSON.stringify(card.blocks)).toContain("Rejected by `Adam`");
  });

  test("raced by page and Slack, one wins, and each is told so", async () => {
    for (let trial = 0; trial < 10; trial += 1) {
      const { proposal, card } = await told(proposals.arNote());
      await Promise.allSettled([
        world.decide(admin, proposal, { decision: "reject" }),
        press(mike, card, "approve"),
      ]);
      expect(await votesOf(proposal.id)).toHaveLength(1);
    }
  });
});

describe("while Slack is down", () => {
  test("nothing is lost: an hour later each card is there once and says what is true", async () => {
    const { proposal: early, card } = await told(proposals.arNote());
    await slack.goDown();
    const { proposal: late } = await world.propose(proposals.arNote());
    await world.decide(admin, early, { decision: "reject" });
    await deliver();
    await slack.listen();
    pass(3_600);
    await deliver();
    expect(JSON.stringify(card.blocks)).toContain("Rejected by `Adam`");
    const ofLate = cardsOf(mike).filter(({ blocks }) => JSON.stringify(blocks).includes(`#${late.id}`));
    expect(ofLate).toHaveLength(1);
    await press(mike, ofLate[0]!, "approve");
    expect(await world.statusOf(late.id)).toBe("approved");
  });

  test("a card whose answer was lost may stand there twice: either works, once", async () => {
    slack.arm({ kind: "answer_lost", method: "chat.postMessage", times: 2 });
    const { proposal } = await world.propose(proposals.arNote());
    await deliver();
    pass(700);
    await deliver();
    const copies = cardsOf(mike).filter(({ blocks }) => JSON.stringify(blocks).includes(`#${proposal.id}`));
    expect(copies).toHaveLength(2);
    for (const copy of copies) await press(mike, copy, "approve");
    expect(await votesOf(proposal.id)).toEqual(["approve by slack"]);
  });
});

test("a request of another hour is refused, whoever signed it", async () => {
  const { proposal, card } = await told(proposals.arNote());
  const delivery = slack.pressOf(installation, mike, { message: card, actionId: "approve" });
  const { now } = time;
  for (const seconds of [301, -301]) {
    time.now = new Date(now.getTime() + seconds * 1_000);
    expect((await send(delivery)).status).toBe(401);
  }
  time.now = now;
  expect(await world.statusOf(proposal.id)).toBe("pending");
});
