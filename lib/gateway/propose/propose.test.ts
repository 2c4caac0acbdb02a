import { describe, expect, test } from "vitest";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { type RiskTier, tierMeaning } from "@/lib/core/action/risk-tier";
import { ALWAYS_DENIED_ACTION_TYPES } from "@/lib/policy/default-policy.cedar";
import { proposals } from "@/lib/gateway/testing/proposals";
import { outcomeOf, refusalOf } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();
const { owner } = world;

const countActions = async () =>
  (await owner<{ n: number }[]>`SELECT count(*)::int AS n FROM proposed_actions`)[0]!.n;
const hour = 3_600;

/** The refusal, after making sure that nothing was stored. */
async function refusalTo(input: Record<string, unknown>, by?: AgentPrincipal, key: string | null = null) {
  const before = await countActions();
  const error = await refusalOf(world.propose(input, by ?? world.agent, key));
  expect(await countActions()).toBe(before);
  return error;
}

describe("a proposal is refused and nothing is stored", () => {
  test("where `from` is not the live value, which the answer names", async () => {
    const error = await refusalTo(proposals.bidPrice("1.48", "1.40"));
    expect(error).toMatchObject({
      code: "from_mismatch",
      status: 422,
      members: { live: [{ field: "price", value: "1.42" }] },
      issues: [{ path: "changes[0].from" }],
    });
  });
  test("where NetSuite has no such record", async () => {
    for (const input of [
      proposals.arNote({ entity_ref: "Nobody & Sons" }),
      proposals.bidPrice("1.43", "1.42", { entity_ref: "99999" }),
    ]) {
      expect(await refusalTo(input)).toMatchObject({
        code: "record_missing",
        status: 422,
        issues: [{ path: "entity_ref" }],
      });
    }
  });
  test("for an action type that nobody knows", async () => {
    expect(await refusalTo(proposals.arNote({ action_type: "launch_rocket" }))).toMatchObject({
      code: "unknown_action_type",
      status: 422,
      issues: [{ path: "action_type" }],
    });
  });
  test.each(ALWAYS_DENIED_ACTION_TYPES)(
    "for %s, which no agent may propose whatever its confidence",
    async (action_type) => {
      const error = await refusalTo(proposals.arNote({ action_type }));
      expect(error).toMatchObject({
        code: "policy_denied",
        status: 403,
        members: { policy: { version: 1, rule: "always-denied-class" } },
      });
    },
  );
  test.each<[string, Record<string, unknown>, string]>([
    ["a field the type does not have", { changes: [{ field: "colour", to: "red" }] }, "changes[0].field"],
    [
      "a value that is no decimal",
      { changes: [{ field: "price", from: "1.42", to: "a lot" }] },
      "changes[0].to",
    ],
    [
      "a field that is changed twice",
      {
        changes: [
          { field: "price", to: "1.43" },
          { field: "unit_price", to: "1.44" },
        ],
      },
      "changes[1].field",
    ],
    ["nothing to find the bid by", { context: {} }, "context"],
    ["another kind of record", { entity_type: "customer" }, "entity_type"],
    ["a reference of spaces", { entity_ref: "   " }, "entity_ref"],
  ])("for %s, naming the field", async (_what, more, path) => {
    const error = await refusalTo(proposals.bidPrice("1.43", "1.42", more));
    expect(error).toMatchObject({ code: "validation_failed", status: 422 });
    expect(error.issues.map((issue) => issue.path)).toContain(path);
  });
  test("without `from` while NetSuite cannot be read: nobody knows what it would change", async () => {
    await world.account.fault("service_unavailable", { op: "read" });
    const error = await refusalTo(
      proposals.bidPrice("1.43", "1.42", { changes: [{ field: "price", to: "1.43" }] }),
    );
    expect(error).toMatchObject({ code: "validation_failed", issues: [{ path: "changes[0].from" }] });
  });
});

test("a missing `from` is filled with the live value, in one spelling, before the payload is hashed", async () => {
  const without = proposals.bidPrice("1.430", "1.42", { changes: [{ field: "unit_price", to: "1.430" }] });
  const { proposal } = await world.propose(without);
  const [row] =
    await owner`SELECT payload_text, payload_json, payload_hash FROM proposed_actions WHERE id = ${proposal.id}`;
  expect(row!.payload_json.changes).toEqual([{ field: "price", from: "1.42", to: "1.43" }]);
  expect(JSON.parse(row!.payload_text)).toEqual(row!.payload_json);
  expect(row!.payload_hash).toBe(proposal.payload_hash);
  expect((await world.propose(proposals.bidPrice("1.43", 1.42 as never))).proposal.payload_hash).toBe(
    proposal.payload_hash,
  );
});

