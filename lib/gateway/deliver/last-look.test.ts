import postgres from "postgres";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { RestletClient } from "@/lib/destinations/netsuite/restlet-client";
import type { Destination } from "@/lib/destinations/destination";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import type { Gateway } from "@/lib/gateway/context";
import {
  approve,
  letTimePass,
  proposeAndApprove,
  refusedConnection,
  standOf,
  workThrough,
} from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { newGate, until, untilWaiting } from "@/lib/gateway/testing/race";
import { priceRoll, rollLines, widenAssortment } from "@/lib/gateway/testing/rolls";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { cancelAction } from "@/lib/gateway/amend/cancel-action";
import { pushAction } from "./push-action";
import { rescueLeases } from "./repair/rescue-leases";

/** Nothing leaves that a switch has halted, however long it waited, and the answer of engaging names the rest. */

const world = await useWorld({ client: { maxConcurrency: 2 } });
const { push, commitsOf } = world;
const honest = world.gateway.netsuite;

const flip = (engaged: boolean) =>
  flipSwitch(world.owner, world.admin, { name: "ns_writes", engaged, reason: "a test" }, world.gateway);
const through = (client: Partial<RestletClient>) => ({
  ...world.gateway,
  netsuite: { ...honest, ...client },
});
const proposeNote = () => proposeAndApprove(world, proposals.arNote({ entity_ref: "Two Rivers Commissary" }));
const leased = async () => {
  const [row] = await world.owner<{ count: number }[]>`
    SELECT count(*)::int AS count FROM ns_pending_pushes WHERE lease_owner IS NOT NULL`;
  return row!.count;
};

describe("a switch that is engaged", () => {
  test("while a write waits for a place keeps it from being leased at all", async () => {
    const { id, pushId } = await proposeNote();
    const [waiting, place] = [newGate(), newGate()];
    const reserve: RestletClient["reserve"] = async () => {
      waiting.open();
      await place.opened;
      return honest.reserve();
    };
    const delivery = push(pushId, through({ reserve }));
    await waiting.opened;
    expect(await leased()).toBe(0);
    expect((await flip(true)).in_flight).toEqual([]);
    place.open();
    expect(await delivery).toMatchObject({ outcome: "halted", retryInMs: null });
    expect(await commitsOf(id)).toEqual([]);
    await flip(false);
    expect(await push(pushId)).toEqual({ outcome: "applied" });
  });

  test("between the lease and the send keeps the write from leaving, and spends no attempt", async () => {
    const { id, pushId } = await proposeNote();
    const write: RestletClient["write"] = async (...request) => {
      expect((await flip(true)).in_flight).toEqual([]);
      return honest.write(...request);
    };
    expect(await push(pushId, through({ write }))).toMatchObject({ outcome: "requeued" });
    expect(await commitsOf(id)).toEqual([]);
    expect(await standOf(world, id)).toMatchObject({ push: "queued", attempts: 0 });
    await flip(false);
    await workThrough(world, id);
    expect(await commitsOf(id)).toHaveLength(1);
  });

  test("after the last look names the write as under way, and no second attempt of it leaves", async () => {
    const { id, pushId } = await proposeNote();
    const [confirmed, send] = [newGate(), newGate()];
    const write: RestletClient["write"] = (request, sending) =>
      honest.write(request, {
        ...sending!,
        confirm: async () => {
          const notAfter = await sending!.confirm();
          confirmed.open();
          return send.opened.then(() => notAfter);
        },
      });
    const delivery = push(pushId, through({ write }));
    await confirmed.opened;
    const { in_flight, in_flight_total } = await flip(true);
    expect(in_flight_total).toBe(1);
    expect(in_flight).toEqual([
      {
        push_id: pushId,
        action_id: id,
        line_no: 1,
        status: "pushing",
        sent_at: expect.stringMatching(/Z$/),
      },
    ]);
    send.open();
    expect(await delivery).toEqual({ outcome: "applied" });
    expect(await commitsOf(id)).toHaveLength(1);
    expect((await flip(true)).in_flight).toEqual([]);
    await flip(false);
  });

  test("between a refused signature and the next one keeps the second request from leaving", async () => {
    const { id, pushId } = await proposeNote();
    await world.account.fault("login_refused");
    let looks = 0;
    const write: RestletClient["write"] = (request, sending) => {
      const confirm = async () => {
        looks += 1;
        if (looks === 2) await flip(true);
        return sending!.confirm();
      };
      return honest.write(request, { ...sending!, confirm });
    };
    expect(await push(pushId, through({ write }))).toMatchObject({ outcome: "requeued" });
    expect(looks).toBe(2);
    expect(await commitsOf(id)).toEqual([]);
    expect(await standOf(world, id)).toMatchObject({ push: "queued", attempts: 0 });
    await flip(false);
    await workThrough(world, id);
    expect(await commitsOf(id)).toHaveLength(1);
  });

  test("names a write whose answer got lost, because it may still arrive", async () => {
    const { id, pushId } = await proposeNote();
    await world.account.fault("drop_after_commit");
    await world.account.fault("drop_before_execution", { op: "probe" });
    expect(await push(pushId)).toMatchObject({ outcome: "unknown" });
    expect((await flip(true)).in_flight).toMatchObject([{ push_id: pushId, status: "unknown" }]);
    await letTimePass(world, id);
    expect((await flip(true)).in_flight).toEqual([]);
    await flip(false);
    expect(await push(pushId)).toEqual({ outcome: "applied" });
  });

  test("while a last look is kept waiting is answered at once, and that write stays", async () => {
    const { id, pushId } = await proposeNote();
    const [asked, locked, unlock] = [newGate(), newGate(), newGate()];
    const holder = world.owner.begin(async (tx) => {
      await asked.opened;
      await tx`SELECT 1 FROM ns_pending_pushes WHERE id = ${pushId} FOR UPDATE`;
      locked.open();
      await unlock.opened;
    });
    const write: RestletClient["write"] = async (...request) => {
      asked.open();
      await locked.opened;
      return honest.write(...request);
    };
    const delivery = push(pushId, through({ write }));
    await untilWaiting(world.superuser, 1);
    expect((await flip(true)).in_flight).toEqual([]);
    unlock.open();
    await holder;
    expect(await delivery).toMatchObject({ outcome: "requeued" });
    expect(await commitsOf(id)).toEqual([]);
    await flip(false);
    await workThrough(world, id);
  });
});

