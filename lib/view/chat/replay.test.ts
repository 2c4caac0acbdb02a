import { describe, expect, test } from "vitest";
import type { OwnProposal } from "@/lib/contract/kit/results";
import type { Problem } from "@/lib/contract/problem";
import { type Facts, replay } from "./replay";
import { SCRIPTS, conversationOf, newConversation } from "./scripts";
import { priceIn } from "./scripts/morning-review";
import { mayTryAgain, refusalWords } from "./sentences";

const scriptOf = (name: string) => SCRIPTS.find((script) => script.name === name)!.talk;
const setting = { firstName: "Priya", mark: "abcd1234" };

interface Stands {
  status: string;
  decision?: "approve" | "reject";
  comment?: string;
  by?: string;
  tier?: number;
  from?: string;
  to?: string;
  readback?: string;
  push?: string;
}

/** A proposal as the kit lists it, as far as scripts look at it. */
function own(id: number, stands: Stands): OwnProposal {
  const {
    status,
    decision = null,
    comment = null,
    by = null,
    tier = 3,
    from = "34.14",
    to = "34.19",
  } = stands;
  const change = {
    field: "price",
    label: "price",
    kind: "money",
    from,
    proposed_live: from,
    to,
    delta: "0.05",
  };
  return {
    proposal: {
      id,
      status,
      decision,
      decided_by: by,
      comment,
      push_status: stands.push ?? (status === "applied" ? "applied" : null),
      verification: status === "applied" ? "verified" : null,
    },
    action: {
      id,
      status,
      decision,
      comment,
      decided_by: by,
      risk_level: tier,
      risk_rule: "a-rule",
      rule_words: "a rule",
      details: [],
      on_behalf_of: "Priya Raman",
      changes: [change],
      impact: { cents: 100, currency: "USD", basis: null, lines_total: 1, lines_weighed: 1 },
      push: null,
    },
    idempotency_key: null,
    conversation_ref: null,
    readback: stands.readback
      ? [{ field: "price", expected: to, actual: stands.readback, matches: true }]
      : null,
  } as unknown as OwnProposal;
}

const slip = own(7, {
  status: "applied",
  decision: "approve",
  tier: 1,
  by: "standing authorisation #1 signed by Mike",
});
const factsOf = (proposals: Record<string, OwnProposal>, refusals: Record<string, Problem> = {}): Facts => ({
  proposals: new Map(Object.entries(proposals)),
  byId: new Map(Object.values(proposals).map((one) => [one.proposal.id, one])),
  refusals: new Map(Object.entries(refusals)),
});
const play = (name: string, facts: Facts) => replay(scriptOf(name), setting, facts);
const wordsOf = (name: string, facts: Facts) =>
  play(name, facts).entries.flatMap((entry) => (entry.kind === "sentence" ? [entry.text] : []));
const problem = (code: string, more: Partial<Problem> = {}): Problem => ({
  type: "t",
  title: "t",
  status: 422,
  code,
  detail: "d",
  ...more,
});

