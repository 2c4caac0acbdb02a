import postgres from "postgres";
import { onTestFinished } from "vitest";
import { superuserUrlOf } from "@/db/testing/rows";
import { type TestDatabaseOptions, createTestDatabase } from "@/db/testing/test-database";
import type { UnredactedDetail } from "@/lib/contract/actions/action-view";
import type { AnyDetail } from "@/lib/contract/actions/outline";
import { type ProposalInput, type ProposalView, proposalSchema } from "@/lib/contract/actions/proposal";
import { ACTION_TYPE_ROWS } from "@/lib/action-types/registry";
import { AppError } from "@/lib/core/errors";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import type { AgentPrincipal, Person, Role } from "@/lib/core/access/principal";
import type { RestletClientOptions } from "@/lib/destinations/netsuite/restlet-client";
import type { SimulatorOptions } from "@countersign/netsuite-simulator";
import { openAccount } from "@/netsuite/testing/open-account";
import type { DecideCommand } from "@/lib/channels/channel";
import { foundCompany } from "@/lib/gateway/access/found-company";
import { type Gateway, type OutgoingEvent, createDetachedGateway } from "@/lib/gateway/context";
import { ledgerKeysOf } from "@/lib/core/ledger/checkpoint";
import { actionKey } from "@/lib/core/action/action-key";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import { decideAction } from "@/lib/gateway/decide/decide-action";
import { readAction } from "@/lib/gateway/read/actions/read-actions";
import { type ProposeResult, proposeAction } from "@/lib/gateway/propose/propose-action";

/**
 * A small company on real parts: a migrated Postgres database as the app's role sees it, the simulated NetSuite account
 * over signed HTTP, people of every role and an agent. Events are collected, not sent: tests call the verbs themselves.
 */
export interface WorldOptions {
  simulator?: Partial<SimulatorOptions>;
  client?: Partial<RestletClientOptions>;
  gateway?: Partial<Gateway>;
  database?: TestDatabaseOptions;
}

type Fields = Record<string, unknown>;
type Proposed = (Partial<ProposalInput> & Record<string, unknown>) | ProposalPayload;

let tenants = 0;

