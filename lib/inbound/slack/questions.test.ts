import { describe, expect, test } from "vitest";
import type { SlackUser } from "@countersign/slack-double";
import { useSlack } from "./testing/use-slack";

/** Questions, answered from Slack by the verb that the page uses. */

const { world, slack, installation, linked, cardsOf, notesOf, deliver, press, ask, send, pass, sweep } =
  await useSlack();
const { owner, approver: ana, admin } = world;
const mike = await linked(ana);
const adam = await linked(admin);

async function told(more: Record<string, unknown>, user: SlackUser = mike) {
  const id = await ask(more);
  await deliver();
  const card = cardsOf(user).find(({ blocks }) => JSON.stringify(blocks).includes(`#${id}`))!;
  return { id, card };
}
const answersOf = async (id: number) => {
  const rows =
    await owner`SELECT response, source_channel AS channel FROM hil_responses WHERE matched_interaction_id = ${id}`;
  return rows.map(({ response, channel }) => {
    expect(channel).toBe("slack");
    return response as unknown;
  });
};
const buttonsOf = ({ blocks }: { blocks: readonly unknown[] }): string[] =>
  [...JSON.stringify(blocks).matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => id!);
const options = ["Coastal", "Valley", "Northern"].map((label, at) => ({ value: String(at), label }));
const selection = { interaction_type: "selection", request_data: { message: "Which supplier?", options } };

describe("an answer", () => {
  test("is one press on one of three options, once however often it comes, and the card then takes none", async () => {
    const { id, card } = await told(selection);
    expect(buttonsOf(card)).toEqual(["choose_0", "choose_1", "choose_2", "open"]);
    const delivery = slack.pressOf(installation, mike, { message: card, actionId: "choose_1" });
    for (let count = 0; count < 50; count += 1) expect((await send(delivery)).status).toBe(200);
    expect(await answersOf(id)).toEqual(["1"]);
    await deliver();
    expect(buttonsOf(card)).toEqual(["open"]);
    expect(JSON.stringify(card.blocks)).toContain("Ana answered");
  });

  test("in a form is checked as on its page: errors stand at their inputs, and what was corrected counts", async () => {
    const { id, card } = await told({});
    expect(buttonsOf(card)).toEqual(["answer", "open"]);
    await press(mike, card, "answer");
    const opened = slack.views.at(-1)!;
    for (const typed of ["many", "0"]) {
      const { after } = await slack.submit(installation, mike, opened, { field_0: typed });
      expect(after).toMatchObject({ kind: "errors", errors: { field_0: expect.any(String) } });
    }
    expect(await answersOf(id)).toEqual([]);
    const { after } = await slack.submit(installation, mike, opened, { field_0: "3" });
    expect(after.kind).toBe("updated");
    expect(await answersOf(id)).toEqual([{ count: 3 }]);
  });

  test("of somebody who is too late is none, and they learn that it has been answered", async () => {
    const { id, card } = await told({
      ...selection,
      responders: [{ user_id: ana.userId }, { user_id: admin.userId }],
      rule: "first",
    });
    const other = cardsOf(adam).find(({ blocks }) => JSON.stringify(blocks).includes(`#${id}`));
    await press(mike, card, "choose_0");
    if (other) await press(adam, other, "choose_1");
    expect(await answersOf(id)).toEqual(["0"]);
    await press(mike, card, "choose_2");
    expect(notesOf(mike).at(-1)).toContain("answered");
    expect(await answersOf(id)).toEqual(["0"]);
  });

  test("after its time is none", async () => {
    const { id, card } = await told({ ...selection, timeout_seconds: 60 });
    pass(61);
    await press(mike, card, "choose_0");
    expect(await answersOf(id)).toEqual([]);
    expect(notesOf(mike).at(-1)).toContain("time for an answer is over");
  });
});

test("a reminder comes below its card and has no button that could outlive it", async () => {
  const { id, card } = await told({ ...selection, reminder_seconds: 600, timeout_seconds: 7_200 });
  pass(601);
  await sweep();
  await deliver();
  const reminder = cardsOf(mike).at(-1)!;
  expect(reminder.text).toContain(`#${id}`);
  expect(reminder).not.toBe(card);
  expect(reminder.threadTs).toBe(card.ts);
  expect(buttonsOf(reminder)).toEqual(["open"]);
});
