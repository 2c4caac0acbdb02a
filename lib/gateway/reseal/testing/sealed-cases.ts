import { generateSync } from "otplib";
import type postgres from "postgres";
import { inTenant } from "@/db/client";
import { listSwitches } from "@/db/queries/controls/kill-switches";
import { findPersonalToken } from "@/db/queries/people/identity";
import { insertAccount } from "@/db/queries/pushes/netsuite-accounts";
import { findEngagedSwitch } from "@/db/queries/pushes/pushes";
import { newTotpSecret } from "@/lib/auth/second-factor/totp";
import { proveSecondFactor } from "@/lib/auth/second-factor/second-factor";
import { trustedRole } from "@/lib/auth/session/role-seal";
import { formsOf } from "@/lib/auth/session/tokens";
import { signInByOidc } from "@/lib/auth/sign-in/oidc-sign-in";
import { signIn } from "@/lib/auth/sign-in/sign-in";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { addStandingAuthorisation } from "@/lib/gateway/access/found-company";
import { createNetSuiteAccounts, sealBoundTo } from "@/lib/gateway/netsuite-accounts";
import type { SealedKindName } from "@/lib/gateway/reseal/kinds";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { proposals } from "@/lib/gateway/testing/proposals";
import { judgeSwitches } from "@/lib/gateway/controls/switch-seal";
import type { World } from "@/lib/gateway/testing/world";
import { sealSecret } from "@/lib/secrets/secret-box";
import { type SealedCase, newCompany } from "./sealed-case";
import { sealedChannelAccount, sealedChannelLink } from "./sealed-channel";
import { sealedPasskey } from "./sealed-passkey";
import { sealedPublication } from "./sealed-publication";
import { sealedAttestation } from "./sealed-attestation";
import { sealedWebhookEndpoint } from "./sealed-webhook-endpoint";
import { sealedWebhookKey, sealedWorkflowSecret } from "./sealed-workflow-secret";

/** Each case founds a company of its own. */
export const SEALED_CASES: Record<
  SealedKindName,
  (world: World) => Promise<SealedCase & { tenantId: number }>
