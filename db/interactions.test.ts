import { describe, expect, test } from "vitest";
import {
  INTERACTION_STATUSES,
  INTERACTION_TRANSITIONS,
  INTERACTION_TYPES,
  type InteractionStatus,
  PAUSE_STATUSES,
  PAUSE_TRANSITIONS,
  type PauseStatus,
} from "@/lib/core/interaction/interaction";
import { seedTenant, sqlState } from "./testing/rows";
import { useSuperuser, useTestDatabase } from "./testing/use-test-database";

const db = await useTestDatabase();
const superuser = useSuperuser(db);
const mine = await seedTenant(db);
const theirs = await seedTenant(db);
const checkViolated = "23514";

const [question] = await db.owner<{ id: number }[]>`
  SELECT id FROM hil_interactions WHERE tenant_id = ${mine.tenantId}`;
const [answer] = await db.owner<{ id: number }[]>`
  SELECT id FROM hil_responses WHERE tenant_id = ${mine.tenantId}`;
const [pause] = await db.owner<{ id: number }[]>`
  SELECT id FROM workflow_execution_pauses WHERE tenant_id = ${mine.tenantId}`;
const ids = {
  hil_interactions: question!.id,
  hil_responses: answer!.id,
  workflow_execution_pauses: pause!.id,
};

/** Puts the row into `before` past every guard, tries `change` with all of them on, and undoes both. */
async function attempt(table: keyof typeof ids, before: string, change: string): Promise<string | null> {
  let state: string | null = null;
  await superuser
    .begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await tx.unsafe(`UPDATE ${table} SET ${before} WHERE id = ${ids[table]}`);
      await tx`SET LOCAL session_replication_role = origin`;
      state = await sqlState(
        tx.savepoint((inner) => inner.unsafe(`UPDATE ${table} SET ${change} WHERE id = ${ids[table]}`)),
      );
      throw new Error("undone on purpose");
    })
    .catch((error: Error) => {
      if (error.message !== "undone on purpose") throw error;
    });
  return state;
}

const questionFields = (status: InteractionStatus) =>
  `status = '${status}', ended_at = ${status === "pending" ? "NULL" : "'2026-01-01'"},
   responded_at = ${status === "responded" ? "'2026-01-01'" : "NULL"},
   response_data = ${status === "responded" || status === "timeout" ? "'{}'" : "NULL"},
   cancelled_by_label = ${status === "cancelled" ? "'Ana'" : "NULL"}`;
const pauseFields = (status: PauseStatus) =>
  `status = '${status}', resumed_at = ${status === "resumed" ? "'2026-01-01'" : "NULL"},
   resume_reason = ${status === "resumed" ? "'human_response'" : "NULL"}`;

describe("a question moves as its table says and in no other way, every pair", () => {
  for (const from of INTERACTION_STATUSES)
    for (const to of INTERACTION_STATUSES.filter((status) => status !== from)) {
      const allowed = INTERACTION_TRANSITIONS[from].includes(to);
      test(`a question to people, ${from} → ${to}: ${allowed ? "allowed" : "refused"}`, async () => {
        const state = await attempt("hil_interactions", questionFields(from), questionFields(to));
        expect(state === null, String(state)).toBe(allowed);
        if (state !== null) expect(["CS001", "CS002"]).toContain(state);
      });
    }
});

describe("a pause ends once, every pair", () => {
  for (const from of PAUSE_STATUSES)
    for (const to of PAUSE_STATUSES.filter((status) => status !== from)) {
      const allowed = PAUSE_TRANSITIONS[from].includes(to);
      test(`a pause of a run, ${from} → ${to}: ${allowed ? "allowed" : "refused"}`, async () => {
        const state = await attempt("workflow_execution_pauses", pauseFields(from), pauseFields(to));
        expect(state === null, String(state)).toBe(allowed);
        if (state !== null) expect(["CS001", "CS002"]).toContain(state);
      });
    }
});