describe("a conversation is made again from its proposals", () => {
  test.each(SCRIPTS.map(({ name }) => name))(
    "%s: it stops at its first call, which nobody has made",
    (name) => {
      const { entries, next } = play(name, factsOf({}));
      expect(next.kind).toBe("call");
      expect(entries.at(-1)).toMatchObject({ kind: "call", answer: null });
    },
  );

  test("earlier sentences stay word for word while the proposals move on", () => {
    const stages = [
      factsOf({ slip, price: own(8, { status: "pending" }) }),
      factsOf({ slip, price: own(8, { status: "approved", decision: "approve", by: "Ana" }) }),
      factsOf({
        slip,
        price: own(8, { status: "applied", decision: "approve", by: "Ana", readback: "34.19" }),
      }),
    ].map((stage) => wordsOf("morning", stage));
    for (const [index, stage] of stages.slice(0, -1).entries())
      expect(stages[index + 1]!.slice(0, stage.length)).toEqual(stage);
  });

  test("it waits for the decision, then for the write, then tells what NetSuite holds", () => {
    const at = (stands: Stands) => play("morning", factsOf({ slip, price: own(812, stands) })).next;
    expect(at({ status: "pending" })).toMatchObject({ kind: "wait", until: "decided" });
    expect(at({ status: "approved", decision: "approve" })).toMatchObject({ kind: "wait", until: "settled" });
    expect(at({ status: "approved", decision: "approve", push: "dead" })).toEqual({ kind: "done" });
    const lines = wordsOf(
      "morning",
      factsOf({
        slip,
        price: own(812, { status: "applied", decision: "approve", by: "Ana", readback: "34.19" }),
      }),
    );
    expect(lines).toContain("Ana approved #812. It goes to NetSuite.");
    expect(lines).toContain("#812 is written: NetSuite holds $34.19, verified.");
  });

  test("a write under a standing authorisation is said to have gone by itself", () => {
    const lines = wordsOf("morning", factsOf({ slip }));
    expect(lines).toContain(
      "#7 is L1 Trivial (a rule). It goes by itself: standing authorisation #1 signed by Mike covers it.",
    );
    expect(lines).toContain("#7 is written: NetSuite has it, verified.");
    expect(lines.join()).not.toContain("approved #7");
  });

  test("a rejection with a price in its comment is proposed again, and one without is taken as a no", () => {
    const rejected = (comment?: string) =>
      factsOf({
        slip,
        price: own(9, { status: "rejected", decision: "reject", by: "Ana", ...(comment ? { comment } : {}) }),
      });
    expect(play("morning", rejected("At most 34.16, please")).next).toMatchObject({
      kind: "call",
      key: "price-as-told",
      input: { to: "34.16" },
    });
    expect(wordsOf("morning", rejected("At most 34.16, please"))).toContain(
      "Ana rejected #9: “At most 34.16, please”",
    );
    expect(play("morning", rejected("Not this month")).next).toEqual({ kind: "done" });
    expect(wordsOf("morning", rejected()).join()).toContain("gave no reason");
  });

  test("an edit is read from its patch, and the version that took its place is followed", () => {
    const edited = own(20, { status: "superseded" });
    edited.proposal.superseded_by = {
      id: 21,
      url: "u",
      patch: [{ op: "replace", path: "/changes/0/to", value: "34.16" }],
    };
    const theirs = own(21, { status: "pending", to: "34.16" });
    theirs.proposal.author = "Ana";
    const waits = factsOf({ slip, price: edited, theirs });
    expect(wordsOf("morning", waits)).toContain(
      "Ana edited #20: price $34.16 instead of $34.19. Its place was taken by #21, which I follow now.",
    );
    expect(play("morning", waits).entries.at(-2)).toMatchObject({
      kind: "version",
      own: { proposal: { id: 21 } },
    });
    expect(play("morning", waits).next).toMatchObject({ kind: "wait", own: { proposal: { id: 21 } } });
    expect(play("morning", factsOf({ slip, price: edited })).next).toEqual({ kind: "done" });
  });

  test("another live value is proposed from, also when the refusal is remembered by nobody", () => {
    const live = problem("from_mismatch", { live: [{ field: "price", value: "34.19" }] });
    expect(play("morning", factsOf({ slip }, { price: live })).next).toMatchObject({
      kind: "call",
      key: "price-from-live",
      input: { from: "34.19", to: "34.24" },
    });
    const second = own(10, { status: "pending", from: "34.19", to: "34.24" });
    const remembered = play("morning", factsOf({ slip, "price-from-live": second }, { price: live }));
    const forgotten = play("morning", factsOf({ slip, "price-from-live": second }));
    expect(forgotten.next).toEqual(remembered.next);
    const lines = (entries: typeof remembered.entries) =>
      entries.map((entry) => (entry.kind === "sentence" ? entry.text : entry.kind));
    expect(lines(forgotten.entries)).toEqual(lines(remembered.entries));
  });

  test("every refusal has words, and ends or goes on: nothing waits for what was never proposed", () => {
    for (const code of [
      "policy_denied",
      "not_allowed",
      "rate_limited",
      "record_missing",
      "validation_failed",
      "unavailable",
    ]) {
      const refusals = Object.fromEntries(["slip", "price", "limit"].map((key) => [key, problem(code)]));
      for (const name of ["morning", "credit"])
        expect(play(name, factsOf({}, refusals)).next).toEqual({ kind: "done" });
      expect(refusalWords(problem(code))).toMatch(/\.$/);
    }
  });

  test("an unreadable NetSuite may be asked again, a denial may not", () => {
    const unread = problem("validation_failed", {
      errors: [{ path: "from", message: "is needed while NetSuite cannot be read" }],
    });
    expect(mayTryAgain(unread)).toBe(true);
    expect(refusalWords(unread)).toContain("cannot be read");
    expect(mayTryAgain(problem("rate_limited"))).toBe(true);
    expect(mayTryAgain(problem("policy_denied"))).toBe(false);
    expect(mayTryAgain(problem("validation_failed"))).toBe(false);
  });
});

test("a figure in a comment is a price only near the present one, and not the one just refused", () => {
  const price = { from: "34.14", to: "34.19" };
  expect(priceIn("34.16 and no more", price)).toBe("34.16");
  expect(priceIn("By 12-15, at $34.10", price)).toBe("34.10");
  expect(priceIn("Not 34.19! See mail of 2026", price)).toBeNull();
  expect(priceIn("no", price)).toBeNull();
});

test("a conversation's id names its script, and nothing else is one", () => {
  const id = newConversation(SCRIPTS[0]!, "0a1b2c3d-4e5f-6789-abcd-ef0123456789");
  expect(conversationOf(id)).toMatchObject({ script: { name: "morning" }, mark: "0a1b2c3d4e5f" });
  for (const other of [
    "",
    "c-9913",
    "chat-nothing-0a1b2c3d",
    "chat-morning-",
    `${id}x!`,
    `chat-morning-${"a".repeat(40)}`,
  ])
    expect(conversationOf(other)).toBeNull();
});
