import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";
import { amendmentsOf } from "@/lib/gateway/testing/amendments";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { beginForEvent } from "./events";

/** Which runs an event of an action begins. */

const runs = await useRuns();
const { owner, gateway, approver, tenantId, publish, start, world } = runs;
const one = "steps: [{ id: hi, tool: transform, with: { value: 1 } }]";
const runsOf = (workflow: string) =>
  owner<{ id: number }[]>`
    SELECT r.id FROM runs r JOIN workflows f ON f.id = r.workflow_id WHERE f.name = ${workflow} ORDER BY r.id`;

test("begins none a second time where its delivery is repeated after the trigger has moved in the text", async () => {
  const text = (first: string) => `workflow: moves\non:\n${first}  - { event: proposal.superseded }\n${one}`;
  await publish(text(""));
  const { proposal } = await world.propose(proposals.arNote());
  await amendmentsOf(world).edit(proposal, { changes: [{ field: "note", to: "Another" }] }, approver);
  const begin = () => beginForEvent("proposal.superseded", tenantId, proposal.id, gateway);
  await begin();
  expect(await runsOf("moves")).toHaveLength(1);
  await publish(text('  - { schedule: "0 6 1 1 *" }\n  - { event: proposal.expired }\n'));
  expect(await begin()).toEqual({ begun: 0 });
  // So does a run that a former release began, which knew a trigger by its place.
  await owner`ALTER TABLE runs DISABLE TRIGGER USER`;
  await owner`
    UPDATE runs SET trigger_ref = ${`2/proposal.superseded/${proposal.id}`}
    WHERE id = ${(await runsOf("moves"))[0]!.id}`;
  await owner`ALTER TABLE runs ENABLE TRIGGER USER`;
  expect(await begin()).toEqual({ begun: 0 });
});

test("begins a run for each trigger that waits for it, of one workflow too", async () => {
  await publish(`workflow: twice
on:
- { event: proposal.cancelled, inputs: { n: 1 } }
- { event: proposal.cancelled, inputs: { n: 2 } }
inputs: { type: object, properties: { n: { type: integer } } }
${one}`);
  const { proposal } = await world.propose(proposals.arNote());
  await withdrawProposal(world.agent, proposal.id, gateway);
  expect(await beginForEvent("proposal.cancelled", tenantId, proposal.id, gateway)).toEqual({ begun: 2 });
  expect(await beginForEvent("proposal.cancelled", tenantId, proposal.id, gateway)).toEqual({ begun: 0 });
});

test("begins the runs of the others where one workflow is over its own runs a minute, and that one's later", async () => {
  const on = "on: { event: proposal.cancelled }";
  await publish(`workflow: busy\n${on}\nlimits: { runs_per_minute: 1 }\n${one}`);
  await publish(`workflow: waits\n${on}\n${one}`);
  const ids = [];
  for (let count = 0; count < 2; count += 1) {
    const { proposal } = await world.propose(proposals.arNote());
    await withdrawProposal(world.agent, proposal.id, gateway);
    ids.push(proposal.id);
  }
  const begin = (id: number) => beginForEvent("proposal.cancelled", tenantId, id, gateway);
  await begin(ids[0]!);
  await expectRefusal(begin(ids[1]!), "rate_limited");
  expect(await runsOf("busy")).toHaveLength(1);
  expect(await runsOf("waits")).toHaveLength(2);
  await owner`DELETE FROM quota_buckets WHERE tenant_id = ${tenantId}`;
  expect(await begin(ids[1]!)).toEqual({ begun: 1 });
  expect(await runsOf("busy")).toHaveLength(2);
});

test.each(["57P01", "XX000"])(
  "begins the runs of the others where the database fails with %s for one, and that one's when the engine asks again",
  async (code) => {
    const [lost, kept] = [`lost-${code.toLowerCase()}`, `kept-${code.toLowerCase()}`];
    for (const name of [lost, kept])
      await publish(`workflow: ${name}\non: { event: proposal.superseded }\n${one}`);
    const { proposal } = await world.propose(proposals.arNote());
    await amendmentsOf(world).edit(proposal, { changes: [{ field: "note", to: "Another" }] }, approver);
    await owner.unsafe(`
      CREATE FUNCTION lose_run() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.workflow_id = (SELECT id FROM workflows WHERE name = '${lost}') THEN
          RAISE EXCEPTION 'lost' USING ERRCODE = '${code}';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER lose_run_of_test BEFORE INSERT ON runs FOR EACH ROW EXECUTE FUNCTION lose_run()`);
    const begin = () => beginForEvent("proposal.superseded", tenantId, proposal.id, gateway);
    await expect(begin()).rejects.toThrow();
    await owner.unsafe("DROP TRIGGER lose_run_of_test ON runs; DROP FUNCTION lose_run()");
    expect(await runsOf(lost)).toHaveLength(0);
    expect(await runsOf(kept)).toHaveLength(1);
    expect(await begin()).toEqual({ begun: 1 });
    expect(await runsOf(lost)).toHaveLength(1);
    expect(await runsOf(kept)).toHaveLength(1);
  },
);

test("is done with where a workflow cannot read it: asking again would end in the same way", async () => {
  await publish(`workflow: misreads
on: { event: proposal.superseded, inputs: { n: "\${{ event.entity_ref }}" } }
inputs: { type: object, properties: { n: { type: integer } } }
${one}`);
  const { proposal } = await world.propose(proposals.arNote());
  await amendmentsOf(world).edit(proposal, { changes: [{ field: "note", to: "Another" }] }, approver);
  await beginForEvent("proposal.superseded", tenantId, proposal.id, gateway);
  expect(await runsOf("misreads")).toEqual([]);
});

test("begins none of a workflow that was published after it, and one where the text was published anew in between", async () => {
  const { proposal } = await world.propose(proposals.arNote());
  await world.decide(approver, proposal, { decision: "reject", comment: "No" });
  // The engine delivers it late, or somebody with the database's role has it delivered once more.
  const text = `workflow: comes-later\non: { event: proposal.rejected }\n${one}`;
  await publish(text);
  const begin = (id: number) => beginForEvent("proposal.rejected", tenantId, id, gateway);
  await begin(proposal.id);
  expect(await runsOf("comes-later")).toEqual([]);
  const { proposal: next } = await world.propose(proposals.arNote());
  await world.decide(approver, next, { decision: "reject", comment: "No" });
  await publish(`${text}\ntitle: Another`);
  await begin(next.id);
  expect(await runsOf("comes-later")).toHaveLength(1);
});

test("of an agent's own action begins runs, whichever step the database's role has name that action", async () => {
  await publish(`workflow: listens-well\non: { event: proposal.rejected }\n${one}`);
  await publish("workflow: long\nsteps: [{ id: hi, wait: 5d }]");
  const run = await start("long");
  const { proposal } = await world.propose(proposals.arNote());
  await inTenant(gateway.database, tenantId, (tx) =>
    tx.execute(sql`
      UPDATE steps SET proposed_action_id = ${proposal.id}::bigint
      WHERE tenant_id = ${tenantId} AND run_id = ${run.id}`),
  );
  await world.decide(approver, proposal, { decision: "reject", comment: "No" });
  await beginForEvent("proposal.rejected", tenantId, proposal.id, gateway);
  expect(await runsOf("listens-well")).toHaveLength(1);
});
