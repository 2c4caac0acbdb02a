import { describe, expect, test } from "vitest";
import { ACTION_TYPES } from "@/lib/action-types/registry";
import type { ActionFacts } from "@/lib/core/access/policy";
import { ROLES, mayDecide } from "@/lib/core/access/principal";
import { RISK_TIERS } from "@/lib/core/action/risk-tier";
import { ALWAYS_DENIED_ACTION_TYPES, DEFAULT_POLICY_TEXT } from "./default-policy.cedar";
import { createPolicyEngine, denyEverything, policyHash } from "./engine";
import { askAfterTier, askAutoApply, askDecide, askOutgoing, askPropose, askPush } from "./questions";

const engine = createPolicyEngine({
  version: 1,
  hash: policyHash(DEFAULT_POLICY_TEXT),
  text: DEFAULT_POLICY_TEXT,
});
const maria = { userId: 7, tenantId: 1, role: "approver" };

const deny = (rule: string) => ({ effect: "deny", rule });
const permit = (rule: string) => ({ effect: "permit", rule });

function factsOf(changes: Partial<ActionFacts> = {}): ActionFacts {
  return {
    tenantId: 1,
    actionType: "bid_price_update",
    riskLevel: 3,
    impactCents: 600,
    onBehalfOfUserId: null,
    agentName: "pricing",
    approverCount: 3,
    entityType: "item",
    entityRef: "10472",
    customerRef: "Driscoll's",
    payloadText: '{"changes":[{"field":"price","to":1}]}',
    ...changes,
  };
}

function propose(actionType: string) {
  const proposal = { entityType: "item", entityRef: "10472", fields: ["price"] };
  return askPropose(engine, { tenantId: 1, agentName: "pricing", actionType, ...proposal });
}

describe("proposing under the shipped policy", () => {
  test.each(ACTION_TYPES)("an agent may propose %s", (actionType) => {
    expect(propose(actionType)).toMatchObject(permit("agents-propose-known-types"));
  });

  test("an action type the product does not know is denied", () => {
    expect(propose("launch_rocket")).toMatchObject(deny("default-deny"));
  });
});

describe.each(ALWAYS_DENIED_ACTION_TYPES)("the always-denied class %s", (actionType) => {
  test("is not proposed, applied, approved or sent for anybody, however small it is", () => {
    const facts = factsOf({ actionType, riskLevel: 1, impactCents: 0 });
    const denial = deny("always-denied-class");
    expect(propose(actionType)).toMatchObject(denial);
    expect(askAutoApply(engine, { facts, standingAuthorisation: true })).toMatchObject(denial);
    expect(askPush(engine, { facts })).toMatchObject(denial);
    for (const role of ROLES) {
      expect(askDecide(engine, { person: { ...maria, role }, facts }).effect).toBe("deny");
    }
  });

  test("can still be rejected", () => {
    expect(
      askDecide(engine, { person: maria, facts: factsOf({ actionType }), decision: "reject" }).effect,
    ).toBe("permit");
  });
});

describe("calling an address", () => {
  const call = {
    tenantId: 1,
    agentName: "workflow-credit-review",
    method: "POST",
    host: "a.example",
    port: 443,
    path: "/v1",
  };
  const under = (more: string) => {
    const text = `${DEFAULT_POLICY_TEXT}\n${more}`;
    return createPolicyEngine({ version: 2, hash: policyHash(text), text });
  };
  test("is permitted as shipped, and denied without a policy", () => {
    expect(askOutgoing(engine, { action: "call", call })).toMatchObject(permit("workflows-call-addresses"));
    expect(askOutgoing(denyEverything(), { action: "call", call })).toMatchObject({ effect: "deny" });
  });
  test("is forbidden by method, host and agent", () => {
    const strict =
      under(`@id("no-posts") forbid (principal is Countersign::Agent, action == Countersign::Action::"call", resource)
      when { resource.method == "POST" && resource.host == "a.example" && principal.name == "workflow-credit-review" };`);
    expect(askOutgoing(strict, { action: "call", call })).toMatchObject(deny("no-posts"));
    expect(askOutgoing(strict, { action: "call", call: { ...call, method: "GET" } })).toMatchObject({
      effect: "permit",
    });
  });
  test("is forbidden on every port of a host, or on one", () => {
    const forbid = (when: string) =>
      under(
        `@id("no-calls") forbid (principal is Countersign::Agent, action == Countersign::Action::"call", resource) when { ${when} };`,
      );
    const effectOf = (when: string, port: number) =>
      askOutgoing(forbid(when), { action: "call", call: { ...call, port } }).effect;
    const byHost = `resource.host == "a.example"`;
    expect([effectOf(byHost, 443), effectOf(byHost, 8_443)]).toEqual(["deny", "deny"]);
    const byBoth = `${byHost} && resource.port == 8443`;
    expect([effectOf(byBoth, 443), effectOf(byBoth, 8_443)]).toEqual(["permit", "deny"]);
    const byEntity = `resource.entityRef == "a.example/v1"`;
    expect([effectOf(byEntity, 443), effectOf(byEntity, 8_443)]).toEqual(["deny", "deny"]);
  });
  test("leaves a rule about every action well-typed, which speaks of requests as well", () => {
    const every = under(`@id("no-such-type") forbid (principal, action, resource)
      when { resource.actionType == "x" || resource.fields.contains("x") || resource.entityRef == "a.example/v1" };`);
    expect(askOutgoing(every, { action: "call", call })).toMatchObject(deny("no-such-type"));
    expect(askOutgoing(every, { action: "call", call: { ...call, path: "/v2" } })).toMatchObject({
      effect: "permit",
    });
  });
});

