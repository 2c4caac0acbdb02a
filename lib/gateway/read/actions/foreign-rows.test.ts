import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { listActions } from "./list-actions";
import { readAction } from "./read-actions";

/** A proposal that the app's database role wrote in no form of ours stands in nobody's way. */

const world = await useWorld();
const { approver, gateway, tenantId } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());

const columns =
  `action_type agent_id correlation_id created_at effects entity_ref entity_type evidence_json expires_at facts_json
  facts_read_at impact_cents impact_currency input_fingerprint marks payload_hash payload_json payload_text policy_hash
  policy_rule policy_version reason record_ref request_hash required_approvals requires_step_up tenant_id`.split(
    /\s+/,
  );

/** Copies a lawful proposal with other values, as the role may. */
const forge = (id: number, values: Record<string, string>) =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    await tx.unsafe(`
      INSERT INTO proposed_actions (${columns.join(", ")})
      SELECT ${columns.map((name) => values[name] ?? name).join(", ")} FROM proposed_actions WHERE id = ${id}`);
  });
const list = async () => (await listActions(approver, { status: "pending", limit: 50 }, gateway)).items;
const listed = async () => (await list()).map(({ id }) => id);

test.each([
  ["a payload without changes", { payload_json: `'{"changes": 5}'`, payload_text: `'{"changes": 5}'` }],
  ["a payload that is no JSON", { payload_text: `'}'` }],
  ["no facts", { facts_json: "'null'" }],
])("a row with %s does not end the list", async (_what, values) => {
  const { proposal } = await world.propose(proposals.arNote());
  await forge(proposal.id, values);
  expect(await listed()).toContain(proposal.id);
});

test("a whole row can be opened, though the ledger has no event of it", async () => {
  const { proposal } = await world.propose(proposals.arNote());
  await forge(proposal.id, {});
  const forged = (await list()).find(({ id }) => id > proposal.id)!;
  expect(await readAction(approver, forged.id, gateway)).toMatchObject({
    id: forged.id,
    status: "pending",
    timeline: [],
  });
});

test.each(["'280000-01-01'", "'2400-01-01'", "'4000-01-01 BC'", "clock_timestamp() + interval '1 hour'"])(
  "no row was made at %s",
  async (at) => {
    const { proposal } = await world.propose(proposals.arNote());
    await expect(forge(proposal.id, { created_at: at, expires_at: "'2450-01-01'" })).rejects.toThrow();
    expect(await listed()).toContain(proposal.id);
  },
);