test("a sender that was frozen after its last look writes nothing once its action was rescued and cancelled", async () => {
  // A frozen process sends no heartbeat.
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { id, pushId } = await proposeNote();
  const [confirmed, thaw] = [newGate(), newGate()];
  const write: RestletClient["write"] = (request, sending) => {
    const confirm = async () => {
      const notAfter = await sending!.confirm();
      confirmed.open();
      await thaw.opened;
      return notAfter;
    };
    return honest.write(request, { ...sending!, confirm });
  };
  const frozen = push(pushId, { ...through({ write }), leaseSeconds: 1 });
  await confirmed.opened;
  await until("the lease running out", async () => (await rescueLeases(world.gateway)) > 0);
  await letTimePass(world, id);
  expect(await push(pushId)).toMatchObject({ outcome: "requeued" });
  await cancelAction(world.approver, id, "too late", world.gateway);
  thaw.open();
  expect(await frozen).toEqual({ outcome: "settled_elsewhere" });
  expect(await commitsOf(id)).toEqual([]);
  expect(await world.statusOf(id)).toBe("cancelled");
});

test("a sender into our own tables that was frozen after its last look keeps nothing once others took its push over", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { id, pushId } = await proposeAndApprove(world, {
    action_type: "email_draft",
    entity_type: "customer",
    entity_ref: "Coastal Pantry",
    changes: [
      { field: "to", to: "orders@coastal.example" },
      { field: "subject", to: "Your credit limit" },
      { field: "body", to: "We have raised your limit." },
    ],
  });
  const [confirmed, thaw] = [newGate(), newGate()];
  const internal: Gateway["internal"] = (tenantId) => {
    const tables = world.gateway.internal(tenantId);
    const write: Destination["write"] = (request, sending) => {
      const confirm = async () => {
        const notAfter = await sending!.confirm();
        confirmed.open();
        await thaw.opened;
        return notAfter;
      };
      return tables.write(request, { ...sending!, confirm });
    };
    return { ...tables, write };
  };
  const frozen = push(pushId, { ...world.gateway, internal, leaseSeconds: 1 });
  await confirmed.opened;
  await until("the lease running out", async () => (await rescueLeases(world.gateway)) > 0);
  await letTimePass(world, id);
  expect(await push(pushId)).toMatchObject({ outcome: "requeued" });
  await cancelAction(world.approver, id, "too late", world.gateway);
  thaw.open();
  expect(await frozen).toEqual({ outcome: "settled_elsewhere" });
  expect(await world.owner`SELECT 1 FROM email_drafts WHERE action_id = ${id}`).toHaveLength(0);
  expect(await world.statusOf(id)).toBe("cancelled");
});

