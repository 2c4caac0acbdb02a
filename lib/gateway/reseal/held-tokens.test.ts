import postgres from "postgres";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openDatabase } from "@/db/client";
import { findAgentKey, findPasswordLink, findPersonalToken } from "@/db/queries/people/identity";
import { formsOf, linkForms, newAgentKey, newPasswordLinkToken } from "@/lib/auth/session/tokens";
import { sha256Hex } from "@/lib/core/ledger/payload-hash";
import { IN_APP_AGENT } from "@/lib/gateway/access/agents/in-app-agent";
import { foundCompany } from "@/lib/gateway/access/found-company";
import { setKillSwitch } from "@/lib/gateway/controls/set-kill-switch";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { mintEditToken } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { keyedHash } from "@/lib/secrets/keyed-hash";
import { HELD_KINDS } from "./held-tokens";
import { linesOf } from "./report-words";
import { checkKeys, resealAll } from "./reseal";
import { newKey, useKeys } from "./testing/secret-keys";

/** Tokens and votes: what cannot be sealed again counts under both keys meanwhile, and is listed. */

// The keys change while the tests run; a process reads its environment once.
vi.mock("@/lib/env", async (load) => {
  const env = await load<typeof import("@/lib/env")>();
  return { ...env, getEnv: () => env.parseEnv(process.env) };
});

const [former, fresh] = [newKey(), newKey()];
const keys = { current: fresh, previous: former };
useKeys(former);
const world = await useWorld();
const { owner, tenantId, approver, admin } = world;
const { sql } = world.db.database;
const database = openDatabase(world.db.urls.owner, { poolMax: 1 });
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => Promise.all([database.end(), app.end()]));
beforeEach(async () => {
  useKeys(former);
  await resealAll({ database, keys: { current: former, previous: fresh } });
});

let companies = 0;
const newCompany = () => {
  companies += 1;
  return foundCompany(owner, { slug: `held-${companies}`, name: `Held ${companies}`, foundedBy: "test" });
};
const agentOf = async (key: string) => (await findAgentKey(sql, formsOf("csa_", key)))?.name ?? null;
const personOf = async (token: string) =>
  (await findPersonalToken(sql, formsOf("csp_", token)))?.email ?? null;
const heldIn = async (slug: string) =>
  (await checkKeys({ database, keys })).held.map((holders) =>
    holders.filter(({ tenant }) => tenant === slug).map(({ holder, tokens }) => `${holder}: ${tokens}`),
  );

