import { expect, onTestFinished } from "vitest";
import { editSchema } from "@/lib/contract/actions/amend";
import type { Person } from "@/lib/core/access/principal";
import { cancelAction } from "@/lib/gateway/amend/cancel-action";
import { extendAction } from "@/lib/gateway/amend/extend-action";
import { editAction } from "@/lib/gateway/amend/edit-action";
import { reproposeAction } from "@/lib/gateway/amend/repropose-action";
import { undoAction } from "@/lib/gateway/amend/undo-action";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { withdrawAction } from "@/lib/gateway/amend/withdraw-action";
import { releaseOwnSwitches } from "./release-every-switch";
import { approve } from "./deliver";
import type { World } from "./world";

/** The verbs of a person, as the routes call them. */
export function amendmentsOf(world: World) {
  const { gateway, approver } = world;
  return {
    edit: (
      proposal: { id: number; payload_hash: string },
      input: Record<string, unknown>,
      by: Person = approver,
    ) =>
      editAction(
        by,
        proposal.id,
        editSchema.parse({ payload_hash: proposal.payload_hash, ...input }),
        gateway,
      ),
    repropose: (id: number, by: Person = approver) => reproposeAction(by, id, null, gateway),
    undo: (id: number, reason: string | null = null, by: Person = approver) =>
      undoAction(by, id, reason, gateway),
    withdraw: (id: number, by: Person = approver) => withdrawAction(by, id, null, gateway),
    extend: (id: number, by: Person = approver, reason = "Dana is back on Monday") =>
      extendAction(by, id, reason, gateway),
    cancel: (id: number, by: Person = approver) => cancelAction(by, id, "No longer agreed", gateway),

    async push(id: number) {
      return world.push((await world.pushOf(id)).id);
    },
    /** Approved, written and proven. */
    async apply(proposal: { id: number; payload_hash: string }) {
      await approve(world, proposal);
      expect(await this.push(proposal.id)).toEqual({ outcome: "applied" });
      return proposal;
    },
    async rowOf(id: number) {
      const [row] = await world.owner`SELECT * FROM proposed_actions WHERE id = ${id}`;
      return row!;
    },
    /** The names of an action's events in the outbox. */
    async outboxOf(id: number): Promise<string[]> {
      const rows = await world.owner`
        SELECT event_name FROM outbox WHERE (body_json ->> 'action_id')::bigint = ${id} ORDER BY id`;
      return rows.map((row) => row.event_name as string);
    },
    /** Until the test's end. */
    async engageEverySwitch() {
      const { owner, tenantId } = world;
      await owner`SELECT flip_switch(${tenantId}::bigint, name, true, 'test', 'test') FROM kill_switches
        WHERE tenant_id = ${tenantId}`;
      onTestFinished(() => releaseOwnSwitches(owner, tenantId));
    },
    /** Until the test's end the bid of the proposed price is not its customer's any more. */
    loseBid: () =>
      world.editDuringTest(
        "customer",
        "Driscoll's",
        { custentity_gfs_bid: "B0" },
        { custentity_gfs_bid: "B5875" },
      ),
    /** `but`: kinds of faults that are expected. */
    async expectIntact(but: readonly string[] = []) {
      const { faults } = await verifyLedger(world.admin, { mode: "full" }, gateway);
      // Tests let time run out past the ledger, which an action's next event shows.
      const isClock = ({ kind, text }: (typeof faults)[number]) =>
        kind === "change_unexplained" && text.startsWith("expires_at ");
      expect(faults.filter((fault) => !but.includes(fault.kind) && !isClock(fault))).toEqual([]);
    },
  };
}
