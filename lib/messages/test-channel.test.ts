import { expect, test } from "vitest";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useSlack } from "@/lib/inbound/slack/testing/use-slack";
import { testChannel } from "./test-channel";

/** The test button, by Slack. channels.test.ts presses it by mail. */

const { world, slack, linked, cardsOf } = await useSlack();
const { gateway, approver: ana, admin } = world;

test("a test by Slack reaches oneself alone, and says what Slack said where it does not", async () => {
  await expectRefusal(testChannel(ana, "slack", gateway), "not_found");
  const [mike, adam] = [await linked(ana), await linked(admin)];
  expect(await testChannel(ana, "slack", gateway)).toMatchObject({ outcome: "sent" });
  expect(cardsOf(mike).map(({ text }) => text)).toEqual(["Test message: Countersign reaches you here."]);
  expect(cardsOf(adam)).toEqual([]);
  slack.arm({ kind: "error", error: "is_archived", method: "chat.postMessage" });
  expect(await testChannel(ana, "slack", gateway)).toEqual({ outcome: "not_sent", words: "is_archived" });
  slack.arm({ kind: "answer_lost", method: "chat.postMessage" });
  expect(await testChannel(ana, "slack", gateway)).toMatchObject({ outcome: "unknown" });
  await slack.goDown();
  expect(await testChannel(ana, "slack", gateway)).toMatchObject({ outcome: "not_sent" });
  await slack.listen();
});
