import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { exportLedger } from "@/lib/gateway/ledger/export-ledger";
import { proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { verifyLedger } from "./verify-ledger";

/** A text that the app writes nowhere is one subject's fault: everything else is sealed and verified as before. */

const world = await useWorld();
const { admin, gateway, tenantId } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());
const asRole = (statement: string) =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    await tx.unsafe(statement);
  });
const appendTo = (id: number, details: string) =>
  asRole(
    `SELECT append_event(${tenantId}, 'proposed_action', ${id}, 'draft.marked', 'person', 'Ana', ${details})`,
  );

test.each([
  ["a number beyond every number of JavaScript", `'{"x": 1e999, "seal": "00"}'`],
  ["thousands of objects within each other", `(repeat('{"a":', 5500) || '1' || repeat('}', 5500))::jsonb`],
])("%s in an event ends neither sealing nor verification, and is found", async (_what, details) => {
  const { id } = await proposeAndApprove(world, proposals.arNote());
  await appendTo(id, details);
  await proposeAndApprove(world, proposals.arNote({ entity_ref: "Two Rivers Commissary" }));
  expect(await sealLedger(gateway)).toBeGreaterThan(0);
  const { intact, faults } = await verifyLedger(admin, { mode: "full" }, gateway);
  expect(intact).toBe(false);
  expect(faults.filter((fault) => fault.entity_id === id).map(({ kind }) => kind)).toContain("act_unsealed");
  expect(faults.every((fault) => fault.kind === "act_unsealed")).toBe(true);
  expect((await new Response(exportLedger(admin, gateway).stream).text()).length).toBeGreaterThan(0);
});

test.each([
  [
    "a subject",
    `SELECT append_event(${tenantId}, 'person', 9223372036854775806, 'person.x', 'person', 'Ana', '{}')`,
  ],
  [
    "a row",
    `INSERT INTO outbox (id, tenant_id, event_name, event_id, body_json) OVERRIDING SYSTEM VALUE
     VALUES (9223372036854775800, ${tenantId}, 'x', 'x', '{}')`,
  ],
])("%s gets no number that the app could not read", async (_what, statement) => {
  // Of a table whose numbers the role does not write it is not asked at all.
  const code = expect.stringMatching(/^(23514|42501)$/) as string;
  await expect(asRole(statement)).rejects.toMatchObject({ code });
});
