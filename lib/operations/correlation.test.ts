import { beforeEach, describe, expect, test, vi } from "vitest";
import { inJob } from "@/inngest/in-job";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import { reconcilePushes } from "@/lib/gateway/deliver/repair/reconcile-pushes";
import { letTimePass } from "@/lib/gateway/testing/deliver";
import { loggingTransport } from "@/lib/gateway/testing/faults/logged-transport";
import { proposals } from "@/lib/gateway/testing/proposals";
import { until } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { agentKeyIn, call, installWorld, tokenOf } from "./testing/over-http";

/** Every line at every level, as it would be written. */
const written = vi.hoisted(() => [] as string[]);
vi.mock("@/lib/log", async (original) => {
  const real = await original<typeof import("@/lib/log")>();
  return { ...real, log: real.createLog({ write: (line) => void written.push(line) }, "trace") };
});
const linesOf = () => written.map((line) => JSON.parse(line) as Record<string, unknown>);

/** The header of every request that goes to NetSuite. */
const { transport, values: headersSent } = loggingTransport("x-correlation-id");
const world = await useWorld({ gateway: { holdSeconds: 0 }, client: { transport } });
const { owner, tenantId } = world;
installWorld(world);
const agentKey = await agentKeyIn(world);
const token = await tokenOf(world, world.approver);
const adminToken = await tokenOf(world, world.admin);
beforeEach(() => {
  written.length = 0;
  headersSent.length = 0;
});

const traceId = "0af7651916cd43dd8448eb211c80319c";