export async function openWorld(options: WorldOptions = {}) {
  const db = await createTestDatabase({ actionTypes: ACTION_TYPE_ROWS, ...options.database });
  const account = await openAccount({
    ...(options.simulator ? { simulator: options.simulator } : {}),
    ...(options.client ? { client: options.client } : {}),
  });
  const outgoing: OutgoingEvent[] = [];
  const gateway = createDetachedGateway({
    database: db.database,
    netsuite: account.client,
    sendEvents: async (events) => void outgoing.push(...events),
    random: () => 0,
    ledgerKeys: ledgerKeysOf(Buffer.alloc(32, 7).toString("base64"), undefined),
    ...options.gateway,
  });

  /** Makes an agent of a tenant. */
  const companies = new Map<number, (name: string) => Promise<AgentPrincipal>>();

  async function addTenant() {
    tenants += 1;
    const slug = `tenant-${tenants}-${process.pid}`;
    const company = await foundCompany(db.owner, { slug, name: `Tenant ${tenants}`, foundedBy: "test" });
    const person = (name: string, role: Role): Promise<Person> => company.addPerson({ name, role });
    const agent = async (name: string, onBehalfOfUserId: number | null = null): Promise<AgentPrincipal> => {
      const limits = { proposalsPerMinuteMax: 100_000, pendingMax: 100_000 };
      return (await company.addAgent({ name, onBehalfOfUserId, ...limits })).agent;
    };
    companies.set(company.tenantId, agent);
    return { tenantId: company.tenantId, person, agent };
  }

  const home = await addTenant();
  const approver = await home.person("Ana", "approver");
  const admin = await home.person("Adam", "admin");
  const viewer = await home.person("Vera", "viewer");
  const agent = await home.agent("pricing-agent");

  /** As the verb has it: an equal proposal that waits is answered, another value for its record is refused. */
  const proposeExactly = (
    input: Proposed,
    by: AgentPrincipal = agent,
    idempotencyKey: string | null = null,
    over: Gateway = gateway,
  ): Promise<ProposeResult> => {
    const correlationId = `test-${crypto.randomUUID()}`;
    const request = { input: proposalSchema.parse(input), idempotencyKey, correlationId, traceId: null };
    return proposeAction(by, request, over);
  };

  /** A new proposal: by another agent of the same kind where this one has one waiting for the record. Under a key: exactly. */
  const propose = async (
    input: Proposed,
    by: AgentPrincipal = agent,
    idempotencyKey: string | null = null,
    over: Gateway = gateway,
  ): Promise<ProposeResult> => {
    const result = await proposeExactly(input, by, idempotencyKey, over).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "conflicting_proposal") return null;
      throw error;
    });
    if (result && (result.created || idempotencyKey !== null)) return result;
    const { agentId, name } = await companies.get(by.tenantId)!(
      `${by.name}-${crypto.randomUUID().slice(0, 8)}`,
    );
    return proposeExactly(input, { ...by, agentId, name }, null, over);
  };

  const decide = (
    person: Person,
    proposal: Pick<ProposalView, "id" | "payload_hash">,
    more: Partial<DecideCommand> = {},
    over: Gateway = gateway,
  ) =>
    decideAction(
      person,
      {
        actionId: proposal.id,
        payloadHash: proposal.payload_hash,
        decision: "approve",
        comment: null,
        confirmed: true,
        editToken: null,
        channel: "api",
        ...more,
      },
      over,
    );

  /** Delivers one push. */
  const push = (pushId: number, over: Gateway = gateway) => pushLine(home.tenantId, pushId, over);
  /** The commits in NetSuite under the action's key. */
  const commitsOf = (actionId: number) => account.commits(actionKey(home.tenantId, actionId));
  /** An action as this person's page shows it; the content must not be hidden from them. */
  const read = (id: number, by: Person = approver) => wholeOf(readAction(by, id, gateway));
  /** The first push of an approved action, as its row is now. */
  const pushOf = async (actionId: number) => {
    const [row] = await db.owner<PushRow[]>`
      SELECT id, status, attempts, failure_class, verification, hold_until, next_attempt_at, lease_attempt, last_error_json
      FROM ns_pending_pushes WHERE action_id = ${actionId} ORDER BY line_no LIMIT 1`;
    if (!row) throw new Error(`action ${actionId} has no push`);
    return row;
  };
  const statusOf = async (actionId: number): Promise<string> => {
    const [row] = await db.owner`SELECT status FROM proposed_actions WHERE id = ${actionId}`;
    return row!.status as string;
  };
  const eventsOf = async (actionId: number): Promise<string[]> => {
    const rows = await db.owner`
      SELECT event_type FROM events WHERE entity_type = 'proposed_action' AND entity_id = ${actionId} ORDER BY seq`;
    return rows.map((row) => row.event_type as string);
  };

  let superuser: postgres.Sql | undefined;
  return {
    db,
    owner: db.owner,
    /** A connection that may look at every session and, on request, past every trigger. */
    get superuser(): postgres.Sql {
      superuser ??= postgres(superuserUrlOf(db), { max: 2, onnotice: () => {} });
      return superuser;
    },
    account,
    gateway,
    outgoing,
    tenantId: home.tenantId,
    home,
    addTenant,
    approver,
    admin,
    viewer,
    agent,
    propose,
    proposeExactly,
    decide,
    push,
    read,
    commitsOf,
    pushOf,
    statusOf,
    eventsOf,
    /** Changes a record in NetSuite until the end of the test. */
    async editDuringTest(type: string, id: string, values: Fields, before: Fields) {
      await account.edit(type, id, values);
      onTestFinished(async () => void (await account.edit(type, id, before)));
    },
    async close() {
      await superuser?.end();
      await account.close();
      await db.drop();
    },
  };
}

async function wholeOf(read: Promise<AnyDetail>): Promise<UnredactedDetail> {
  const detail = await read;
  if (detail.redacted) throw new Error(`the content of action ${detail.id} is hidden`);
  return detail;
}

export interface PushRow {
  id: number;
  status: string;
  attempts: number;
  failure_class: string | null;
  verification: string | null;
  hold_until: Date | null;
  next_attempt_at: Date;
  lease_attempt: number;
  last_error_json: { code: string; class: string; message: string } | null;
}

export type World = Awaited<ReturnType<typeof openWorld>>;
