import { expect, test } from "vitest";
import { addPerson } from "./access/people/add-person";
import { listPeople } from "./access/people/list-people";
import { createAgent } from "./access/agents/create-agent";
import { readAccount } from "./access/account/read-account";
import { enforceRetention } from "./controls/retention/enforce-retention";
import { readLane } from "./controls/read-lane";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { bulkDecide } from "./decide/bulk-decide";
import { reconcilePushes } from "./deliver/repair/reconcile-pushes";
import { dispatchOutbox } from "./dispatch-outbox";
import { listActions } from "./read/actions/list-actions";
import { readAction } from "./read/actions/read-actions";
import { readDeadLetters } from "./read/state/read-dead-letters";
import { readOverview } from "./read/state/read-overview";
import { amendmentsOf } from "./testing/amendments";
import { proposals } from "./testing/proposals";
import { useWorld } from "./testing/use-world";

const world = await useWorld({ database: { poolMax: 1 } });
const verbs = amendmentsOf(world);
const { admin, approver, gateway } = world;
const note = async () => (await world.propose(proposals.arNote())).proposal;

/** Over a pool of one connection, a verb that asks for a second one inside a transaction waits for itself for ever. */
const uses: Record<string, () => Promise<unknown>> = {
  "proposing, editing and withdrawing": async () => {
    const spokenFor = await world.home.agent("spoken-for", approver.userId);
    const { proposal } = await world.propose(proposals.arNote(), spokenFor);
    const edited = await verbs.edit(proposal, { changes: [{ field: "note", to: "Another promise." }] });
    await verbs.withdraw(edited.id);
  },
  "approving, writing, undoing and re-proposing": async () => {
    const { proposal } = await world.propose(proposals.bidPrice());
    await verbs.apply(proposal);
    const undo = await verbs.undo(proposal.id);
    await world.decide(admin, undo);
    await verbs.cancel(undo.id);
    await verbs.repropose(undo.id);
  },
  "deciding many at once": async () => {
    const items = [await note(), await note()].map(({ id, payload_hash }) => ({ id, payload_hash }));
    await bulkDecide(approver, { decision: "reject", items }, gateway);
  },
  "reading pages": async () => {
    const { id } = await note();
    await readAction(approver, id, gateway);
    await listActions(approver, { status: "all", limit: 50 }, gateway);
    await readOverview(approver, gateway);
    await readDeadLetters(admin, { replayed: "false", limit: 25 }, gateway);
    await readLane(admin, gateway);
  },
  "changing people, agents and switches": async () => {
    await addPerson(admin, { name: "Nora", email: "nora@example.com", role: "viewer" }, gateway);
    await listPeople(admin, gateway);
    await readAccount(approver, gateway);
    const limits = { proposals_per_minute_max: 10, pending_max: 10 };
    const creating = await steppedUp(world.owner, admin, "create_agent", "second");
    await createAgent(creating, { name: "second", on_behalf_of: null, ...limits }, gateway);
    for (const engaged of [true, false])
      await flipSwitch(world.owner, admin, { name: "ns_writes", engaged, reason: "a test" }, gateway);
  },
  "sweeping and verifying": async () => {
    await dispatchOutbox(world.tenantId, gateway);
    await reconcilePushes(gateway);
    await enforceRetention(gateway);
    await verbs.expectIntact();
  },
};

test.each(Object.entries(uses))("%s takes no second connection inside a transaction", async (_name, use) => {
  await expect(use()).resolves.not.toThrow();
});