describe("asking a model", () => {
  const asked = { tenantId: 1, agentName: "workflow-credit-review", provider: "acme", model: "large-2" };
  const under = (text: string) => createPolicyEngine({ version: 2, hash: policyHash(text), text });
  test("is permitted as shipped, and denied without a policy and by one from before models", () => {
    expect(askOutgoing(engine, { action: "ask_model", asked })).toMatchObject(permit("workflows-ask-models"));
    expect(askOutgoing(denyEverything(), { action: "ask_model", asked })).toMatchObject({ effect: "deny" });
    const before = DEFAULT_POLICY_TEXT.replace(/@id\("workflows-ask-models"\)\n.*\n/, "");
    expect(before).not.toContain("ask_model");
    expect(askOutgoing(under(before), { action: "ask_model", asked })).toMatchObject(deny("default-deny"));
  });
  test("is forbidden by provider, name and agent", () => {
    const strict = under(`${DEFAULT_POLICY_TEXT}
@id("no-large-models") forbid (principal is Countersign::Agent, action == Countersign::Action::"ask_model", resource)
      when { resource.provider == "acme" && resource.name == "large-2" && principal.name == "workflow-credit-review" };`);
    expect(askOutgoing(strict, { action: "ask_model", asked })).toMatchObject(deny("no-large-models"));
    expect(askOutgoing(strict, { action: "ask_model", asked: { ...asked, model: "small-1" } })).toMatchObject(
      { effect: "permit" },
    );
  });
  test("leaves a rule about every action well-typed, which speaks of models as well", () => {
    const every = under(`${DEFAULT_POLICY_TEXT}
@id("no-such-type") forbid (principal, action, resource)
      when { resource.actionType == "x" || resource.fields.contains("x") || resource.entityRef == "acme/large-2" };`);
    expect(askOutgoing(every, { action: "ask_model", asked })).toMatchObject(deny("no-such-type"));
  });
});

describe("what a run would send", () => {
  const call = {
    tenantId: 1,
    agentName: "workflow-w",
    method: "POST",
    host: "a.example",
    port: 443,
    path: "/v1",
  };
  const outgoing = { action: "call", call } as const;
  const under = (text: string) => createPolicyEngine({ version: 2, hash: policyHash(text), text });
  const approvalsUnder = (text: string) => askOutgoing(under(text), outgoing).approvals;
  test("goes by itself as shipped, and needs one approval, or two, where the policy says so", () => {
    expect(askOutgoing(engine, outgoing).approvals).toBe(0);
    const forbid = (action: string) =>
      `forbid (principal is Countersign::Agent, action == Countersign::Action::"${action}", resource is Countersign::Address) when { resource.host == "a.example" };`;
    const one = `${DEFAULT_POLICY_TEXT}\n@id("asked-first") ${forbid("go_unapproved")}`;
    expect(approvalsUnder(one)).toBe(1);
    expect(approvalsUnder(`${one}\n@id("by-two") ${forbid("go_with_one_approval")}`)).toBe(2);
  });
  test("needs two where the policy is from before it said anything of it, or cannot be read", () => {
    const before = DEFAULT_POLICY_TEXT.replace(/@id\("workflows-go-by-themselves"\)[^;]*;/, "");
    expect(before).not.toContain("go_unapproved");
    expect(approvalsUnder(before)).toBe(2);
    expect(askOutgoing(denyEverything(), outgoing)).toMatchObject({ effect: "deny", approvals: 2 });
  });
});

describe("applying without a person", () => {
  test.each(RISK_TIERS)(
    "L%i is applied only when it is L1 and under a standing authorisation",
    (riskLevel) => {
      const facts = factsOf({ actionType: "note_attachment", riskLevel, impactCents: null });
      expect(askAutoApply(engine, { facts, standingAuthorisation: true }).effect).toBe(
        riskLevel === 1 ? "permit" : "deny",
      );
      expect(askAutoApply(engine, { facts, standingAuthorisation: false })).toMatchObject(
        deny("default-deny"),
      );
    },
  );

  test.each([1, -1, 2_500_000])("a movement of %i cents needs a person even at L1", (impactCents) => {
    const facts = factsOf({ riskLevel: 1, impactCents });
    expect(askAutoApply(engine, { facts, standingAuthorisation: true })).toMatchObject(
      deny("money-needs-a-person"),
    );
  });
});

