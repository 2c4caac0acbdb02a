import { describe, expect, test } from "vitest";
import {
  type MessageNow,
  type RecipientNow,
  type SubjectNow,
  type RecipientKnowledge,
  nextStep,
} from "./next-step";

const open: SubjectNow = {
  version: { status: "pending", hash: "a" },
  isOpen: true,
  reminders: 0,
  warned: false,
};
const over: SubjectNow = { ...open, version: { status: "responded", hash: "b" }, isOpen: false };
const knows: RecipientKnowledge = { shown: open.version, reminders: 0, warned: false };
const first: MessageNow = { externalId: null, doubtful: false, knowledge: { ...knows, shown: null } };
const sent: MessageNow = { externalId: "m1", doubtful: false, knowledge: knows };
const responder: RecipientNow = { shouldBeNotified: true, hasActed: false };
const acted: RecipientNow = { shouldBeNotified: true, hasActed: true };
const gone: RecipientNow = { shouldBeNotified: false, hasActed: false };

describe("a first message", () => {
  test("goes to whoever is still asked about what is still open, and to nobody else", () => {
    expect(nextStep(first, open, responder, "in_place")).toMatchObject({ kind: "send", occasion: "asked" });
    for (const [subject, recipient] of [
      [over, responder],
      [open, acted],
      [open, gone],
    ] as const)
      expect(nextStep(first, subject, recipient, "in_place")).toMatchObject({
        kind: "settle",
        state: "closed",
      });
  });
  test("says that it may be the second where the first may have arrived", () => {
    const doubtful = { ...first, doubtful: true };
    expect(nextStep(doubtful, open, responder, "follow_up")).toMatchObject({
      kind: "send",
      occasion: "repeat",
    });
  });
});

describe("after it", () => {
  test("a card in place is changed with its subject, and loses its content with its reader", () => {
    expect(nextStep(sent, over, responder, "in_place")).toMatchObject({ kind: "update", isWithdrawn: false });
    expect(nextStep(sent, open, gone, "in_place")).toMatchObject({ kind: "update", isWithdrawn: true });
  });
  test("mail follows once, when it is over, and not to whoever ended it", () => {
    expect(nextStep(sent, over, responder, "follow_up")).toMatchObject({ kind: "send", occasion: "outcome" });
    const knowing = { ...sent, knowledge: { ...knows, shown: over.version } };
    const applied = { ...over, version: { status: "applied", hash: "b" } };
    for (const [message, subject, recipient, state] of [
      [sent, over, acted, "sent"],
      [knowing, applied, responder, "sent"],
      [sent, { ...open, version: { status: "pending", hash: "c" } }, responder, "sent"],
      [sent, over, gone, "closed"],
    ] as const)
      expect(nextStep(message, subject, recipient, "follow_up")).toMatchObject({ kind: "settle", state });
  });
  test.each(["in_place", "follow_up"] as const)(
    "a warning tells of the reminders before it too, and each is told once (%s)",
    (following) => {
      const late = { ...open, reminders: 2, warned: true };
      const step = nextStep(sent, late, responder, following);
      expect(step).toMatchObject({
        kind: "send",
        occasion: "warning",
        knowledge: { reminders: 2, warned: true },
      });
      const after = { ...sent, knowledge: step.knowledge };
      expect(nextStep(after, late, responder, following)).not.toMatchObject({ kind: "send" });
      expect(nextStep(sent, late, acted, following)).not.toMatchObject({ kind: "send" });
      expect(nextStep(sent, { ...late, isOpen: false }, responder, following)).not.toMatchObject({
        occasion: "warning",
      });
    },
  );
});
