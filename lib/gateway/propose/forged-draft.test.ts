import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { TRIVIAL_ACTION_TYPES } from "@/lib/action-types/registry";
import { signForNotes } from "@/lib/gateway/testing/decisions";
import { approve } from "@/lib/gateway/testing/deliver";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();
const { admin, tenantId } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());

let mails = 0;
const mailTo = async (to: string) => {
  const fields = { to, subject: "Your account", body: `Please look at it, ${++mails}.` };
  const changes = Object.entries(fields).map(([field, value]) => ({ field, to: value }));
  const draft = {
    action_type: "email_draft",
    entity_type: "customer",
    entity_ref: "Coastal Pantry",
    changes,
  };
  return (await world.propose(draft)).proposal;
};
const writeDraft = (of: { id: number; payload_hash: string }, to: string) =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    await tx`INSERT INTO email_drafts (tenant_id, action_id, action_key, payload_hash, customer_ref, to_text, subject, body)
      VALUES (${tenantId}, ${of.id}, ${`key-${of.id}-${to}`}, ${of.payload_hash}, 'Coastal Pantry', ${to}, 'Hello', 'x')`;
  });

test("a draft that the database's role writes makes no stranger a known recipient, nor beside a genuine one", async () => {
  await signForNotes(world, admin, { actionTypes: [...TRIVIAL_ACTION_TYPES] });
  const stranger = "stranger@elsewhere.example";
  const waiting = await mailTo(stranger);
  expect(waiting).toMatchObject({ risk_level: 3, status: "pending" });
  await writeDraft(waiting, stranger);
  expect(await mailTo(stranger)).toMatchObject({ risk_level: 3, status: "pending" });
  const known = "known@coastal.example";
  const first = await mailTo(known);
  await approve(world, first);
  expect(await world.push((await world.pushOf(first.id)).id)).toEqual({ outcome: "applied" });
  expect(await mailTo(known)).toMatchObject({ risk_level: 1, status: "approved" });
  await writeDraft(first, stranger);
  expect(await mailTo(stranger)).toMatchObject({ risk_level: 3, status: "pending" });
});
