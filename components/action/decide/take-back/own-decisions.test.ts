import { beforeEach, expect, test } from "vitest";
import { latestApproval, latestOpen, moveTo, noteOwnDecision, ownDecisions } from "./own-decisions";

const note = (id: number, decision: "approve" | "reject" = "approve") =>
  noteOwnDecision({ id, decision, tier: 2, untilMs: 8_000 + id });
const latest = () => latestOpen(ownDecisions.get())?.id ?? null;
const undone = () => latestApproval(ownDecisions.get())?.id ?? null;

beforeEach(() => ownDecisions.set([]));

test("the latest decision is taken back first, then the one before it", () => {
  note(1);
  note(2, "reject");
  expect(latest()).toBe(2);
  moveTo("sending", 2);
  expect(latest()).toBe(2);
  moveTo("taken", 2);
  expect(latest()).toBe(1);
  moveTo("refused", 1);
  expect(latest()).toBeNull();
});

test("only an approval that was not taken back can be undone later", () => {
  note(1);
  note(2, "reject");
  expect(undone()).toBe(1);
  moveTo("refused", 1);
  expect(undone()).toBe(1);
  moveTo("taken", 1);
  expect(undone()).toBeNull();
});

test("the same action decided again counts once, as the latest", () => {
  note(1);
  note(2);
  moveTo("taken", 1);
  note(1);
  expect(ownDecisions.get().map(({ id, phase }) => [id, phase])).toEqual([
    [2, "open"],
    [1, "open"],
  ]);
});

test("no more than fifty are kept", () => {
  for (let id = 1; id <= 60; id += 1) note(id);
  expect(ownDecisions.get().map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, at) => at + 11));
});
