import { describe, expect, it } from "vitest";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { answerOfStatus, approvedWords } from "./outcome";
import { answerOf, answerOfProblem } from "./server-answers";

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
      take_back_until: null,
      approvals: 1,
      required_approvals: 2,
    };
    const context = { decision: "approve", goesToNetSuite: true, now, sentAtMs: 0, wait: null } as const;
    const answer = answerOf(voted, context);
    expect(answer.text).toBe(
      "Your approval is recorded: 1 of 2. One more person has to approve; it waits in their inbox as #1.",
    );
    expect(answer.leaves).toBe(false);
  });

  const claimed = (decision: "approve" | "reject", graceSeconds: number) => ({
    outcome: "claimed" as const,
    id: 1,
    status: decision === "approve" ? "approved" : "rejected",
    decision,
    decided_by: "Dana",
    decided_at: "2026-11-20T12:00:00.000Z",
    take_back_until: graceSeconds === 0 ? null : `2026-11-20T12:00:0${graceSeconds}.000Z`,
    approvals: 1,
    required_approvals: 1,
  });
  const answered = (decision: "approve" | "reject", graceSeconds: number, wait: string | null = null) =>
    answerOf(claimed(decision, graceSeconds), { decision, goesToNetSuite: true, now, sentAtMs: 500, wait });

  it("counts the time to take it back from the moment it was sent, whatever the clocks say", () => {
    expect(answered("approve", 8)).toMatchObject({
      takeBackUntilMs: 8_500,
      said: "Approved. It goes to NetSuite in 8 s. U takes it back until then.",
    });
    expect(answered("reject", 8)).toMatchObject({
      takeBackUntilMs: 8_500,
      said: "Rejected. Nothing is written to NetSuite. U takes it back for 8 s.",
    });
    for (const decision of ["approve", "reject"] as const) {
      expect(answered(decision, 0).takeBackUntilMs).toBeUndefined();
      expect(answered(decision, 0).said).toBeUndefined();
    }
  });

  it("says when an approved write goes out", () => {
    expect(approvedWords(true, 6)).toBe("Approved. It goes to NetSuite in 6 s.");
    expect(approvedWords(true, 0)).toBe("Approved. It goes to NetSuite now.");
    expect(approvedWords(false, 6)).toBe("Approved. Countersign keeps it in 6 s.");
    expect(approvedWords(false, 0)).toBe("Approved. Countersign keeps it here.");
  });

  it("promises no time while a switch halts the write", () => {
    const wait = "once the NetSuite writes switch is released";
    expect(approvedWords(true, 6, wait)).toBe(`Approved. It goes to NetSuite ${wait}.`);
    expect(approvedWords(false, 6, wait)).toBe("Approved. Countersign keeps it in 6 s.");
    expect(answered("approve", 8, wait).said).toBe(
      `Approved. It goes to NetSuite ${wait}. U takes it back for 8 s.`,
    );
  });
});

describe("the words for an action that ended without the viewer", () => {
  const action = (parts: Partial<ActionSummary>) =>
    ({
      status: "approved",
      decision: null,
      decided_by: null,
      decided_at: null,
      ended_by: null,
      ended_at: null,
      applied_at: null,
      superseded_by_id: null,
      expires_at: "2026-11-20T11:59:00Z",
      ...parts,
    }) as ActionSummary;
  const words = (parts: Partial<ActionSummary>) => answerOfStatus(action(parts), now).text;
  const approved = { decision: "approve", decided_by: "Maria", decided_at: "2026-11-20T11:58:00Z" } as const;
  const byNow = { ended_at: "2026-11-20T11:59:30Z" };

  it("name who decided it and when, and what became of it since", () => {
    expect(words(approved)).toBe("Maria approved this 2 min ago.");
    expect(words({ ...approved, status: "rejected", decision: "reject" })).toBe(
      "Maria rejected this 2 min ago.",
    );
    expect(words({ ...approved, status: "applied" })).toBe(
      "Maria approved this 2 min ago. It is now applied.",
    );
    expect(words({ ...approved, status: "stale", ...byNow })).toBe(
      "Maria approved this 2 min ago. It is now stale.",
    );
  });

  it("name who withdrew or replaced it, and that its time ran out, swept or not", () => {
    expect(words({ status: "cancelled", ended_by: "pricing-agent", ...byNow })).toBe(
      "pricing-agent withdrew this 30 s ago.",
    );
    expect(words({ status: "superseded", ended_by: "Maria", superseded_by_id: 12, ...byNow })).toBe(
      "Maria replaced this 30 s ago: #12 has taken its place.",
    );
    expect(words({ status: "expired" })).toBe("It expired 1 min ago: nobody decided in time.");
  });
});