> = {
  password: async (world) => {
    const company = await newCompany(world);
    const password = "three unrelated words";
    const person = await company.addPerson({ name: "Ana", role: "viewer", password });
    const other = await company.addPerson({ name: "Otto", role: "viewer", password });
    return {
      tenantId: company.tenantId,
      works: async () => {
        const input = { email: person.email, password, clientAddress: null };
        const tools = { database: world.db.database, wait: async () => {} };
        return (await signIn(input, tools)).outcome === "signed_in";
      },
      ...ofUser(world, "password_hash", person.userId, other.userId),
    };
  },
  totp: async (world) => {
    const company = await newCompany(world);
    const totpSecret = newTotpSecret();
    const person = await company.addPerson({ name: "Ana", role: "viewer", totpSecret });
    const other = await company.addPerson({ name: "Otto", role: "viewer", totpSecret });
    let now = Date.now();
    return {
      tenantId: company.tenantId,
      works: async () => {
        // A code is good once: each time is a minute later.
        now += 60_000;
        const clock = { now: () => new Date(now) };
        const code = generateSync({ secret: totpSecret, epoch: Math.floor(now / 1_000) });
        const proof = { tenantId: company.tenantId, userId: person.userId, code };
        return proveSecondFactor(proof, { clock, database: world.db.database }).then(
          () => true,
          (fault: unknown) => {
            if (fault instanceof AppError && fault.code === "step_up_failed") return false;
            throw fault;
          },
        );
      },
      ...ofUser(world, "totp_secret_encrypted", person.userId, other.userId),
    };
  },
  passkey: sealedPasskey,
  "sign-in": async (world) => {
    const company = await newCompany(world);
    const enter = async (name: string) => {
      const person = await company.addPerson({ name, role: "viewer" });
      const subject = `${name}-${company.tenantId}`;
      const identity = { issuer: "https://idp.example", subject, email: person.email, emailVerified: true };
      const come = () => signInByOidc(identity, { database: world.db.database });
      await come();
      return { person, come };
    };
    const [ana, otto] = [await enter("Ana"), await enter("Otto")];
    return {
      tenantId: company.tenantId,
      works: async () => (await ana.come()).outcome === "signed_in",
      ...ofUser(world, "oidc_seal", ana.person.userId, otto.person.userId),
    };
  },
  role: async (world) => {
    const company = await newCompany(world);
    const actor = await company.addPerson({ name: "Adam", role: "admin" });
    const person = await company.addPerson({ name: "Ana", role: "approver" });
    const token = await company.addToken(person);
    const sealOf = async (userId: number) =>
      (await world.owner`SELECT role_seal FROM memberships WHERE user_id = ${userId}`)[0]!
        .role_seal as string;
    return {
      tenantId: company.tenantId,
      works: async () => {
        const found = await findPersonalToken(world.db.database.sql, formsOf("csp_", token));
        return found !== null && trustedRole(found) === "approver";
      },
      stored: () => sealOf(person.userId),
      // The function that gives roles takes the seal from whoever calls it.
      forge: (app, value) =>
        app`SELECT set_role(${person.userId}, 'approver', ${value}, NULL, NULL, true, ${actor.userId})`,
      another: () => sealOf(actor.userId),
    };
  },
  "administrator-word": sealedAttestation,
  workflow: sealedPublication,
  "workflow-secret": sealedWorkflowSecret,
  "webhook-key": sealedWebhookKey,
  "channel-account": sealedChannelAccount,
  "webhook-endpoint": sealedWebhookEndpoint,
  "channel-link": sealedChannelLink,
  "standing-authorisation": async (world) => {
    const { tenantId, id, propose } = await newSignature(world);
    const other = await newSignature(world);
    const sealOf = async (of: number) =>
      (await world.owner`SELECT seal FROM standing_authorisations WHERE id = ${of}`)[0]!.seal as string;
    return {
      tenantId,
      works: async () => (await propose()) === "approved",
      stored: () => sealOf(id),
      forge: (app, value) => app`UPDATE standing_authorisations SET seal = ${value} WHERE id = ${id}`,
      another: () => sealOf(other.id),
    };
  },
  policy: async (world) => {
    const company = await newCompany(world);
    const { userId } = await company.addPerson({ name: "Adam", role: "admin" });
    const { agent } = await company.addAgent({ name: "agent" });
    const other = await newCompany(world);
    const sealOf = async (tenantId: number) =>
      (
        await world.owner`
        SELECT seal FROM policies WHERE tenant_id = ${tenantId} ORDER BY version DESC LIMIT 1`
      )[0]!.seal as string;
    return {
      tenantId: company.tenantId,
      works: async () => (await noteStatus(world, agent)) === "pending",
      stored: () => sealOf(company.tenantId),
      // The function that publishes takes the seal from whoever calls it.
      forge: (app, value) => app`
        SELECT publish_policy(2, hash, cedar_text, 'x', ${value}, ${userId}) FROM policies WHERE version = 1`,
      another: () => sealOf(other.tenantId),
    };
  },
  thresholds: async (world) => {
    const company = await newCompany(world);
    const { agent } = await company.addAgent({ name: "agent" });
    const other = await newCompany(world);
    const sealOf = async (tenantId: number) =>
      (await world.owner`SELECT seal FROM threshold_versions WHERE tenant_id = ${tenantId}`)[0]!
        .seal as string;
    return {
      tenantId: company.tenantId,
      works: async () => (await noteStatus(world, agent)) === "pending",
      stored: () => sealOf(company.tenantId),
      forge: (app, value) => app`UPDATE threshold_versions SET seal = ${value}`,
      another: () => sealOf(other.tenantId),
    };
  },
  "switch-release": async (world) => {
    const { tenantId, sealOf } = await releasedSwitch(world);
    const other = await releasedSwitch(world);
    return {
      tenantId,
      works: () =>
        inTenant(world.db.database, tenantId, async (tx) => {
          const switches = judgeSwitches(await listSwitches(tx, tenantId));
          return (await findEngagedSwitch(tx, tenantId, ["ns_writes"], [], switches)) === null;
        }),
      stored: sealOf,
      // The function that releases takes the seal from whoever calls it.
      forge: (app, value) => app`
        SELECT flip_switch(${tenantId}, name, false, 'why', 'Ana', flips, ${value}) FROM kill_switches
        WHERE tenant_id = ${tenantId} AND name = 'ns_writes'`,
      another: other.sealOf,
    };
  },
  "netsuite-account": async (world) => {
    const { tenantId } = await newCompany(world);
    const other = await newCompany(world);
    const add = (owner: number) =>
      inTenant(world.db.database, owner, (tx) =>
        insertAccount(tx, owner, {
          strategy: "tba",
          account: "1234567",
          keyPrefix: "abcdef",
          sealed: sealSecret("{}", sealBoundTo(owner)),
          setByLabel: "Adam",
        }),
      );
    await add(tenantId);
    await add(other.tenantId);
    const sealedOf = async (owner: number) =>
      (
        await world.owner`SELECT sealed FROM netsuite_accounts WHERE tenant_id = ${owner} ORDER BY id DESC`
      )[0]!.sealed as string;
    return {
      tenantId,
      works: async () => {
        const { client } = world.account;
        const accounts = createNetSuiteAccounts({
          database: world.db.database,
          environment: { account: "7654321", client, tenantSlug: "nobody", servesAll: false },
          maxConcurrency: 1,
          openClient: () => client,
        });
        return (await accounts.of(tenantId)) !== null;
      },
      stored: () => sealedOf(tenantId),
      forge: async (app, value) => {
        await app`UPDATE netsuite_accounts SET ended_at = clock_timestamp() WHERE tenant_id = ${tenantId}`;
        await app`INSERT INTO netsuite_accounts (tenant_id, strategy, account, key_prefix, sealed, set_by_label)
          VALUES (${tenantId}, 'tba', '1234567', 'abcdef', ${value}, 'Adam')`;
      },
      another: () => sealedOf(other.tenantId),
    };
  },
};

