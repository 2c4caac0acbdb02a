import { beforeAll, describe, expect, test } from "vitest";
import type postgres from "postgres";
import { inTenant } from "@/db/client";
import { sqlState } from "@/db/testing/rows";
import type { AuditVerification } from "@/lib/contract/monitoring/audit";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { fillBusyTenant } from "@/lib/gateway/testing/load/busy-tenant";
import { proposals } from "@/lib/gateway/testing/proposals";
import { pastEveryGuard } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { DELIVERY_TAMPERINGS } from "./testing/delivery-tamperings";
import { LEDGER_TAMPERINGS, rehashed } from "./testing/ledger-tamperings";
import { keepCopy } from "./testing/restore";
import { SUBJECT_TAMPERINGS } from "./testing/subject-tamperings";
import { ROW_TAMPERINGS, type Tampering } from "./testing/tamperings";
import { verifyLedger } from "./verify-ledger";
import { sql } from "drizzle-orm";

const world = await useWorld();
const { gateway, admin, owner, superuser } = world;
const ids: Record<string, number> = { tenant: world.tenantId };
let restore: () => Promise<void>;
let intact: AuditVerification;

const full = () => verifyLedger(admin, { mode: "full", head: intact.head! }, gateway);
const statementsOf = ({ sql: text }: Tampering): string[] =>
  [text].flat().map((one) => one.replaceAll(/%(\w+)%/g, (_, name: string) => String(ids[name])));

beforeAll(async () => {
  const fates = await fillBusyTenant(world);
  for (const [fate, { id }] of Object.entries(fates)) ids[fate] = id;
  await sealLedger(gateway);
  await world.propose(proposals.arNote());
  await sealLedger(gateway);
  intact = await verifyLedger(admin, { mode: "full" }, gateway);
  restore = await keepCopy(superuser);
});

const all = [...ROW_TAMPERINGS, ...DELIVERY_TAMPERINGS, ...SUBJECT_TAMPERINGS, ...LEDGER_TAMPERINGS];

