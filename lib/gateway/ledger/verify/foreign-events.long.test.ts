import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type TenantTransaction, inTenant } from "@/db/client";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { readAction } from "@/lib/gateway/read/actions/read-actions";
import { proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { exportedFaultsOf, faultsOf } from "./testing/faults-of";

/** Events that the app's database role appends to a lawful chain. */

const world = await useWorld();
const { gateway, approver, tenantId } = world;

const asRole = <T>(work: (tx: TenantTransaction) => Promise<T>) =>
  inTenant(world.db.database, tenantId, work);
const append = (id: number, type: string, actor: [kind: string, label: string], details: object) =>
  asRole((tx) =>
    tx.execute(sql`
      SELECT append_event(${tenantId}, 'proposed_action', ${id}, ${type}, ${actor[0]}, ${actor[1]},
        ${JSON.stringify(details)}::jsonb)`),
  );

describe.each([
  ["of a type that the product does not know", "hitl.confirmed_by_phone"],
  ["of a type that no person causes, in a person's name", "hitl.intake_sealed"],
])("an event %s", (_, type) => {
  test("is a fault of the ledger, and of its exported file", async () => {
    const { id } = await proposeAndApprove(world, proposals.arNote());
    await append(id, type, ["person", "Ana"], { comment: "I checked it" });
    const fault = { kind: "event_foreign", entity_type: "proposed_action", entity_id: id };
    expect(await faultsOf(world, id)).toMatchObject([fault]);
    await sealLedger(gateway);
    expect(await faultsOf(world, id)).toMatchObject([fault]);
    expect(await exportedFaultsOf(world, id)).toMatchObject([fault]);
  });

  test("stands in the history in nobody's name, with none of its words", async () => {
    const { id } = await proposeAndApprove(world, proposals.arNote());
    await append(id, type, ["person", "Ana"], { comment: "I checked it", undo_id: 1 });
    const { timeline } = (await readAction(approver, id, gateway)) as { timeline: object[] };
    expect(timeline.at(-1)).toMatchObject({
      actor: "unknown",
      text: "Not written by Countersign: verify the ledger",
      related_id: null,
    });
    expect(timeline.slice(0, -1).map((entry) => (entry as { actor: string }).actor)).not.toContain("unknown");
  });
});

test.each([
  ["hitl.extended", "{}"],
  ["hitl.applied", "{}"],
  ["push.line_applied", "{}"],
  ["hitl.cancelled", '{"reason": 1e400}'],
  ["hitl.approved", '{"comment": 1e400}'],
  ["hitl.confirmed_by_phone", '{"comment": 1e400}'],
])(
  "an event that no seal could fit, %s of %s, stops neither the verification nor the next checkpoint",
  async (type, details) => {
    const { id } = (await world.propose(proposals.arNote())).proposal;
    await asRole((tx) =>
      tx.execute(sql`
      SELECT append_event(${tenantId}, 'proposed_action', ${id}, ${type}, 'person', 'Ana', ${details}::jsonb)`),
    );
    expect(await faultsOf(world, id)).not.toEqual([]);
    const sealed = await sealLedger(gateway);
    expect(sealed).toBe(1);
    expect(await faultsOf(world, id)).not.toEqual([]);
    expect(await exportedFaultsOf(world, id)).not.toEqual([]);
  },
);