describe("while both keys are set", () => {
  test("agents' keys and tokens are listed by who holds them, until each was used once; then the new key suffices", async () => {
    const company = await newCompany();
    const ana = await company.addPerson({ name: "Ana", role: "approver" });
    const [token, unused] = [await company.addToken(ana), await company.addToken(ana)];
    const { key } = await company.addAgent({ name: "pricing" });
    const { agent } = await company.addAgent({ name: "resting" });
    await company.addAgent({ name: IN_APP_AGENT });
    const link = newPasswordLinkToken({ ...ana, issuedByUserId: null, recovers: false });
    await owner`INSERT INTO password_links (tenant_id, user_id, token_hash, expires_at)
      VALUES (${company.tenantId}, ${ana.userId}, ${link.hash}, now() + interval '1 day')`;
    expect(await heldIn(company.slug)).toEqual([
      ["pricing: 1", "resting: 1"],
      [`${ana.email}: 2`],
      [`${ana.email}: 1`],
      [],
      [],
    ]);
    useKeys(fresh);
    expect([await agentOf(key), await personOf(token)]).toEqual([null, null]);
    useKeys(fresh, former);
    await resealAll({ database, keys });
    expect((await findPasswordLink(sql, linkForms(link.token)))?.userId).toBe(ana.userId);
    // Twice at once: one of them moves it.
    expect(await Promise.all([agentOf(key), agentOf(key)])).toEqual(["pricing", "pricing"]);
    expect(await Promise.all([personOf(token), personOf(token)])).toEqual([ana.email, ana.email]);
    expect(await heldIn(company.slug)).toEqual([
      ["resting: 1"],
      [`${ana.email}: 1`],
      [`${ana.email}: 1`],
      [],
      [],
    ]);
    useKeys(fresh);
    expect([await agentOf(key), await personOf(token)]).toEqual(["pricing", ana.email]);
    expect(await personOf(unused)).toBeNull();

    const report = await checkKeys({ database, keys });
    const lines = linesOf(report).join("\n");
    for (const part of [`  resting (${company.slug})`, `  ${ana.email} (${company.slug})`])
      expect(lines).toContain(part);
    for (const secret of [token, key, former.toString("base64"), fresh.toString("base64"), link.hash])
      expect(lines).not.toContain(secret);
    await owner`UPDATE agents SET revoked_at = now() WHERE id = ${agent.agentId}`;
    await owner`UPDATE personal_tokens SET revoked_at = now() WHERE tenant_id = ${company.tenantId}`;
    await owner`UPDATE password_links SET used_at = now() WHERE tenant_id = ${company.tenantId}`;
    expect(await heldIn(company.slug)).toEqual(HELD_KINDS.map(() => []));
  });

  test("a key in the grace of a rotation moves too, in an event of its agent's chain, and the ledger stays intact", async () => {
    const agent = await world.home.agent("graceful");
    const key = newAgentKey();
    await owner.begin(async (tx) => {
      await tx`UPDATE agents SET previous_key_hash = ${key.hash}, previous_key_expires_at = now() + interval '1 hour'
        WHERE id = ${agent.agentId}`;
      await tx`SELECT append_event(${tenantId}::bigint, 'agent', ${agent.agentId}::bigint, 'agent.key_rotated', 'system',
        'test', '{}')`;
    });
    useKeys(fresh, former);
    expect(await agentOf(key.token)).toBe("graceful");
    useKeys(fresh);
    expect(await agentOf(key.token)).toBe("graceful");
    const events = await owner`
      SELECT event_type FROM events WHERE entity_type = 'agent' AND entity_id = ${agent.agentId} ORDER BY seq`;
    expect(events.map((event) => event.event_type as string)).toEqual([
      "agent.created",
      "agent.key_rotated",
      "agent.key_resealed",
    ]);
    expect((await verifyLedger(admin, { mode: "full" }, world.gateway)).faults).toEqual([]);
  });

  test("a hash from before keys had ids opens, and moves to the form of the current key", async () => {
    const company = await newCompany();
    const ana = await company.addPerson({ name: "Ana", role: "viewer" });
    const token = await company.addToken(ana);
    const bare = keyedHash("token", sha256Hex(token));
    await owner`UPDATE personal_tokens SET token_hash = ${bare} WHERE user_id = ${ana.userId}`;
    expect((await heldIn(company.slug))[1]).toEqual([`${ana.email}: 1`]);
    useKeys(fresh, former);
    expect(await personOf(token)).toBe(ana.email);
    const [row] = await owner`SELECT token_hash FROM personal_tokens WHERE user_id = ${ana.userId}`;
    expect(row!.token_hash).toBe(formsOf("csp_", token)[0]);
  });

  describe("somebody with a token of their own, who holds the app's database role, opens nothing with it by", () => {
    const attack = async (
      act: (
        tx: postgres.TransactionSql,
        own: string,
        chief: { userId: number; hash: string },
      ) => Promise<unknown>,
    ) => {
      const company = await newCompany();
      const ana = await company.addPerson({ name: "Ana", role: "viewer" });
      const { userId } = await company.addPerson({ name: "Chief", role: "admin" });
      const token = await company.addToken(ana);
      const hash = formsOf("csp_", await company.addToken({ ...ana, userId }))[0]!;
      const own = formsOf("csp_", token)[0]!;
      useKeys(fresh, former);
      expect(await personOf(token)).toBe(ana.email);
      await app.begin(async (tx) => {
        await tx`SELECT set_config('app.tenant_id', ${String(company.tenantId)}, true)`;
        await act(tx, own, { userId, hash });
      });
      // Whichever of the keys is set as the current one.
      for (const [current, previous] of [
        [former, fresh],
        [fresh, former],
      ] as const) {
        useKeys(current, previous);
        expect(await personOf(token)).toBeNull();
      }
    };
    const giveTo = (tx: postgres.TransactionSql, userId: number, hash: string) => tx`
      INSERT INTO personal_tokens (tenant_id, user_id, name, token_hash)
      VALUES (current_tenant_id(), ${userId}, 't', ${hash})`;
    const move = (tx: postgres.TransactionSql, from: string, to: string) =>
      tx`SELECT 1 FROM find_personal_token(ARRAY[${to}, ${from}]::text[])`;

    test("writing the form that it had before beside somebody else", () =>
      attack((tx, own, chief) => giveTo(tx, chief.userId, own)));
    /** The app's role reads the hashes of its tenant. */
    const moveAway = async (tx: postgres.TransactionSql) => {
      const [row] = await tx`
        SELECT p.token_hash FROM personal_tokens p JOIN users u ON u.id = p.user_id
        WHERE p.tenant_id = current_tenant_id() AND u.name = 'Ana'`;
      await move(tx, row!.token_hash as string, `nobody's ${row!.token_hash}`);
      return row!.token_hash as string;
    };
    test("moving the row's hash away and writing it beside somebody else", () =>
      attack(async (tx, _own, chief) => giveTo(tx, chief.userId, await moveAway(tx))));
    test("moving the row's hash away and somebody else's to it", () =>
      attack(async (tx, _own, chief) => move(tx, chief.hash, await moveAway(tx))));
  });

  test("an edit token and a step-up from just before the restart are spent", async () => {
    const { proposal } = await world.propose(proposals.bigCreditRevoke());
    const editToken = await mintEditToken(world, approver, proposal);
    const releasing = await steppedUp(owner, admin, "release_switch", "proposed_apply");
    useKeys(fresh, former);
    expect((await world.decide(approver, proposal, { editToken })).outcome).toBe("vote_recorded");
    const input = { name: "proposed_apply", engaged: false, reason: "It is over" } as const;
    await setKillSwitch(admin, { ...input, engaged: true }, world.gateway);
    await setKillSwitch(releasing, input, world.gateway);
  });
});