test("the untouched ledger is intact, and there are more than forty ways to touch it", () => {
  expect(intact.faults).toEqual([]);
  expect(all.length).toBeGreaterThan(40);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

/** As the tables' owner may at any time: without our triggers. */
async function asOwner(work: (tx: postgres.TransactionSql) => Promise<unknown>): Promise<void> {
  const tables = await owner<{ name: string }[]>`
    SELECT DISTINCT c.relname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace`;
  const toggle = (tx: postgres.TransactionSql, how: string) =>
    tx.unsafe(tables.map(({ name }) => `ALTER TABLE ${name} ${how} TRIGGER USER;`).join(""));
  await owner.begin(async (tx) => {
    await toggle(tx, "DISABLE");
    await work(tx);
    await toggle(tx, "ENABLE");
  });
}

describe("found when the tables' owner does it with the triggers off", () => {
  test.each(all.map((one) => [one.name, one] as const))("%s", async (_, tampering) => {
    try {
      await asOwner(async (tx) => {
        for (const statement of statementsOf(tampering)) await tx.unsafe(statement);
      });
      const { intact: holds, faults } = await full();
      expect(holds).toBe(false);
      expect(faults.map(({ kind }) => kind)).toContain(tampering.finds);
    } finally {
      await restore();
    }
  });
});

describe("refused or found when the app's own role does it", () => {
  test.each(all.map((one) => [one.name, one] as const))("%s", async (_, tampering) => {
    const state = await sqlState(
      inTenant(world.db.database, world.tenantId, async (tx) => {
        for (const statement of statementsOf(tampering)) await tx.execute(sql.raw(statement));
      }).catch((error: { cause?: unknown }) => Promise.reject(error.cause ?? error)),
    );
    // Row-level security lets some statements pass that touch no row.
    if (state !== null) return;
    try {
      const { faults } = await full();
      if (faults.length === 0) await expectUntouched();
      else expect(faults.map(({ kind }) => kind)).toContain(tampering.finds);
    } finally {
      await restore();
    }
  });
});

/** Nothing was found because nothing was changed. */
async function expectUntouched(): Promise<void> {
  const tables = await superuser<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'copies'`;
  for (const { name } of tables) {
    const [now, before] = [
      `SELECT to_jsonb(t)::text FROM public.${name} t`,
      `SELECT to_jsonb(c)::text FROM copies.${name} c`,
    ];
    const left = await superuser.unsafe(`(${now} EXCEPT ${before}) UNION ALL (${before} EXCEPT ${now})`);
    expect(left, name).toHaveLength(0);
  }
}

test("a ledger that was rewritten as a whole, and sealed again with our own key, is found by the exported head alone", async () => {
  try {
    await asOwner(async (tx) => {
      await tx`UPDATE events SET body_text = replace(body_text, 'Ana', 'Bob'), actor_label = replace(actor_label, 'Ana', 'Bob')
        WHERE entity_type = 'proposed_action' AND entity_id = ${ids.applied!}`;
      for (const statement of rehashed(ids.applied!)) await tx.unsafe(statement);
      await tx`UPDATE decisions SET actor_label = 'Bob' WHERE action_id = ${ids.applied!}`;
      await tx`UPDATE proposed_actions SET decided_by_label = 'Bob' WHERE id = ${ids.applied!}`;
      await tx`DELETE FROM audit_checkpoints`;
      await tx`INSERT INTO unsealed_events (event_id, tenant_id) SELECT id, tenant_id FROM events ON CONFLICT DO NOTHING`;
    });
    await sealLedger(gateway);
    await world.propose(proposals.arNote());
    await sealLedger(gateway);
    expect((await full()).faults.map(({ kind }) => kind)).toContain("head_differs");
  } finally {
    await restore();
  }
});

describe("an incremental verification", () => {
  test("reads what changed since, and finds a change without an event by the time of its row", async () => {
    try {
      const { id } = (await world.propose(proposals.arNote())).proposal;
      const before = await verifyLedger(admin, { mode: "since_checkpoint" }, gateway);
      expect(before.faults).toEqual([]);
      await superuser.begin(async (tx) => {
        await tx`ALTER TABLE proposed_actions DISABLE TRIGGER USER`;
        await tx`UPDATE proposed_actions SET expires_at = expires_at + interval '1 hour', updated_at = clock_timestamp()
          WHERE id = ${id}`;
        await tx`ALTER TABLE proposed_actions ENABLE TRIGGER USER`;
      });
      const { faults } = await verifyLedger(admin, { mode: "since_checkpoint" }, gateway);
      expect(faults).toMatchObject([{ kind: "expiry_differs", entity_id: id }]);
    } finally {
      await restore();
    }
  });

  test("begins after no verification that was written past the app, and finds what that one would hide", async () => {
    try {
      const { id } = (await world.propose(proposals.arNote())).proposal;
      await sealLedger(gateway);
      expect((await verifyLedger(admin, { mode: "since_checkpoint" }, gateway)).faults).toEqual([]);
      await superuser.begin(async (tx) => {
        await tx`SET LOCAL session_replication_role = replica`;
        await tx`UPDATE proposed_actions SET impact_cents = 1, updated_at = now() - interval '1 day' WHERE id = ${id}`;
      });
      await inTenant(world.db.database, world.tenantId, (tx) =>
        tx.execute(sql`
          INSERT INTO audit_verifications (tenant_id, mode, started_by_label) VALUES (${world.tenantId}, 'full', 'Adam')`),
      );
      await inTenant(world.db.database, world.tenantId, (tx) =>
        tx.execute(sql`
          UPDATE audit_verifications v SET ended_at = clock_timestamp(), intact = true, head_seq = c.seq,
            marks_json = (SELECT marks_json FROM audit_verifications WHERE intact ORDER BY id DESC LIMIT 1)
          FROM (SELECT max(seq) AS seq FROM audit_checkpoints WHERE tenant_id = ${world.tenantId}) c
          WHERE v.id = (SELECT max(id) FROM audit_verifications)`),
      );
      const { faults } = await verifyLedger(admin, { mode: "since_checkpoint" }, gateway);
      expect(faults).toMatchObject([{ kind: "row_differs", entity_id: id }]);
    } finally {
      await restore();
    }
  });

  test("reads less than a full one: of the actions, those alone of which something changed since", async () => {
    try {
      // It looks back some minutes behind the last one.
      await pastEveryGuard(superuser, async (tx) => {
        for (const table of ["proposed_actions", "ns_pending_pushes"])
          await tx`UPDATE ${tx(table)} SET updated_at = updated_at - interval '10 minutes'`;
      });
      const before = await verifyLedger(admin, { mode: "full" }, gateway);
      expect(before.faults).toEqual([]);
      const [old] = await owner<{ actions: number; events: number; checkpoints: number }[]>`
        SELECT count(DISTINCT entity_id)::int AS actions, count(*)::int AS events,
          (SELECT count(*)::int FROM audit_checkpoints WHERE tenant_id = ${world.tenantId}) AS checkpoints
        FROM events WHERE tenant_id = ${world.tenantId} AND entity_type = 'proposed_action'`;
      expect(old!.actions).toBeGreaterThan(10);
      await world.propose(proposals.arNote());
      const { checked, faults } = await verifyLedger(admin, { mode: "since_checkpoint" }, gateway);
      expect(faults).toEqual([]);
      expect(checked).toEqual({
        chains: before.checked.chains - old!.actions + 1,
        events: before.checked.events - old!.events + 1,
        checkpoints: before.checked.checkpoints - old!.checkpoints,
      });
    } finally {
      await restore();
    }
  });
});