test("a question, a pause and an answer keep every column, but for those that their life moves", async () => {
  const movable = {
    hil_interactions: [
      "asked",
      "cancelled_by_label",
      "ended_at",
      "next_escalation_at",
      "next_reminder_at",
      "reminders_sent",
      "responded_at",
      "response_data",
      "status",
      "updated_at",
      "used_at",
      "warning_sent",
    ],
    hil_responses: [
      "human_verification_notes",
      "human_verified",
      "human_verified_at",
      "human_verified_by",
      "human_verified_by_label",
    ],
    workflow_execution_pauses: ["resume_data", "resume_reason", "resumed_at", "status"],
  };
  for (const [table, moves] of Object.entries(movable)) {
    const columns = await db.owner<{ name: string; type: string }[]>`
      SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
      WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attidentity = '' ORDER BY 1`;
    const kept: string[] = [];
    for (const { name, type } of columns) {
      const change = `${name} = ${other(name, type)}`;
      const state = await attempt(table as keyof typeof ids, "tenant_id = tenant_id", change);
      if (state === "CS001") kept.push(name);
    }
    expect(kept, table).toEqual(columns.map(({ name }) => name).filter((name) => !moves.includes(name)));
  }
});

/** Another value of the column. */
function other(name: string, type: string): string {
  switch (type) {
    case "boolean":
      return `NOT coalesce(${name}, false)`;
    case "timestamp with time zone":
      return `coalesce(${name}, now()) + interval '1 hour'`;
    case "jsonb":
      return `jsonb_build_object('was', ${name})`;
    case "text":
      return `coalesce(${name}, '') || 'x'`;
    default:
      return `coalesce(${name}, 0) + 1`;
  }
}

describe("the tables of the reference document", () => {
  test.each([
    [
      "hil_interactions",
      "id workflow_id execution_id node_id user_id interaction_type channel_type status request_data response_data \
       timeout_seconds timeout_at warning_sent created_at updated_at responded_at workflow_context",
    ],
    [
      "hil_responses",
      "id raw_payload source_channel received_at matched_interaction_id ai_relevance_score ai_reasoning \
       ai_classification processed processed_at human_verified human_verification_notes created_at",
    ],
    [
      "workflow_execution_pauses",
      "id execution_id node_id pause_reason pause_data resume_conditions resume_reason resume_data status \
       paused_at resumed_at hil_interaction_id",
    ],
  ])("%s has its columns, and ids are bigint", async (table, columns) => {
    const rows = await db.owner<{ name: string; type: string }[]>`
      SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_name = ${table}`;
    const types = new Map(rows.map(({ name, type }) => [name, type]));
    for (const name of columns.split(/\s+/)) {
      expect(types.has(name), name).toBe(true);
      if (/(^|_)id$/.test(name) && name !== "node_id") expect(types.get(name), name).toBe("bigint");
    }
  });

  test("their checks and indexes have its names", async () => {
    const rows = await db.owner<{ name: string }[]>`
      SELECT conname AS name FROM pg_constraint UNION ALL SELECT indexname FROM pg_indexes`;
    const names = rows.map(({ name }) => name);
    const checks = "status interaction_type channel_type pause_status pause_reason";
    const indexes =
      "hil_interactions_status hil_interactions_timeout hil_interactions_workflow hil_interactions_user \
       hil_responses_processed hil_responses_interaction workflow_pauses_status workflow_pauses_execution \
       workflow_pauses_hil";
    for (const name of checks.split(" ")) expect(names).toContain(`valid_${name}`);
    for (const name of indexes.split(/\s+/)) expect(names).toContain(`idx_${name}`);
  });

  test.each([
    ["a pause has a reason of the document's", "pause_reason = 'lunch'"],
    ["a pause is active, resumed or cancelled", "status = 'over'"],
    ["a pause ends by an answer, by its time or by hand", "resume_reason = 'luck'"],
    ["a resumed pause says when and why", "status = 'resumed'"],
  ])("%s", async (_rule, change) => {
    const refused = superuser.begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await tx.unsafe(`UPDATE workflow_execution_pauses SET ${change} WHERE id = ${pause!.id}`);
    });
    expect(await sqlState(refused)).toBe(checkViolated);
  });
});

