import { type OwnerSql, openDatabase, openOwner } from "@/db/client";
import type { ClaimRequest } from "@/db/queries/actions/decide";
import type { StoredSwitch } from "@/db/queries/controls/kill-switches";
import { foundCompany } from "@/lib/gateway/access/found-company";
import { createDetachedGateway } from "@/lib/gateway/context";
import { bootstrapDatabase } from "@/db/bootstrap";
import { migrateDatabase } from "@/db/migrate";
import { ACTION_TYPE_ROWS } from "@/lib/action-types/registry";
import { canonicalText, sha256Hex } from "@/lib/core/ledger/payload-hash";
import { pushRequestsOf } from "@/lib/gateway/deliver/push-request";
import { sealVote } from "@/lib/gateway/ledger/seals/vote-seal";
import { judgeSwitches } from "@/lib/gateway/controls/switch-seal";
import type { RestletClient } from "@/lib/destinations/netsuite/restlet-client";

export interface Pending {
  id: number;
  payload_hash: string;
}

export type BenchCompany = Awaited<ReturnType<typeof openBenchCompany>>;

/** A tenant with `count` pending notes: even ones for the verb, odd ones, ready as requests, for pgbench. */
export async function openBenchCompany(superuserUrl: string, count: number) {
  const passwords = { owner: "owner", app: "app", engine: "engine" };
  const urls = await bootstrapDatabase(superuserUrl, "bench", passwords);
  await migrateDatabase(urls.owner, ACTION_TYPE_ROWS);
  const owner = openOwner(urls.owner, { poolMax: 2 });
  const database = openDatabase(urls.app, { poolMax: 16 });
  const company = await foundCompany(owner, { slug: "bench", name: "Bench", foundedBy: "bench" });
  const person = await company.addPerson({ name: "Ana", role: "approver" });
  const { agent } = await company.addAgent({ name: "bench" });
  await insertPending(owner, company, { agentId: agent.agentId, userId: person.userId, count });

  let offset = 0;
  const netsuite = new Proxy({} as RestletClient, {
    get: () => () => Promise.reject(new Error("deciding asks nothing of NetSuite")),
  });
  return {
    appUrl: urls.app,
    /** The person's own, for asking over HTTP. */
    personalToken: await company.addToken(person),
    person,
    gateway: createDetachedGateway({ database, netsuite, internal: () => netsuite }),
    /** Tokens of so many more people. */
    addWatchers: async (people: number): Promise<string[]> => {
      const tokens: string[] = [];
      for (let at = 0; at < people; at++)
        tokens.push(
          await company.addToken(await company.addPerson({ name: `Watcher ${at}`, role: "viewer" })),
        );
      return tokens;
    },
    /** The next pending actions, for the verb; pgbench takes from the other half. */
    takePending: async (limit: number): Promise<Pending[]> => {
      const rows = await owner<Pending[]>`
        SELECT id, payload_hash FROM proposed_actions WHERE id % 2 = 0 ORDER BY id OFFSET ${offset} LIMIT ${limit}`;
      offset += limit;
      return [...rows];
    },
    /** @throws Error where a decision was lost or made twice. */
    assertAllClaimed: async (): Promise<void> => {
      const [row] = await owner`SELECT
        (SELECT count(*)::int FROM proposed_actions WHERE status = 'approved') AS approved,
        (SELECT count(*)::int FROM decisions WHERE outcome = 'claimed') AS decisions,
        (SELECT count(*)::int FROM ns_pending_pushes) AS pushes,
        (SELECT count(*)::int FROM events WHERE entity_type = 'proposed_action') AS events`;
      if (Object.values(row!).some((rows) => rows !== count)) {
        throw new Error(`${count} decisions were made, but the tables say ${JSON.stringify(row)}`);
      }
    },
    close: () => Promise.all([database.end(), owner.end()]),
  };
}

/** So many pending notes of the one company there is, past the verbs. */
export async function insertNotes(owner: OwnerSql, count: number): Promise<void> {
  const [company] = await owner<{ tenantId: number; agentId: number; version: number; hash: string }[]>`
    SELECT t.id AS "tenantId", p.version, p.hash,
      (SELECT min(id) FROM agents a WHERE a.tenant_id = t.id) AS "agentId"
    FROM tenants t JOIN policies p ON p.tenant_id = t.id
    ORDER BY t.id, p.version DESC LIMIT 1`;
  await insertRows(owner, company!, count);
  // By itself the server would do so within a minute, and plan for an empty table until then.
  await owner`ANALYZE proposed_actions`;
}