test("a proposal is written with its first event and its message, and names its policy", async () => {
  const { created, proposal } = await world.propose(proposals.arNote());
  expect(created).toBe(true);
  expect(proposal).toMatchObject({
    status: "pending",
    policy: { version: 1, rule: expect.any(String), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  expect(await world.eventsOf(proposal.id)).toEqual(["hitl.proposed"]);
  expect(await owner`SELECT 1 FROM outbox WHERE event_id = ${`action-${proposal.id}-proposed`}`).toHaveLength(
    1,
  );
});

test("the model and the prompt template's version that an agent sends are read back from the card as they were sent", async () => {
  const sent = { model: "some-model-2026-10 (eu)", prompt_template_version: "pricing/v12+β — 3" };
  const { proposal } = await world.propose(proposals.arNote(sent));
  expect(await world.read(proposal.id)).toMatchObject(sent);
});

describe("an idempotency key", () => {
  test("with the same body answers with the same row, whatever its status is by then", async () => {
    const input = proposals.arNote();
    const first = await world.propose(input, world.agent, "key-1");
    expect(await world.propose(input, world.agent, "key-1")).toEqual({ ...first, created: false });
    await world.decide(world.approver, first.proposal, { decision: "reject" });
    const again = await world.propose(input, world.agent, "key-1");
    expect(again).toMatchObject({ created: false, proposal: { id: first.proposal.id, status: "rejected" } });
  });
  test("with another body conflicts", async () => {
    const { proposal } = await world.propose(proposals.arNote(), world.agent, "key-2");
    expect(await refusalTo(proposals.arNote(), world.agent, "key-2")).toMatchObject({
      code: "idempotency_conflict",
      status: 409,
      members: { id: proposal.id },
    });
  });
  test("is each agent's own", async () => {
    const input = proposals.arNote();
    const mine = await world.propose(input, world.agent, "key-3");
    const theirs = await world.propose(input, await world.home.agent("other-agent"), "key-3");
    expect(theirs.created).toBe(true);
    expect(theirs.proposal.id).not.toBe(mine.proposal.id);
  });
  test("used ten times at once makes one row, and every answer is that row", async () => {
    for (let round = 0; round < 5; round += 1) {
      const input = proposals.arNote();
      const results = await Promise.all(
        Array.from({ length: 10 }, () => world.propose(input, world.agent, `race-${round}`)),
      );
      expect(results.filter(({ created }) => created)).toHaveLength(1);
      expect(new Set(results.map(({ proposal }) => proposal.id)).size).toBe(1);
    }
  });
  test("used at once with different bodies: one row, and a conflict for the others", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () =>
        outcomeOf(world.propose(proposals.arNote(), world.agent, "race-of-bodies")),
      ),
    );
    expect(outcomes.filter(({ value }) => value?.created)).toHaveLength(1);
    expect(outcomes.filter(({ error }) => error?.code === "idempotency_conflict")).toHaveLength(5);
  });
});

describe("an agent's limits", () => {
  let agents = 0;
  const limited = async (limits: Partial<AgentPrincipal>) => ({
    ...(await world.home.agent(`limited-${(agents += 1)}`)),
    ...limits,
  });
  test("per minute: one too many is refused with the time to come back", async () => {
    const agent = await limited({ proposalsPerMinuteMax: 3 });
    for (let count = 0; count < 3; count += 1) await world.propose(proposals.arNote(), agent);
    const error = await refusalTo(proposals.arNote(), agent);
    expect(error).toMatchObject({ code: "rate_limited", status: 429 });
    expect(error.retryAfterSeconds).toBeGreaterThanOrEqual(1);
    expect(error.retryAfterSeconds).toBeLessThanOrEqual(60);
  });
  test("per minute: holds for requests at once", async () => {
    const agent = await limited({ proposalsPerMinuteMax: 5 });
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => outcomeOf(world.propose(proposals.arNote(), agent))),
    );
    expect(outcomes.filter(({ value }) => value?.created)).toHaveLength(5);
    expect(outcomes.filter(({ error }) => error?.code === "rate_limited")).toHaveLength(15);
  });
  test("a repeat under its idempotency key is answered even at the limit", async () => {
    const agent = await limited({ proposalsPerMinuteMax: 1 });
    const input = proposals.arNote();
    const first = await world.propose(input, agent, "key");
    expect(await world.propose(input, agent, "key")).toEqual({ ...first, created: false });
  });
  test("per minute: refused tries count, and a wrong value to start from counts five times", async () => {
    const agent = await limited({ proposalsPerMinuteMax: 12 });
    const guess = (from: string) => refusalTo(proposals.bidPrice("1.43", from), agent);
    expect(await guess("1.41")).toMatchObject({ code: "from_mismatch" });
    expect(await guess("1.40")).toMatchObject({ code: "from_mismatch" });
    expect(await refusalTo({ ...proposals.arNote(), action_type: "no_such_type" }, agent)).toMatchObject({
      code: "unknown_action_type",
    });
    await world.propose(proposals.arNote(), agent);
    const refused = await refusalTo(proposals.arNote(), agent);
    expect(refused).toMatchObject({ code: "rate_limited", members: { "violated-policies": ["agent"] } });
  });
  test("of the tenant: shared by its agents, and one that is out of its own tries costs the others none", async () => {
    const home = await world.addTenant();
    const few = { ...world.gateway, quotas: { ...world.gateway.quotas, tenantProposalsPerMinute: 4 } };
    const [greedy, modest] = [await home.agent("greedy"), await home.agent("modest")];
    const own = { ...greedy, proposalsPerMinuteMax: 2 };
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => outcomeOf(world.propose(proposals.arNote(), own, null, few))),
    );
    expect(outcomes.filter(({ value }) => value?.created)).toHaveLength(2);
    for (let count = 0; count < 2; count += 1) await world.propose(proposals.arNote(), modest, null, few);
    const refused = await outcomeOf(world.propose(proposals.arNote(), modest, null, few));
    expect(refused.error).toMatchObject({ members: { "violated-policies": ["tenant"] } });
  });
  test("waiting for a decision: deciding makes room", async () => {
    const agent = await limited({ pendingMax: 2 });
    const { proposal } = await world.propose(proposals.arNote(), agent);
    await world.propose(proposals.arNote(), agent);
    expect(await refusalTo(proposals.arNote(), agent)).toMatchObject({
      code: "too_many_pending",
      status: 429,
    });
    await world.decide(world.approver, proposal, { decision: "reject" });
    await world.propose(proposals.arNote(), agent);
  });
});

