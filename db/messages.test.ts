import { expect, test } from "vitest";
import { MESSAGE_STATES, MESSAGE_TRANSITIONS, type MessageState } from "@/lib/core/message/message";
import { seedTenant, sqlState } from "./testing/rows";
import { useSuperuser, useTestDatabase } from "./testing/use-test-database";

const db = await useTestDatabase();
const superuser = useSuperuser(db);
const { tenantId } = await seedTenant(db);

const columns: Record<MessageState, string> = {
  due: "next_at = now(), lease_until = NULL",
  sending: "lease_until = now()",
  sent: "external_id = 'm', lease_until = NULL",
  unknown: "lease_until = NULL",
  failed: "lease_until = NULL",
  closed: "lease_until = NULL",
};

/** Puts the message into `from` past every guard, tries to move it on, and undoes both. */
async function move(from: MessageState, to: MessageState): Promise<string | null> {
  let state: string | null = null;
  const undone = new Error("undone on purpose");
  await superuser
    .begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await tx.unsafe(
        `UPDATE channel_messages SET state = '${from}', ${columns[from]} WHERE tenant_id = ${tenantId}`,
      );
      await tx`SET LOCAL session_replication_role = origin`;
      state = await sqlState(
        tx.savepoint((inner) =>
          inner.unsafe(
            `UPDATE channel_messages SET state = '${to}', ${columns[to]} WHERE tenant_id = ${tenantId}`,
          ),
        ),
      );
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return state;
}

test("a message goes from state to state as its table says, every pair", async () => {
  for (const from of MESSAGE_STATES)
    for (const to of MESSAGE_STATES.filter((state) => state !== from)) {
      const allowed = MESSAGE_TRANSITIONS[from].includes(to);
      expect(await move(from, to), `${from} → ${to}`).toBe(allowed ? null : "CS002");
    }
});

test("an account of a provider belongs to one company while it is open", async () => {
  const other = await seedTenant(db);
  const connect = () => db.owner`
    INSERT INTO channel_accounts (tenant_id, kind, external_id, label, opened_at, opened_by_label)
    VALUES (${other.tenantId}, 'slack', ${`T${tenantId}`}, 'Slack', now(), 'Pat')`;
  expect(await sqlState(connect())).toBe("23505");
  await db.owner`UPDATE channel_accounts SET state = 'closed', closed_at = now() WHERE tenant_id = ${tenantId}`;
  expect(await sqlState(connect())).toBeNull();
});

test("names of messages are 22 characters of base64url, and different", async () => {
  const rows = await db.owner<
    { ref: string }[]
  >`SELECT new_message_ref() AS ref FROM generate_series(1, 500)`;
  expect(new Set(rows.map(({ ref }) => ref)).size).toBe(500);
  for (const { ref } of rows) expect(ref).toMatch(/^[A-Za-z0-9_-]{22}$/);
});