async function carryOut(correlationId: string) {
  const proposed = await call("/api/v1/proposals", {
    token: agentKey,
    body: proposals.arNote({ entity_ref: "Riverbend Foods" }),
    headers: { "x-correlation-id": correlationId, traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  });
  const id = proposed.body.id as number;
  const decided = await call(`/api/proposed-actions/${id}/decide`, {
    token,
    body: { decision: "approve", payload_hash: proposed.body.payload_hash },
    headers: { "x-correlation-id": "the-person-s.own" },
  });
  const { id: pushId } = await world.pushOf(id);
  const outcome = await inJob("push-action", "01RUN", () => pushLine(tenantId, pushId));
  return { id, pushId, decided, outcome };
}

describe("the agent's own correlation id", () => {
  test("stands in every line of one whole action, from the proposal to the settled push, with its trace id", async () => {
    const { id, decided, outcome } = await carryOut("agent-run:42");
    expect(decided.status).toBe(200);
    expect(outcome.outcome).toBe("applied");
    const lines = linesOf().filter((line) => line.actionId === id);
    expect(lines.map((line) => line.msg)).toEqual([
      "A write was proposed",
      "A decision was answered",
      "A push was settled",
    ]);
    for (const line of lines)
      expect(line).toMatchObject({ correlation_id: "agent-run:42", trace_id: traceId });
  });

  test("leaves no line of the action's work without it, and names whose request the work was done in", async () => {
    await carryOut("agent-run:43");
    const lines = linesOf();
    expect(lines.length).toBeGreaterThanOrEqual(5);
    for (const line of lines) {
      const mine = [line.correlation_id, line.request_id];
      // The person's request has an id of its own; the work done in it on the action carries the action's beside it.
      if (line.msg === "A request was answered" && line.path !== "/api/v1/proposals")
        expect(mine).toEqual(["the-person-s.own", undefined]);
      else expect(line.correlation_id, JSON.stringify(line)).toBe("agent-run:43");
    }
    expect(lines.map((line) => line.request_id).filter(Boolean)).toEqual([
      "the-person-s.own",
      "push-action-01RUN",
    ]);
  });

  test("goes to NetSuite as a header, and is kept in the receipt, on the card and in the agent's view", async () => {
    const { id } = await carryOut("agent-run:44");
    // The read at the proposal and the write.
    expect(headersSent).toEqual(["agent-run:44", "agent-run:44"]);
    const [receipt] = await owner`SELECT correlation_id FROM action_receipts WHERE action_id = ${id}`;
    expect(receipt).toEqual({ correlation_id: "agent-run:44" });
    const path = `/api/proposed-actions/${id}`;
    const card = await call(path, { method: "GET", token });
    expect(card.body).toMatchObject({
      correlation_id: "agent-run:44",
      receipt: { correlation_id: "agent-run:44" },
    });
    const view = await call(`/api/v1/proposals/${id}`, { method: "GET", token: agentKey });
    expect(view.body.correlation_id).toBe("agent-run:44");
  });

  test("of an unusable kind is replaced, and the answer and its problem document say by which", async () => {
    const refused = await call("/api/v1/proposals", {
      token: agentKey,
      body: {},
      headers: { "x-correlation-id": "two words\there" },
    });
    expect(refused.status).toBe(422);
    expect(refused.body.correlation_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(refused.headers.get("x-correlation-id")).toBe(refused.body.correlation_id);
  });
});

test("a sweep's lines carry one id for the job, and its faults leave without their words", async () => {
  const { database } = world.gateway;
  const secret = "params: marker-of-a-statement";
  const broken = { ...world.gateway, database: { ...database, sql: brokenSql(secret) } };
  const failing = inJob("reconcile-pushes", "01SWEEP", () => reconcilePushes(broken as never));
  await expect(failing).rejects.toThrow(
    "reconcile-pushes broke off; the log says why under reconcile-pushes-01SWEEP",
  );
  expect(linesOf()).toMatchObject([
    { msg: "A function broke off", correlation_id: "reconcile-pushes-01SWEEP" },
  ]);
  expect(written.join("")).not.toContain("marker-of-a-statement");
});

/** A database whose every statement fails as Drizzle's do: with the values in the message. */
function brokenSql(words: string) {
  return () => Promise.reject(new Error(`Failed query: SELECT 1\n${words}`));
}

describe("no line holds", () => {
  const marker = (what: string) => `zq-${what}-8f41c`;
  const seeded = {
    payload: marker("payload"),
    reason: marker("reason"),
    evidence: marker("evidence"),
    conversation: marker("conversation"),
    comment: marker("comment"),
    switchReason: marker("switch"),
    context: marker("context"),
    injected: marker("injected"),
  };

  async function live() {
    const body = proposals.arNote({
      entity_ref: "Riverbend Foods",
      changes: [{ field: "note", to: `Promise ${seeded.payload}` }],
      context: { ticket: seeded.context },
      reason: seeded.reason,
      evidence: [{ quote: seeded.evidence }],
      conversation_ref: seeded.conversation,
    });
    return call("/api/v1/proposals", { token: agentKey, body });
  }
  const decideOn = (proposal: { body: Record<string, unknown> }, decision: string) =>
    call(`/api/proposed-actions/${String(proposal.body.id)}/decide`, {
      token,
      body: { decision, payload_hash: proposal.body.payload_hash, comment: seeded.comment },
    });

  test("payload text, agents' prose, comments, keys, tokens or secrets, whatever happens to an action", async () => {
    const faults = [
      "drop_after_commit",
      "server_error",
      "html_login_page",
      "closed_period",
      "permission_removed",
      "truncated_json",
    ] as const;
    for (const kind of [null, ...faults]) {
      const proposal = await live();
      if (kind) await world.account.fault(kind);
      expect((await decideOn(proposal, "approve")).status).toBe(200);
      const { id: pushId } = await world.pushOf(proposal.body.id as number);
      await pushLine(tenantId, pushId);
      await letTimePass(world, proposal.body.id as number);
      await owner`UPDATE push_lanes SET state = 'open', code = NULL, message = NULL, halted_at = NULL, probe_at = NULL`;
      await pushLine(tenantId, pushId);
    }
    await decideOn(await live(), "reject");
    // Refusals and malformed input, whose text is the caller's.
    await call("/api/v1/proposals", { token: agentKey, body: { action_type: seeded.injected } });
    await call(`/api/v1/proposals?x=${seeded.injected}`, {
      token: `csa_${seeded.injected}`,
      body: { reason: seeded.injected },
    });
    await call("/api/kill-switches", {
      method: "PUT",
      token: adminToken,
      body: { name: "ns_writes", engaged: true, reason: seeded.switchReason },
    });
    await call("/api/kill-switches", {
      method: "PUT",
      token: adminToken,
      body: { name: "ns_writes", engaged: false, reason: seeded.switchReason },
    });
    // A statement fails whose parameters are the payload and the prose.
    await owner`REVOKE INSERT ON proposed_actions FROM countersign_app`;
    const failed = await live();
    await owner`GRANT INSERT ON proposed_actions TO countersign_app`;
    expect(failed.status).toBe(500);
    // The same where the answer has long been given: the outbox cannot be reached.
    await owner`REVOKE UPDATE ON outbox FROM countersign_app`;
    await live();
    await until("the outbox failing", async () => {
      await owner`SELECT 1`;
      return written.some((line) => line.includes("fast path failed"));
    });
    await owner`GRANT UPDATE ON outbox TO countersign_app`;

    const text = written.join("");
    expect(linesOf().length).toBeGreaterThan(25);
    for (const what of ["A request failed on our side", "A push was settled", "fast path failed"])
      expect(text).toContain(what);
    const secrets = { agentKey, token, adminToken, consumer: "consumer-secret", tokenSecret: "token-secret" };
    for (const [what, words] of Object.entries({ ...seeded, ...secrets }))
      expect(text.includes(words), `${what} stands in the log`).toBe(false);
  });
});