test("a try that waited for a place counts the attempts that others made meanwhile", async () => {
  const { id, pushId } = await proposeNote();
  const [waiting, place] = [newGate(), newGate()];
  const write: RestletClient["write"] = async () => refusedConnection;
  const reserve: RestletClient["reserve"] = async () => {
    waiting.open();
    await place.opened;
    return honest.reserve();
  };
  const late = push(pushId, through({ reserve, write }));
  await waiting.opened;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(await push(pushId, through({ write }))).toMatchObject({ outcome: "requeued" });
    await letTimePass(world, id);
  }
  place.open();
  expect(await late).toEqual({ outcome: "dead" });
});

test("no more pushes are leased than requests can be in flight, however many are due", async () => {
  await widenAssortment(world.account);
  const { proposal } = await world.propose(priceRoll(rollLines(12)));
  await approve(world, proposal);
  const { id: pushId } = await world.pushOf(proposal.id);
  let most = 0;
  const write: RestletClient["write"] = async (...request) => {
    most = Math.max(most, await leased());
    return honest.write(...request);
  };
  await pushAction(world.tenantId, pushId, through({ write }));
  expect(most).toBe(2);
});

describe("the action that a write belongs to", () => {
  const asRole = (
    id: number,
    pushId: number,
    statements: (tx: postgres.TransactionSql) => Promise<unknown>,
  ) => {
    const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
    return app
      .begin(async (tx) => {
        await tx`SELECT set_config('app.tenant_id', ${String(world.tenantId)}, true)`;
        await tx`UPDATE ns_pending_pushes SET status = 'dead', ended_at = now(), lease_owner = NULL,
          lease_expires_at = NULL WHERE id = ${pushId}`;
        await tx`UPDATE proposed_actions SET status = 'cancelled', ended_at = now(), ended_by_label = 'Ana',
          end_reason = 'no' WHERE id = ${id}`;
        await statements(tx);
      })
      .finally(() => app.end());
  };

  test("once the database's role has ended it, its push goes back to no queue", async () => {
    const { id, pushId } = await proposeNote();
    await world.owner`UPDATE ns_pending_pushes SET status = 'pushing', lease_owner = 'x', lease_attempt = 1,
      lease_expires_at = now() + interval '1 minute' WHERE id = ${pushId}`;
    await expect(
      asRole(id, pushId, (tx) => tx`UPDATE ns_pending_pushes SET status = 'queued' WHERE id = ${pushId}`),
    ).rejects.toMatchObject({ code: "CS002" });
  });

  test("ended between the lease and the send, by whomever, keeps the write from leaving, whatever became of the lease", async () => {
    const { id, pushId } = await proposeNote();
    const write: RestletClient["write"] = async (...request) => {
      await world.superuser.begin(async (tx) => {
        await tx`SET LOCAL session_replication_role = replica`;
        await tx`UPDATE proposed_actions SET status = 'cancelled', ended_at = now() WHERE id = ${id}`;
      });
      return honest.write(...request);
    };
    await push(pushId, through({ write })).catch(() => null);
    expect(await commitsOf(id)).toEqual([]);
    const [row] = await world.owner`SELECT last_sent_at FROM ns_pending_pushes WHERE id = ${pushId}`;
    expect(row).toEqual({ last_sent_at: null });
  });
});
