import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { superuserUrlOf } from "@/db/testing/rows";
import { type TestDatabase, createTestDatabase } from "@/db/testing/test-database";
import { ACTION_TYPE_ROWS } from "@/lib/action-types/registry";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { type Account, openAccount, testCredentials } from "@/netsuite/testing/open-account";
import type { StartedParts } from "../../local/start-product";
import { propose } from "../enact";
import { closeGateway, openGateway } from "../open-gateway";
import { pendingProposals } from "../proposals";
import { type Founded, enactPast } from "./enact-past";

let db: TestDatabase;
let account: Account;
let parts: StartedParts;
let founded: Founded;
const begin = Date.now();
const dayMs = 86_400_000;
beforeAll(async () => {
  db = await createTestDatabase({ actionTypes: ACTION_TYPE_ROWS });
  account = await openAccount();
  const signingKey = Buffer.alloc(32, 7).toString("base64");
  parts = {
    url: "http://localhost",
    superuserUrl: superuserUrlOf(db),
    ownerUrl: db.urls.owner,
    simulatorUrl: account.simulator.url,
    engineUrl: null,
    env: { DATABASE_URL: db.urls.app, COUNTERSIGN_SIGNING_KEY: signingKey },
    secrets: { netsuite: testCredentials } as StartedParts["secrets"],
  };
  // The tests' own connections were opened under the present.
  await db.database.end();
  founded = await enactPast(parts, 30);
});
afterAll(async () => {
  await account.close();
  await db.drop();
});

test("thirty days of history verify intact, in full, by the verbs of the present, and then without reading them again", async () => {
  const gateway = openGateway(parts);
  const admin = founded.members.find(({ person }) => person.role === "admin")!.person;
  const verification = await verifyLedger(admin, { mode: "full" }, gateway);
  expect(verification.faults).toEqual([]);
  expect(verification).toMatchObject({ intact: true });
  const since = await verifyLedger(admin, { mode: "since_checkpoint" }, gateway);
  expect(since.faults).toEqual([]);
  expect(since.checked.chains, "what has not changed is not read again").toBeLessThan(
    verification.checked.chains / 4,
  );
  await closeGateway(gateway);
});

test("they hold every outcome, decisions of two people, and one checkpoint a night", async () => {
  const sql = postgres(parts.superuserUrl!, { max: 1, onnotice: () => {} });
  const outcomes = await sql<{ status: string; count: number }[]>`
    SELECT status, count(*)::int AS count FROM proposed_actions GROUP BY status`;
  const counts = Object.fromEntries(outcomes.map(({ status, count }) => [status, count]));
  expect(counts).toMatchObject({ rejected: 9, expired: 3, stale: 1, superseded: 2 });
  expect(counts.cancelled, "withdrawn ones, and one that NetSuite refused").toBe(3);
  expect(counts.applied).toBeGreaterThan(70);
  expect(counts.approved, "nothing is left on the way").toBeUndefined();
  const [times] = await sql<{ first: Date; last: Date; deciders: number; levels: number }[]>`
    SELECT min(created_at) AS first, max(created_at) AS last, count(DISTINCT decided_by_label)::int AS deciders,
      count(DISTINCT risk_level)::int AS levels FROM proposed_actions`;
  expect(begin - times!.first.getTime()).toBeGreaterThan(28 * dayMs);
  expect(times!.last.getTime()).toBeLessThanOrEqual(Date.now());
  expect(times!.deciders).toBeGreaterThanOrEqual(3);
  expect(times!.levels, "of every tier").toBe(5);
  const [checkpoints] = await sql`SELECT count(*)::int AS count FROM audit_checkpoints`;
  expect(checkpoints!.count).toBeGreaterThanOrEqual(28);
  await sql.end();
});

test("today's proposals are taken, because every record that they start from holds its first value", async () => {
  const gateway = openGateway(parts);
  for (const proposal of pendingProposals()) await propose({ gateway, agents: founded.agents }, proposal);
  await closeGateway(gateway);
});