describe("deciding", () => {
  const combinations = RISK_TIERS.flatMap((riskLevel) =>
    ROLES.flatMap((role) =>
      (["approve", "reject"] as const).map((decision) => ({ riskLevel, role, decision })),
    ),
  );

  test.each(combinations)("at L$riskLevel as $role to $decision", ({ riskLevel, role, decision }) => {
    const answer = askDecide(engine, { person: { ...maria, role }, facts: factsOf({ riskLevel }), decision });
    expect(answer).toMatchObject(mayDecide(role) ? permit("approvers-decide") : deny("viewers-never-decide"));
  });

  test.each(["", "owner", "ADMIN", "admin "])("the unknown role %j decides nothing", (role) => {
    expect(askDecide(engine, { person: { ...maria, role }, facts: factsOf() }).effect).toBe("deny");
  });

  test("an admin of another tenant decides nothing", () => {
    const person = { userId: 7, tenantId: 2, role: "admin" };
    expect(askDecide(engine, { person, facts: factsOf() })).toMatchObject(deny("own-tenant-only"));
  });

  test.each(RISK_TIERS)(
    "the person that the agent spoke for approves alone at L%i only below L4",
    (riskLevel) => {
      const facts = factsOf({ riskLevel, onBehalfOfUserId: maria.userId });
      expect(askDecide(engine, { person: maria, facts })).toMatchObject(
        riskLevel >= 4 ? deny("not-the-only-approver-of-own-proposal") : permit("approvers-decide"),
      );
      expect(askDecide(engine, { person: { ...maria, userId: 8 }, facts }).effect).toBe("permit");
      expect(askDecide(engine, { person: maria, facts, decision: "reject" }).effect).toBe("permit");
    },
  );

  test("the person that the agent spoke for may be one of two approvers", () => {
    const facts = factsOf({ riskLevel: 5, onBehalfOfUserId: maria.userId, requiredApprovals: 2 });
    expect(askDecide(engine, { person: maria, facts }).effect).toBe("permit");
  });

  test("a single operator is not locked out", () => {
    const facts = factsOf({ riskLevel: 5, onBehalfOfUserId: maria.userId, approverCount: 1 });
    expect(askDecide(engine, { person: maria, facts }).effect).toBe("permit");
  });
});

describe("the requirements of an action whose tier is set", () => {
  test.each(RISK_TIERS)("L%i needs a step-up only at L5, and one approver", (riskLevel) => {
    expect(askAfterTier(engine, factsOf({ riskLevel }))).toEqual({
      requiredApprovals: 1,
      requiresStepUp: riskLevel === 5,
      rule: "one-approver-suffices",
    });
  });

  test.each([
    [10_000_000, 1],
    [10_000_001, 2],
    [-10_000_001, 2],
    [null, 2],
  ])("an L5 of %s cents needs %i approvers", (impactCents, requiredApprovals) => {
    expect(askAfterTier(engine, factsOf({ riskLevel: 5, impactCents }))).toMatchObject({ requiredApprovals });
  });

  test("a tenant with one approver is never asked for two", () => {
    const facts = factsOf({ riskLevel: 5, impactCents: null, approverCount: 1 });
    expect(askAfterTier(engine, facts)).toMatchObject({ requiredApprovals: 1, requiresStepUp: true });
  });

  test("L5 steps up although the policy would let it go without", () => {
    const text = '@id("lax") permit (principal, action, resource);';
    const lax = createPolicyEngine({ version: 1, hash: policyHash(text), text });
    expect(askAfterTier(lax, factsOf({ riskLevel: 5 })).requiresStepUp).toBe(true);
    expect(askAfterTier(lax, factsOf({ riskLevel: 4 })).requiresStepUp).toBe(false);
  });

  test("a policy may ask for a step-up lower than L5", () => {
    const text = `${DEFAULT_POLICY_TEXT}
      @id("credit-steps-up") forbid (principal, action == Countersign::Action::"skip_step_up", resource)
      when { resource.actionType == "customer_credit_limit" };`;
    const strict = createPolicyEngine({ version: 2, hash: policyHash(text), text });
    const facts = factsOf({ riskLevel: 4, actionType: "customer_credit_limit" });
    expect(askAfterTier(strict, facts).requiresStepUp).toBe(true);
  });

  test("without a readable policy, two approvers and a step-up are asked for", () => {
    expect(askAfterTier(denyEverything(), factsOf({ riskLevel: 1 }))).toMatchObject({
      requiredApprovals: 2,
      requiresStepUp: true,
    });
  });
});

test("an approved action may be sent at every tier", () => {
  for (const riskLevel of RISK_TIERS)
    expect(askPush(engine, { facts: factsOf({ riskLevel }) }).effect).toBe("permit");
});
