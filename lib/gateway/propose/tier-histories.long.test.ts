import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openOwner } from "@/db/client";
import { useSuperuser, useTestDatabase } from "@/db/testing/use-test-database";
import { ACTION_TYPE_ROWS, actionTypeOf } from "@/lib/action-types/registry";
import { examples } from "@/lib/action-types/testing/read-examples";
import { inBaseCurrency } from "@/lib/action-types/shared/currency";
import { foundCompany } from "@/lib/gateway/access/found-company";

/**
 * No order, type, split, day, agent or currency of the same total effect ends lower than doing it at once. Each history
 * is played in Postgres itself, through the trigger, the claim and raise_tier, under a clock that it moves. A longer run:
 * TIER_HISTORIES=20000 (about ten times as long).
 */

const histories = Number(process.env.TIER_HISTORIES ?? 2_000);

const startAt = new Date("2026-11-23T09:00:00Z");
const db = await useTestDatabase({ actionTypes: ACTION_TYPE_ROWS, clockStartsAt: startAt });
const superuser = useSuperuser(db);
/** One connection in the role that the claim takes: between two roles Postgres plans everything anew. */
const player = openOwner(db.urls.owner, { poolMax: 1 });
afterAll(() => player.end());
await player`SET plan_cache_mode = force_generic_plan`;

/** Tenants whose days begin at different moments of a history. */
const zones = ["UTC", "Pacific/Kiritimati", "America/Los_Angeles", "Asia/Kolkata"];
const tenants: { tenantId: number; userId: number; agents: number[] }[] = [];
for (const [index, timeZone] of zones.entries()) {
  const company = await foundCompany(db.owner, {
    slug: `t${index}`,
    name: timeZone,
    timeZone,
    foundedBy: "test",
  });
  const { userId } = await company.addPerson({ name: "Ana", role: "approver" });
  const one = await company.addAgent({ name: "one" });
  const other = await company.addAgent({ name: "other" });
  tenants.push({ tenantId: company.tenantId, userId, agents: [one.agent.agentId, other.agent.agentId] });
}

/** Plays the steps of a history and returns the tier at which each part was approved. */
await superuser.unsafe(`
GRANT UPDATE ON test_clock.instant TO countersign_owner;
CREATE FUNCTION test_clock.play(h jsonb) RETURNS jsonb LANGUAGE plpgsql AS $play$
DECLARE
  s jsonb;
  v_ids bigint[] := '{}';
  v_tiers jsonb := '{}';
  v_id bigint;
  v_row proposed_actions;
  v_out decide_outcome;
BEGIN
  PERFORM set_config('app.tenant_id', h ->> 'tenant', true);
  FOR s IN SELECT e FROM jsonb_array_elements(h -> 'steps') AS e LOOP
    CASE s ->> 'op'
    WHEN 'wait' THEN
      UPDATE test_clock.instant SET at = at + make_interval(mins => (s ->> 'minutes')::integer);
    WHEN 'propose' THEN
      INSERT INTO proposed_actions (tenant_id, action_type, entity_type, entity_ref, payload_json, payload_text,
        payload_hash, input_fingerprint, precondition_key, facts_read_at, movement_percent, impact_cents, customer_ref,
        sku, location_ref, record_ref, effects, agent_id, correlation_id, request_hash, policy_version, policy_hash,
        policy_rule, expires_at)
      SELECT (h ->> 'tenant')::bigint, r.action_type, 'x', 'x', '{}', '{}', repeat('a', 64), repeat('a', 64),
        r.precondition_key, clock_timestamp(), r.movement_percent, r.impact_cents, r.customer_ref, r.sku,
        r.location_ref, r.record_ref, r.effects, r.agent_id, 'c', repeat('a', 64), 1, repeat('a', 64), 'r',
        clock_timestamp() + interval '3 days'
      FROM jsonb_populate_record(NULL::proposed_actions, s -> 'row') AS r RETURNING id INTO v_id;
      v_ids[(s ->> 'part')::integer] := v_id;
    WHEN 'apply' THEN
      UPDATE proposed_actions SET status = 'applied', applied_at = clock_timestamp(), ns_internal_id = '1'
        WHERE id = v_ids[(s ->> 'part')::integer];
    ELSE
      v_id := v_ids[(s ->> 'part')::integer];
      FOR round IN 1..4 LOOP
        SELECT * INTO v_row FROM proposed_actions WHERE id = v_id;
        IF v_row.risk_level = 5 THEN
          INSERT INTO edit_tokens (tenant_id, user_id, action_id, payload_hash, decision, token_hash, expires_at)
            VALUES (v_row.tenant_id, (h ->> 'user')::bigint, v_id, v_row.payload_hash, 'approve', 'token-' || v_id,
                    clock_timestamp() + interval '5 minutes');
        END IF;
        v_out := decide_action(jsonb_build_object(
          'tenant_id', v_row.tenant_id, 'action_id', v_id, 'decision', 'approve', 'payload_hash', v_row.payload_hash,
          'actor_kind', 'person', 'actor_user_id', h -> 'user', 'actor_label', 'Ana', 'channel', 'api',
          'confirmed', true, 'edit_token_forms', jsonb_build_array('token-' || v_id),
          'policy', jsonb_build_object('version', 1, 'hash', repeat('a', 64), 'rule', 'r'),
          'switches_from_environment', '[]'::jsonb, 'thresholds_version', 1,
          'pushes', jsonb_build_array(jsonb_build_object('action_key', 'k-' || v_id, 'record_key', 'r-' || v_id,
            'record_family', 'f', 'record_unread', false, 'payload', '{}'::jsonb, 'line_no', 1))));
        EXIT WHEN v_out.outcome = 'claimed';
        IF v_out.outcome <> 'tier_raised' THEN
          RAISE EXCEPTION 'a part ended as %', v_out.outcome;
        END IF;
        PERFORM raise_tier(v_id, v_out.risk_level, 1::smallint, v_out.risk_level >= 5, 'r', '{}');
      END LOOP;
      v_tiers := v_tiers || jsonb_build_object(s ->> 'part', v_out.risk_level);
    END CASE;
  END LOOP;
  -- The next history begins on another day: nothing of this one counts there.
  UPDATE ns_pending_pushes SET status = 'cancelled' WHERE action_id = ANY (v_ids);
  UPDATE proposed_actions SET status = 'stale', ended_at = clock_timestamp()
    WHERE id = ANY (v_ids) AND status = 'approved';
  UPDATE test_clock.instant SET at = at + interval '3 days';
  RETURN jsonb_build_object('tiers', v_tiers, 'whole', (
    SELECT tier FROM weigh_risk(jsonb_populate_record(NULL::proposed_actions, h -> 'whole'), 0, true, NULL)));
END $play$;`);