describe("an approval from before the change", () => {
  const approved = async () => {
    const { proposal } = await world.propose(proposals.arNote());
    await world.decide(approver, proposal);
    return proposal.id;
  };
  const push = async (id: number) => {
    await world.push((await world.pushOf(id)).id);
    return world.pushOf(id);
  };

  test("is counted and sent while the previous key is set, and is a dead letter without it", async () => {
    const before = await checkKeys({ database, keys });
    const [sent, late] = [await approved(), await approved()];
    const report = await checkKeys({ database, keys });
    expect(report.actions).toBe(before.actions + 2);
    expect(report.left).toBeGreaterThanOrEqual(report.actions);
    const [tenant] = await owner`SELECT slug FROM tenants WHERE id = ${tenantId}`;
    expect(report.actionNames).toEqual(
      expect.arrayContaining([`${sent} of ${tenant!.slug}`, `${late} of ${tenant!.slug}`]),
    );
    useKeys(fresh, former);
    await push(sent);
    expect(await world.statusOf(sent)).toBe("applied");
    expect((await checkKeys({ database, keys })).actions).toBe(before.actions + 1);
    await resealAll({ database, keys });
    useKeys(fresh);
    expect(await push(late)).toMatchObject({
      status: "dead",
      last_error_json: { code: "PROPOSAL_UNPROVEN" },
    });
    expect(await world.commitsOf(late)).toEqual([]);
  });

  test("of two people, with a vote under each key, is sent; the open vote was counted before", async () => {
    const before = (await checkKeys({ database, keys })).actions;
    const { proposal } = await world.propose(proposals.bigCreditRevoke());
    expect((await checkKeys({ database, keys })).actions).toBe(before + 1);
    const vote = async (person: typeof approver) =>
      world.decide(person, proposal, { editToken: await mintEditToken(world, person, proposal) });
    expect((await vote(approver)).outcome).toBe("vote_recorded");
    expect((await checkKeys({ database, keys })).actions).toBe(before + 1);
    useKeys(fresh, former);
    expect((await vote(admin)).outcome).toBe("claimed");
    await push(proposal.id);
    expect(await world.statusOf(proposal.id)).toBe("applied");
  });

  test("that was made with the new key does not need the previous one", async () => {
    const before = (await checkKeys({ database, keys })).actions;
    useKeys(fresh, former);
    await approved();
    expect((await checkKeys({ database, keys })).actions).toBe(before);
  });
});
