import { expect, test } from "vitest";
import { interactionEventWords } from "./interaction-event-words";

test.each([
  [
    "interaction.created",
    { interaction_type: "input", timeout_seconds: 3_600 },
    "Asked (input), open for 3600 seconds",
  ],
  ["interaction.answered", { place: 1, channel: "webhook" }, "Answered by webhook"],
  ["interaction.answered", { place: 1, channel: "in_app" }, "Answered in the app"],
  ["interaction.answered", { place: 1 }, "Answered"],
  ["interaction.corrected", {}, "Corrected the answer"],
  ["interaction.retracted", {}, "Took the answer back"],
  ["interaction.escalated", {}, "Nobody answered: the next one is asked as well"],
  ["interaction.resolved", {}, "As many have answered as it asks for"],
  [
    "interaction.timed_out",
    { timeout_action: "default_response" },
    "Nobody answered in time: the default counts as the answer",
  ],
  ["interaction.timed_out", {}, "Nobody answered in time"],
  ["interaction.cancelled", {}, "Cancelled: nobody needs to answer any more"],
  [
    "interaction.reply_received",
    { classification: "uncertain", reading: "nothing" },
    "A reply came in: uncertain, and answered nothing by itself",
  ],
  ["interaction.reply_verified", { is_right: true }, "Found a reply read rightly"],
  ["interaction.reply_verified", { is_right: false }, "Found a reply read wrongly"],
  ["reply.dismissed", {}, "Took a reply off the list of those that counted for nothing"],
  ["interaction.taken_up", {}, "The asker has read the result: answers are final"],
])("%s %j: %s", (type, details, words) => {
  expect(interactionEventWords(type, details)).toBe(words);
});

test("events of other kinds are none of its business", () => {
  expect(interactionEventWords("run.started", {})).toBeNull();
});
