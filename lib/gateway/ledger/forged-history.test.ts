import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { inTenant } from "@/db/client";
import type { UnredactedDetail } from "@/lib/contract/actions/action-view";
import { readAction } from "@/lib/gateway/read/actions/read-actions";
import { mintEditToken } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { sealLedger } from "./seal-ledger";

/** Events of known types that the app's database role appends in somebody's name, read by whoever decides next. */

const world = await useWorld();
const { approver, gateway, tenantId } = world;
const strange = { text: "Not written by Countersign: verify the ledger", actor: "unknown" };

const forge = (id: number, type: string, details: object) =>
  inTenant(world.db.database, tenantId, (tx) =>
    tx.execute(sql`
      SELECT append_event(${tenantId}, 'proposed_action', ${id}, ${type}, 'person', 'Adam',
        ${JSON.stringify(details)}::jsonb)`),
  );
const timelineOf = async (id: number) =>
  ((await readAction(approver, id, gateway)) as UnredactedDetail).timeline;

const said = "I checked it with the customer";
test.each([
  ["hitl.vote_recorded", { approvals: 1, required_approvals: 2, comment: said }],
  ["hitl.extended", { expires_at: "2027-01-01T00:00:00Z", reason: said }],
  ["hitl.cancelled", { comment: said }],
])("%s without the app's seal says nothing in a colleague's name", async (type, details) => {
  const { id } = (await world.propose(proposals.arNote())).proposal;
  await forge(id, type, details);
  expect((await timelineOf(id)).at(-1)).toMatchObject(strange);
});

test("an unsealed event says nothing after its checkpoint either, nor under another key, and genuine ones say what they did", async () => {
  const { proposal } = await world.propose(proposals.bigCreditRevoke());
  const { id } = proposal;
  await world.decide(approver, proposal, { editToken: await mintEditToken(world, approver, proposal) });
  await forge(id, "hitl.vote_recorded", { approvals: 2, required_approvals: 2, comment: said });
  await sealLedger(gateway);
  const [proposed, voted, forged, ...more] = await timelineOf(id);
  expect(more).toEqual([]);
  expect(proposed!.text).toContain("Proposed by");
  expect(voted!.text).toContain("approved (1 of 2)");
  expect(forged).toMatchObject(strange);
  // Nothing of before can be judged again: it is believed as its checkpoint found it.
  vi.stubEnv("COUNTERSIGN_SECRET_KEY", randomBytes(32).toString("base64"));
  try {
    expect(await timelineOf(id)).toEqual([proposed, voted, forged]);
  } finally {
    vi.unstubAllEnvs();
  }
});
