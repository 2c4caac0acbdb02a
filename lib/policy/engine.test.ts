import { describe, expect, test } from "vitest";
import type { ActionFacts, PolicyQuestion } from "@/lib/core/access/policy";
import { DEFAULT_POLICY_TEXT } from "./default-policy.cedar";
import { createPolicyEngine, denyEverything, policyHash } from "./engine";
import { validatePolicyText } from "./parse-policy";

const facts: ActionFacts = {
  tenantId: 1,
  actionType: "bid_price_update",
  riskLevel: 3,
  impactCents: 600,
  onBehalfOfUserId: null,
  agentName: "pricing",
  approverCount: 2,
  entityType: "customer",
  entityRef: "C-1",
  customerRef: null,
  payloadText: '{"changes":[]}',
};
const person = { userId: 7, tenantId: 1, role: "admin" };
const everyQuestion: PolicyQuestion[] = [
  {
    action: "propose",
    proposal: {
      tenantId: 1,
      agentName: "pricing",
      actionType: "bid_price_update",
      entityType: "item",
      entityRef: "1",
      fields: [],
    },
  },
  { action: "auto_apply", facts: { ...facts, riskLevel: 1, impactCents: null }, standingAuthorisation: true },
  { action: "decide", person, decision: "approve", facts },
  { action: "decide", person, decision: "reject", facts },
  { action: "approve_alone", facts },
  { action: "skip_step_up", facts },
  { action: "push", facts },
];

function engineOf(text: string, version = 4) {
  return createPolicyEngine({ version, hash: policyHash(text), text });
}

const deny = (rule: string) => ({ effect: "deny", rule });
const permit = (rule: string) => ({ effect: "permit", rule });

function expectAll(text: string, answer: ReturnType<typeof deny>): void {
  const engine = engineOf(text);
  for (const question of everyQuestion) expect(engine.ask(question)).toMatchObject(answer);
}

const permitAll = '@id("permit-all") permit (principal, action, resource);';

describe("an engine", () => {
  test("names the determining permit, the version and the hash in its answer", () => {
    const hash = policyHash(DEFAULT_POLICY_TEXT);
    for (const question of everyQuestion) {
      const answer = engineOf(DEFAULT_POLICY_TEXT, 9).ask(question);
      expect(answer).toMatchObject({ effect: "permit", version: 9, hash });
      expect(answer.rule).toMatch(/^[a-z0-9-]+$/);
      expect(answer.rule).not.toMatch(/^policy\d/);
    }
  });

  test("denies by default what no statement permits", () => {
    const onlyPush = '@id("push-only") permit (principal, action == Countersign::Action::"push", resource);';
    const engine = engineOf(onlyPush);
    for (const question of everyQuestion) {
      const expected = question.action === "push" ? permit("push-only") : deny("default-deny");
      expect(engine.ask(question)).toMatchObject(expected);
    }
  });

  test("a forbid outweighs every permit and is named", () => {
    const text = `${permitAll}\n@id("not-on-fridays") forbid (principal, action, resource);`;
    expectAll(text, deny("not-on-fridays"));
  });

  test("a statement that fails while it is evaluated denies, although another permits", () => {
    // Well typed; the sum exceeds a 64-bit Long only at evaluation.
    const text = `${permitAll}
      @id("overflows") forbid (principal, action == Countersign::Action::"push", resource)
      when { resource.impactCents + 9223372036854775807 > 0 };`;
    const engine = engineOf(text);
    expect(engine.ask({ action: "push", facts })).toMatchObject(deny("policy-error"));
    expect(engine.ask({ action: "skip_step_up", facts })).toMatchObject(permit("permit-all"));
  });

  test.each([Number.NaN, 1.5, Number.POSITIVE_INFINITY])(
    "a tier of %s, which Cedar cannot hold, denies",
    (riskLevel) => {
      const answer = engineOf(permitAll).ask({ action: "push", facts: { ...facts, riskLevel } });
      expect(answer).toMatchObject(deny("policy-error"));
    },
  );

  test("holds the largest impact exactly", () => {
    const text = `${permitAll}
      @id("unknown-weighs-most") forbid (principal, action == Countersign::Action::"push", resource)
      when { resource.impactCents >= ${Number.MAX_SAFE_INTEGER} };`;
    const askOf = (impactCents: number | null) =>
      engineOf(text).ask({ action: "push", facts: { ...facts, impactCents } });
    expect(askOf(null)).toMatchObject({ rule: "unknown-weighs-most" });
    expect(askOf(Number.MAX_SAFE_INTEGER - 1).effect).toBe("permit");
  });

  test.each([
    ["text that does not parse", "permit ("],
    ["an empty text", ""],
    ["a statement without a name", "permit (principal, action, resource);"],
    ["two statements of one name", `${permitAll}${permitAll}`],
    ["a template", '@id("t") permit (principal == ?principal, action, resource);'],
    [
      "a misspelt attribute",
      `${permitAll}@id("f") forbid (principal, action == Countersign::Action::"push", resource) when { resource.risk > 3 };`,
    ],
    [
      "a number compared with a string",
      `${permitAll}@id("f") forbid (principal, action == Countersign::Action::"push", resource) when { resource.riskLevel == "5" };`,
    ],
    [
      "an unknown question",
      `${permitAll}@id("f") forbid (principal, action == Countersign::Action::"pusch", resource);`,
    ],
    [
      "an optional attribute read unchecked",
      `${permitAll}@id("f") forbid (principal is Countersign::Person, action == Countersign::Action::"decide", resource) when { resource.onBehalfOf == principal };`,
    ],
  ])("%s denies everything and is reported when it is written", (_name, text) => {
    expectAll(text, deny("policy-unreadable"));
    expect(validatePolicyText(text)).not.toEqual([]);
  });

  test("a text that is not the one its hash names denies everything", () => {
    const engine = createPolicyEngine({ version: 1, hash: policyHash(DEFAULT_POLICY_TEXT), text: permitAll });
    for (const question of everyQuestion)
      expect(engine.ask(question)).toMatchObject(deny("policy-unreadable"));
  });

  test("two engines asked in turn never answer for one another", () => {
    const open = engineOf(permitAll);
    const shipped = engineOf(DEFAULT_POLICY_TEXT);
    const risky: PolicyQuestion = { action: "skip_step_up", facts: { ...facts, riskLevel: 5 } };
    expect([open.ask(risky).effect, shipped.ask(risky).effect, open.ask(risky).effect]).toEqual([
      "permit",
      "deny",
      "permit",
    ]);
  });

  test("a tenant without a policy may do nothing", () => {
    for (const question of everyQuestion) expect(denyEverything().ask(question).effect).toBe("deny");
  });

  test("the shipped policy has nothing to complain of", () => {
    expect(validatePolicyText(DEFAULT_POLICY_TEXT)).toEqual([]);
  });
});