describe("what a question holds is as the reference document says", () => {
  test.each([
    ["a question is an approval, an input, a selection or a review", "interaction_type = 'vote'"],
    ["a question goes out by a channel that there is", "channel_type = 'fax'"],
    ["a question is pending, responded, timeout or cancelled", "status = 'answered', ended_at = now()"],
    [
      "a question waits for 60 seconds at least",
      "timeout_seconds = 59, timeout_at = created_at + interval '59 s'",
    ],
    [
      "a question waits for a day at most",
      "timeout_seconds = 86401, timeout_at = created_at + interval '86401 s'",
    ],
    ["its time runs from its beginning", "timeout_at = timeout_at + interval '1 s'"],
    ["a default is there for the action that takes it", "timeout_action = 'default_response'"],
    ["an answered question has its answer", "status = 'responded', responded_at = now(), ended_at = now()"],
    ["a question asks somebody", "responders = '[]'"],
    ["nobody uses an open question", "used_at = now()"],
  ])("%s", async (_rule, change) => {
    const refused = superuser.begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await tx.unsafe(`UPDATE hil_interactions SET ${change} WHERE id = ${question!.id}`);
    });
    expect(await sqlState(refused)).toBe(checkViolated);
  });

  test("every kind of question is taken", async () => {
    for (const type of INTERACTION_TYPES)
      expect(
        await sqlState(
          superuser.begin(async (tx) => {
            await tx`SET LOCAL session_replication_role = replica`;
            await tx`UPDATE hil_interactions SET interaction_type = ${type} WHERE id = ${question!.id}`;
          }),
        ),
      ).toBeNull();
  });

  test.each([
    [0.7, "relevant"],
    [0.69, "uncertain"],
    [0.31, "uncertain"],
    [0.3, "filtered"],
  ])("a score of %d is %s, and nothing else", async (score, expected) => {
    for (const classification of ["relevant", "uncertain", "filtered"]) {
      const written = superuser.begin(async (tx) => {
        await tx`SET LOCAL session_replication_role = replica`;
        await tx`UPDATE hil_responses SET ai_relevance_score = ${score}, ai_classification = ${classification}
          WHERE id = ${answer!.id}`;
      });
      expect(await sqlState(written)).toBe(classification === expected ? null : checkViolated);
    }
  });
});

describe("the two lists of the reference document", () => {
  const asTenant = <Row>(tenantId: number, work: (tx: typeof db.owner) => Promise<Row[]>): Promise<Row[]> =>
    superuser.begin(async (tx) => {
      await tx`SET LOCAL ROLE countersign_app`;
      await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
      return work(tx as never);
    }) as Promise<Row[]>;

  test("open questions are listed oldest first, for one person or for all, of one's own company alone", async () => {
    await db.owner`
      INSERT INTO hil_interactions (tenant_id, user_id, asked_by_label, interaction_type, request_data, responders,
        asked, created_at, timeout_at, request_hash)
      SELECT ${mine.tenantId}, ${mine.userId}, 'Pat', 'approval', '{"message":"!"}', r::jsonb, 1,
        now() - interval '2 min', now() + interval '58 min', 'x'
      FROM unnest(ARRAY['[{"user_id":1}]', '[{"role":"steward"}]']) AS r`;
    const pending = (user: number | null, limit: number) =>
      asTenant(
        mine.tenantId,
        (tx) => tx<{ interaction_id: number }[]>`
          SELECT interaction_id::int, interaction_type, request_data, timeout_at, created_at
          FROM get_pending_hil_interactions(${user}, ${limit})`,
      );
    const all = await pending(null, 50);
    expect(all).toHaveLength(3);
    expect(all.at(-1)!.interaction_id).toBe(question!.id);
    expect(await pending(null, 2)).toEqual(all.slice(0, 2));
    // The seeded person is an admin: asked for by the role, and the one who asked the other two.
    expect(await pending(mine.userId, 50)).toEqual(all);
    expect(await pending(theirs.userId, 50)).toEqual([]);
  });

  test("overdue questions are listed for a given time, the longest overdue first", async () => {
    const at = (time: Date) =>
      asTenant(
        mine.tenantId,
        (tx) => tx<{ interaction_id: number; timeout_at: Date }[]>`
          SELECT interaction_id, timeout_at FROM get_expired_hil_interactions(${time})`,
      );
    expect(await at(new Date())).toEqual([]);
    const overdue = await at(new Date(Date.now() + 2 * 3_600_000));
    expect(overdue.length).toBeGreaterThan(0);
    // Each company has questions that are overdue by then, and sees its own.
    const of = async (tenantId: number) =>
      (
        await db.owner<{ id: number }[]>`SELECT id::int FROM hil_interactions WHERE tenant_id = ${tenantId}`
      ).map(({ id }) => id);
    expect(await of(theirs.tenantId)).not.toEqual([]);
    expect(overdue.map(({ interaction_id: id }) => Number(id)).toSorted()).toEqual(
      (await of(mine.tenantId)).toSorted(),
    );
    expect(overdue.map(({ timeout_at: time }) => time.getTime())).toEqual(
      overdue.map(({ timeout_at: time }) => time.getTime()).sort((a, b) => a - b),
    );
  });
});