async function insertRows(
  owner: OwnerSql,
  { tenantId, agentId, version, hash }: { tenantId: number; agentId: number; version: number; hash: string },
  count: number,
): Promise<void> {
  const payloads = Array.from({ length: count }, (_, index) => {
    const payload = {
      action_type: "ar_note",
      entity_type: "customer",
      entity_ref: `Customer ${index}`,
      changes: [{ field: "note", to: `Promised to pay invoice ${10_000 + index} by Friday` }],
      context: {},
    };
    const text = canonicalText(payload);
    return { payload, text, hash: sha256Hex(text) };
  });
  for (let from = 0; from < count; from += 1_000) {
    const part = payloads.slice(from, from + 1_000);
    await owner`
      INSERT INTO proposed_actions (tenant_id, action_type, entity_type, entity_ref, payload_json, payload_text,
        payload_hash, input_fingerprint, facts_read_at, impact_cents, agent_id, correlation_id, request_hash,
        policy_version, policy_hash, policy_rule, expires_at)
      SELECT ${tenantId}, 'ar_note', 'customer', t::jsonb ->> 'entity_ref', t::jsonb, t,
        h, h, now(), 0, ${agentId}, 'bench', h,
        ${version}, ${hash}, 'bench', now() + interval '1 day'
      FROM unnest(${part.map((one) => one.text)}::text[], ${part.map((one) => one.hash)}::text[]) AS p (t, h)`;
  }
}

async function insertPending(
  owner: OwnerSql,
  { tenantId, policy }: Awaited<ReturnType<typeof foundCompany>>,
  { agentId, userId, count }: { agentId: number; userId: number; count: number },
): Promise<void> {
  await insertRows(owner, { tenantId, agentId, ...policy }, count);
  await owner`CREATE TABLE bench_requests (n bigint PRIMARY KEY, request jsonb NOT NULL)`;
  await owner`CREATE SEQUENCE bench_next`;
  await owner`GRANT SELECT ON bench_requests TO countersign_app`;
  await owner`GRANT USAGE ON SEQUENCE bench_next TO countersign_app`;
  const rows = await owner<(Pending & { payload_text: string })[]>`
    SELECT id, payload_text, payload_hash FROM proposed_actions WHERE id % 2 = 1 ORDER BY id`;
  const stored = await owner<StoredSwitch[]>`
    SELECT id, tenant_id AS "tenantId", name, engaged, flips, release_seal AS "releaseSeal" FROM kill_switches
    WHERE tenant_id = ${tenantId} OR tenant_id IS NULL`;
  const switches = judgeSwitches(stored);
  for (const [index, row] of rows.entries()) {
    const vote = { tenantId, actionId: row.id, payloadHash: row.payload_hash, riskLevel: 2 } as const;
    const request: ClaimRequest = {
      tenant_id: tenantId,
      action_id: row.id,
      decision: "approve",
      payload_hash: row.payload_hash,
      risk_level: vote.riskLevel,
      actor_kind: "person",
      actor_user_id: userId,
      actor_label: "Ana",
      comment: null,
      channel: "api",
      confirmed: false,
      asks_confirmation: false,
      edit_token_forms: null,
      standing_authorisation_id: null,
      policy: { ...policy, rule: "bench" },
      required_approvals: 1,
      requires_step_up: false,
      seal: sealVote({ ...vote, userId, standingAuthorisationId: null }),
      thresholds_version: 1,
      switches_from_environment: [],
      switches_seen: switches,
      words_seen: [],
      unwritten: [],
      pushes: pushRequestsOf({
        tenantId,
        actionId: row.id,
        payloadText: row.payload_text,
        payloadHash: row.payload_hash,
        customerRef: null,
      }),
    };
    await owner`INSERT INTO bench_requests VALUES (${index + 1}, ${owner.json(request as never)})`;
  }
  // Neither side is to pay for a planner that knows nothing yet.
  await owner`ANALYZE`;
}