describe("time to decide", () => {
  const secondsOf = async (input: Record<string, unknown>) => {
    const { proposal } = await world.propose(input);
    const [row] = await owner`
      SELECT risk_level, round(extract(epoch FROM expires_at - created_at))::int AS seconds FROM proposed_actions WHERE id = ${proposal.id}`;
    return row;
  };
  const month = { expires_in_seconds: 30 * 24 * hour };
  test.each([
    [1, proposals.noteAttachment(), proposals.noteAttachment(month), 72],
    [2, proposals.arNote(), proposals.arNote(month), 72],
    [3, proposals.bidPrice("1.43"), proposals.bidPrice("1.43", "1.42", month), 48],
    [4, proposals.creditLimit(), proposals.creditLimit(60_500, month), 24],
    [5, proposals.creditRevoke(), proposals.creditRevoke(month), 24],
  ])(
    "is the full time of L%i by default, and at most, however long was asked for",
    async (risk_level, input, longer, hours) => {
      expect(await secondsOf(input)).toEqual({ risk_level, seconds: hours * hour });
      expect(await secondsOf(longer)).toEqual({ risk_level, seconds: hours * hour });
      const [row] = await owner`SELECT extract(epoch FROM full_time(${risk_level}))::int AS seconds`;
      expect(row).toEqual({ seconds: tierMeaning(risk_level as RiskTier).fullTimeSeconds });
    },
  );
  test("is the requested time, where a shorter one was requested", async () => {
    expect(await secondsOf(proposals.arNote({ expires_in_seconds: 60 }))).toEqual({
      risk_level: 2,
      seconds: 60,
    });
  });
  test("is told by the answer, also where it was shortened", async () => {
    const { proposal } = await world.propose(proposals.creditLimit(61_000, month));
    const [row] = await owner`SELECT expires_at FROM proposed_actions WHERE id = ${proposal.id}`;
    expect(proposal.expires_at).toBe((row!.expires_at as Date).toISOString());
  });
  test("is set with the tier, and no statement of the app prolongs it before the row is sealed either", async () => {
    const { proposal } = await world.propose(proposals.arNote({ expires_in_seconds: 60 }));
    const { sql } = world.gateway.database;
    await expect(
      sql.begin(async (tx) => {
        await tx`SELECT set_config('app.tenant_id', ${String(world.tenantId)}, true)`;
        const [inserted] = await tx<{ id: number }[]>`
          INSERT INTO proposed_actions (tenant_id, action_type, entity_type, entity_ref, payload_json, payload_text,
            payload_hash, input_fingerprint, facts_read_at, impact_cents, agent_id, correlation_id, request_hash,
            policy_version, policy_hash, policy_rule, expires_at)
          SELECT tenant_id, action_type, entity_type, entity_ref, payload_json, payload_text, payload_hash,
            input_fingerprint, facts_read_at, impact_cents, agent_id, 'late', request_hash, policy_version,
            policy_hash, policy_rule, now() + interval '30 days'
          FROM proposed_actions WHERE id = ${proposal.id} RETURNING id`;
        const { id } = inserted!;
        const [row] = await tx<{ hours: number }[]>`
          SELECT extract(epoch FROM expires_at - created_at)::float8 / 3600 AS hours FROM proposed_actions WHERE id = ${id}`;
        expect(row!.hours).toBe(72);
        await tx`UPDATE proposed_actions SET expires_at = expires_at + interval '1 minute' WHERE id = ${id}`;
      }),
    ).rejects.toMatchObject({ code: "42501" });
  });
});