type Column = "password_hash" | "totp_secret_encrypted" | "oidc_seal";

/** A column of a person's row. */
function ofUser({ owner }: World, column: Column, userId: number, otherId: number) {
  const valueOf = async (id: number) =>
    (await owner`SELECT ${owner(column)} AS value FROM users WHERE id = ${id}`)[0]!.value as string;
  return {
    stored: () => valueOf(userId),
    another: () => valueOf(otherId),
    forge: (app: postgres.TransactionSql, value: string) =>
      app`UPDATE users SET ${app(column)} = ${value} WHERE id = ${userId}`,
  };
}

/** A switch that was engaged and released, as the app does it. */
async function releasedSwitch(world: World) {
  const company = await newCompany(world);
  const admin = await company.addPerson({ name: "Adam", role: "admin" });
  for (const engaged of [true, false])
    await flipSwitch(world.owner, admin, { name: "ns_writes", engaged, reason: "why" }, world.gateway);
  const { tenantId } = company;
  const sealOf = async () =>
    (
      await world.owner`
        SELECT release_seal FROM kill_switches WHERE tenant_id = ${tenantId} AND name = 'ns_writes'`
    )[0]!.release_seal as string;
  return { tenantId, sealOf };
}

async function newSignature(world: World) {
  const company = await newCompany(world);
  const { userId, name } = await company.addPerson({ name: "Signe", role: "admin" });
  const { agent } = await company.addAgent({ name: "agent" });
  const id = await addStandingAuthorisation(world.owner, company.tenantId, {
    actionTypes: ["note_attachment"],
    perDayMax: 100,
    policyVersion: 1,
    signedByUserId: userId,
    signedByLabel: name,
    validDays: 30,
  });
  return { tenantId: company.tenantId, id, propose: () => noteStatus(world, agent) };
}

/** The outcome of a trivial proposal; `policy_denied`: no policy that the app published lets it in. */
const noteStatus = (world: World, agent: AgentPrincipal): Promise<string> =>
  world.propose(proposals.noteAttachment(), agent).then(
    ({ proposal }) => proposal.status,
    (fault: unknown) => {
      if (fault instanceof AppError && fault.code === "policy_denied") return fault.code;
      throw fault;
    },
  );
