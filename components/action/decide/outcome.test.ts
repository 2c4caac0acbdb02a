import { describe, expect, it } from "vitest";
import { answerOf, answerOfProblem } from "./outcome";

const now = Date.parse("2026-11-20T12:00:00Z");
const problem = (code: string, more: Record<string, unknown> = {}) => ({
  type: "urn:x",
  title: "x",
  status: 409,
  code,
  detail: "The server's own words.",
  ...more,
});

describe("the words of a card after a decision", () => {
  it("tells the loser of a race who decided what, and when", () => {
    const members = { decision: "approve", decided_by: "Dana", decided_at: "2026-11-20T11:59:57Z" };
    const answer = answerOfProblem(problem("already_decided", members), now);
    expect(answer).toMatchObject({ text: "Dana approved this 3 s ago.", tone: "neutral", leaves: true });
  });

  it("falls back to the server's words where nobody decided: withdrawn, superseded", () => {
    expect(answerOfProblem(problem("already_decided"), now).text).toBe("The server's own words.");
  });

  it("keeps a card whose action still waits", () => {
    for (const code of [
      "changed",
      "blocked",
      "confirmation_missing",
      "edit_token_invalid",
      "unauthenticated",
    ]) {
      expect(answerOfProblem(problem(code), now).leaves, code).toBe(false);
    }
  });

  it("says how many approvals are still missing", () => {
    const voted = {
      outcome: "vote_recorded" as const,
      id: 1,
      status: "pending",
      decision: "approve" as const,
      decided_by: null,
      decided_at: null,
      approvals: 1,
      required_approvals: 2,
    };
    const answer = answerOf(voted, { decision: "approve", goesToNetSuite: true, now });
    expect(answer.text).toBe("Your approval is recorded: 1 of 2. One more person has to approve.");
    expect(answer.leaves).toBe(false);
  });
});
