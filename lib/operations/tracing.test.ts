import { beforeEach, expect, test } from "vitest";
import { inJob } from "@/inngest/in-job";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import { probePush } from "@/lib/gateway/deliver/settle/probe-push";
import { letTimePass } from "@/lib/gateway/testing/deliver";
import { loggingTransport } from "@/lib/gateway/testing/faults/logged-transport";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { attributesOf, openSpanCollector } from "@/lib/tracing/testing/span-collector";
import { agentKeyIn, call, installWorld, tokenOf } from "./testing/over-http";

const { received, spans, reset, inProcess, spanOf } = await openSpanCollector();
const { transport, values: traceparentsSent } = loggingTransport("traceparent");
const world = await useWorld({ gateway: { holdSeconds: 0 }, client: { transport } });
const { owner, tenantId } = world;
installWorld(world);
const agentKey = await agentKeyIn(world);
const token = await tokenOf(world, world.approver);

beforeEach(() => {
  reset();
  traceparentsSent.length = 0;
});

const agentTrace = "0af7651916cd43dd8448eb211c80319c";
const agentSpan = "b7ad6b7169203331";
const recorded = `00-${agentTrace}-${agentSpan}-01`;

async function propose(traceparent?: string) {
  const { status, body } = await call("/api/v1/proposals", {
    token: agentKey,
    body: proposals.arNote({
      entity_ref: "Riverbend Foods",
      changes: [{ field: "note", to: `Zq-promise ${crypto.randomUUID()}` }],
    }),
    headers: traceparent === undefined ? {} : { traceparent },
  });
  expect(status).toBe(201);
  return { id: body.id as number, payload_hash: body.payload_hash };
}
const approve = ({ id, payload_hash }: Awaited<ReturnType<typeof propose>>) =>
  call(`/api/proposed-actions/${id}/decide`, { token, body: { decision: "approve", payload_hash } });
const push = async (id: number) => {
  const { id: pushId } = await world.pushOf(id);
  return inJob("push-action", "01RUN", () => pushLine(tenantId, pushId));
};

test("one trace leads from the agent's span over proposal, push and probe, across a restart, and the decision is linked to it", async () => {
  const proposal = await inProcess(() => propose(recorded));
  await inProcess(async () => {
    expect((await approve(proposal)).status).toBe(200);
  });
  await world.account.fault("drop_after_commit");
  await world.account.fault("drop_before_execution", { op: "probe" });
  const { id: pushId } = await world.pushOf(proposal.id);
  await inProcess(async () => {
    expect((await push(proposal.id)).outcome).toBe("unknown");
    await letTimePass(world, proposal.id);
    const probed = await inJob("reconcile-pushes", "01SWEEP", () => probePush(tenantId, pushId));
    expect(probed.outcome).toBe("applied");
  });

  const [proposed, decided, pushed] = ["propose", "decide", "push"].map(spanOf);
  const probed = spans.filter(({ name }) => name === "probe").at(-1)!;
  expect(proposed).toMatchObject({ traceId: agentTrace, parentSpanId: agentSpan });
  for (const later of [pushed!, probed])
    expect(later).toMatchObject({ traceId: agentTrace, parentSpanId: proposed!.spanId });
  expect(spanOf("netsuite read")).toMatchObject({ traceId: agentTrace, parentSpanId: proposed!.spanId });
  expect(spanOf("netsuite write")).toMatchObject({ traceId: agentTrace, parentSpanId: pushed!.spanId });
  expect(spans.filter(({ name }) => name === "netsuite probe").at(-1)).toMatchObject({
    traceId: agentTrace,
    parentSpanId: probed.spanId,
  });
  expect(decided!.traceId).not.toBe(agentTrace);
  expect(decided!.links).toMatchObject([{ traceId: agentTrace, spanId: proposed!.spanId }]);
  expect(attributesOf(pushed!)).toMatchObject({
    "countersign.action.id": proposal.id,
    "countersign.push.id": pushId,
    "countersign.outcome": "unknown",
  });
  // NetSuite's side can go on from the request's own span.
  expect(traceparentsSent).toContain(`00-${agentTrace}-${spanOf("netsuite write").spanId}-01`);
});

test("spans hold ids, tiers and outcomes, and none of the values", async () => {
  const proposal = await inProcess(async () => {
    const made = await propose(recorded);
    await approve(made);
    await push(made.id);
    return made;
  });
  const allowed =
    /^(countersign\.(tenant|agent|action|push)\.(id|type|tier|attempt)|countersign\.(created|decision|outcome)|http\.response\.status_code|error\.type)$/;
  for (const span of spans)
    for (const key of Object.keys(attributesOf(span))) expect(key, span.name).toMatch(allowed);
  for (const secret of ["Zq-promise", "Riverbend", String(proposal.payload_hash), agentKey, token])
    expect(received.join("")).not.toContain(secret);
});

test("an agent without a trace begins one, which its log lines and its push share", async () => {
  const proposal = await inProcess(() => propose());
  const { traceId, spanId, parentSpanId } = spanOf("propose");
  expect(parentSpanId).toBeFalsy();
  const [row] = await owner`SELECT trace_id, span_id FROM proposed_actions WHERE id = ${proposal.id}`;
  expect(row).toEqual({ trace_id: traceId, span_id: spanId });
});

test("a trace that is not recorded is treated as the standard says", async () => {
  await inProcess(() => propose(`00-${agentTrace}-${agentSpan}-00`));
  expect(spans).toEqual([]);
});

test("a trace of zeros is none", async () => {
  await inProcess(() => propose(`00-${"0".repeat(32)}-${agentSpan}-01`));
  expect(spanOf("propose").traceId).not.toMatch(/^0+$/);
});

test("a failure names its code and not its words", async () => {
  await inProcess(async () => {
    const { status } = await call("/api/v1/proposals", {
      token: agentKey,
      body: proposals.arNote({ entity_ref: "Nobody Ltd" }),
      headers: { traceparent: recorded },
    });
    expect(status).toBe(422);
  });
  const failed = spanOf("propose");
  expect(failed.status).toEqual({ code: 2 });
  expect(attributesOf(failed)["error.type"]).toBe("record_missing");
});

test("without a collector nothing is recorded or sent, and the agent's trace is kept", async () => {
  const { id } = await propose(recorded);
  expect(spans).toEqual([]);
  expect(traceparentsSent).toEqual([undefined]);
  const [row] = await owner`SELECT trace_id, span_id FROM proposed_actions WHERE id = ${id}`;
  expect(row).toEqual({ trace_id: agentTrace, span_id: agentSpan });
});