/** The types that move money, by the totals that they share; a new type joins by itself. */
const moving = ACTION_TYPE_ROWS.filter(({ actionType }) => {
  const definition = actionTypeOf(actionType);
  return definition && examples[definition.type].weighed.impactCents !== 0;
});
const groups = [...new Set(moving.map(({ summedAs }) => summedAs))].map((summedAs) => {
  const rows = moving.filter((row) => row.summedAs === summedAs);
  const { weighed } = examples[actionTypeOf(rows[0]!.actionType)!.type];
  const scopes: Scope[] = ["agent"];
  if (weighed.customerRef) scopes.push("customer");
  if (weighed.sku) scopes.push("item");
  if (summedAs.startsWith("inventoryadjustment") || summedAs.startsWith("assemblybuild"))
    scopes.push("location");
  if (summedAs.startsWith("salesorder") || summedAs.startsWith("customer.creditlimit")) scopes.push("record");
  return { rows, scopes };
});
type Scope = "agent" | "customer" | "item" | "location" | "record";

interface Part {
  /** A share of the whole, of 1 to 100. */
  weight: number;
  type: number;
  agent: number;
  currency: number;
  negative: boolean;
  /** Before it is decided, in minutes; at most 22 hours in all. */
  wait: number;
  /** Proposed when its turn to be decided comes, or with the others before. */
  late: boolean;
  applied: boolean;
  rank: number;
}

/** The exchange rates of the currencies in which a part may be proposed, into the tenant's own. */
const rates = [null, "0.7353", "1.0861", "0.0067"];

const part: fc.Arbitrary<Part> = fc.record({
  weight: fc.integer({ min: 1, max: 100 }),
  type: fc.nat(10),
  agent: fc.nat(1),
  currency: fc.nat(rates.length - 1),
  negative: fc.boolean(),
  wait: fc.integer({ min: 0, max: 220 }),
  late: fc.boolean(),
  applied: fc.boolean(),
  rank: fc.nat(1_000),
});
/** Around every default threshold, and between them. */
const wholeCents = fc.oneof(
  ...[50_00, 1_000_00, 5_000_01, 25_000_01].map((at) => fc.integer({ min: at - 5, max: at + 5 })),
  fc.integer({ min: 100, max: 40_000_00 }),
);
const history = fc.record({
  tenant: fc.nat(zones.length - 1),
  group: fc.nat(groups.length - 1),
  scope: fc.nat(4),
  whole: wholeCents,
  movement: fc.integer({ min: 1, max: 90 }),
  sameRecord: fc.boolean(),
  alternatives: fc.boolean(),
  parts: fc.array(part, { minLength: 1, maxLength: 4 }),
});

const move = (rank: number): Part => ({
  weight: rank === 0 ? 1 : 100,
  type: 0,
  agent: 0,
  currency: 0,
  negative: false,
  wait: 0,
  late: true,
  applied: false,
  rank,
});
const movesWithoutMoney = {
  tenant: 0,
  group: groups.findIndex(({ rows }) => rows.some(({ actionType }) => actionType === "bid_price_update")),
  scope: 0,
  whole: 100,
  movement: 50,
  sameRecord: true,
  alternatives: false,
  parts: [move(0), move(1), move(2)],
};

let played = 0;

test(`no way of splitting ends lower than doing it at once, in ${histories} histories`, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (h) => {
      played += 1;
      // Plans made of empty tables would scan full ones.
      if (played % 100 === 1) await superuser`ANALYZE`;
      const { tenantId, userId, agents } = tenants[h.tenant]!;
      const { rows, scopes } = groups[h.group]!;
      const scope = scopes[h.scope % scopes.length]!;
      const name = `h${played}`;
      const same = (of: Scope, index: number) =>
        h.sameRecord && of !== "agent" ? name : of === scope ? name : `${name}-${index}`;
      const total = h.parts.reduce((sum, { weight }) => sum + weight, 0);
      let left = h.whole;
      const shares = h.parts.map(({ weight }, index) => {
        const share = index === h.parts.length - 1 ? left : Math.floor((h.whole * weight) / total);
        left -= share;
        return share;
      });
      const rowOf = (one: Part, index: number, cents: number, movement: number) => {
        const row = rows[one.type % rows.length]!;
        return {
          action_type: row.actionType,
          effects: row.effects,
          impact_cents: one.negative ? -cents : cents,
          movement_percent: movement / 10,
          customer_ref: scopes.includes("customer") ? same("customer", index) : null,
          sku: scopes.includes("item") ? same("item", index) : null,
          location_ref: scopes.includes("location") ? same("location", index) : null,
          record_ref: same("record", index),
          agent_id: scope === "agent" ? agents[0] : agents[one.agent],
          precondition_key: h.alternatives ? name : null,
          facts_read_at: startAt,
          impact_currency: "USD",
          tenant_id: tenantId,
          entity_type: "x",
          entity_ref: "x",
        };
      };
      // Each part is proposed in a currency of its own: its amount there is worth at least its share here.
      const centsOf = (share: number, one: Part) => {
        const rate = rates[one.currency]!;
        if (rate === null) return share;
        const abroad = Math.ceil(share / Number(rate));
        const facts = { currency: "XXX", base_currency: "USD", exchange_rate: rate };
        return inBaseCurrency(weighing(abroad), facts).impactCents!;
      };
      const perPart = Math.floor(h.movement / h.parts.length);
      const movementOf = (index: number) =>
        h.sameRecord ? (index === 0 ? h.movement - perPart * (h.parts.length - 1) : perPart) : 1;

      const order = h.parts.map((one, index) => ({ one, index })).sort((a, b) => a.one.rank - b.one.rank);
      const proposal = ({ one, index }: (typeof order)[number]) => ({
        op: "propose",
        part: index + 1,
        row: rowOf(one, index, centsOf(shares[index]!, one), movementOf(index)),
      });
      const steps = [
        ...h.parts
          .map((one, index) => ({ one, index }))
          .filter(({ one }) => !one.late)
          .map(proposal),
        ...order.flatMap(({ one, index }) => [
          { op: "wait", minutes: one.wait },
          ...(one.late ? [proposal({ one, index })] : []),
          { op: "decide", part: index + 1 },
          ...(one.applied ? [{ op: "apply", part: index + 1 }] : []),
        ]),
      ];
      const whole = rowOf(h.parts[0]!, 0, h.whole, h.sameRecord ? h.movement : 1);
      const alone = { sku: "", customer_ref: "", location_ref: "", record_ref: "", agent_id: 0 };
      const playing = { tenant: tenantId, user: userId, steps, whole: { ...whole, ...alone } };
      const [result] = await player<{ outcome: { tiers: Record<string, number>; whole: number } }[]>`
        SELECT test_clock.play(${player.json(playing as never)}) AS outcome`;
      const { tiers, whole: atOnce } = result!.outcome;
      const highest = Math.max(...Object.values(tiers));
      expect(highest, JSON.stringify({ scope, tiers, atOnce, steps })).toBeGreaterThanOrEqual(atOnce);
    }),
    // Found once by chance: three moves of a price, the first of which moves no money.
    { numRuns: histories, examples: [[movesWithoutMoney]] },
  );
});

function weighing(impactCents: number) {
  return {
    movementPercent: null,
    impactCents,
    basis: null,
    customerRef: null,
    sku: null,
    complete: true,
  };
}
