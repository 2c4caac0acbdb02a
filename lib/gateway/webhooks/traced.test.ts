import { expect, test } from "vitest";
import { proposals } from "@/lib/gateway/testing/proposals";
import { attributesOf, openSpanCollector } from "@/lib/tracing/testing/span-collector";
import { useWebhooks } from "./testing/use-webhooks";

/** Webhooks in the traces of the proposals that they are about. */

const { world, owner, create, deliver, gotBy, state, pass } = await useWebhooks();
const { spans, inProcess } = await openSpanCollector();

const webhookSpans = () => spans.filter(({ name }) => name === "webhook");

test("each attempt at a webhook is a span in its proposal's trace, also after a restart, and holds neither address nor value", async () => {
  const mine = await create(["proposal.created", "proposal.approved", "endpoint.disabled"]);
  const proposal = await inProcess(async () => {
    const made = await world.propose(proposals.arNote());
    return made.proposal;
  });
  state.answer = () => ({ status: 503 });
  await inProcess(() => deliver());
  state.answer = () => null;
  pass(60);
  await inProcess(async () => {
    await world.decide(world.approver, proposal);
    await deliver();
  });

  const [row] = await owner`SELECT trace_id, span_id FROM proposed_actions WHERE id = ${proposal.id}`;
  expect(row!.trace_id).toMatch(/^[0-9a-f]{32}$/);
  const attempts = webhookSpans().toSorted(
    (a, b) => attemptOf(a) - attemptOf(b) || typeOf(a).localeCompare(typeOf(b)),
  );
  expect(attempts.map((span) => [typeOf(span), attemptOf(span), statusOf(span)])).toEqual([
    ["proposal.approved", 1, 204],
    ["proposal.created", 1, 503],
    ["proposal.created", 2, 204],
  ]);
  for (const span of attempts)
    expect(span).toMatchObject({ traceId: row!.trace_id, parentSpanId: row!.span_id });
  expect(JSON.stringify(attempts)).not.toMatch(/hooks\.example|whsec|https:/);
  for (const { headers } of gotBy(mine)) expect(headers).not.toHaveProperty("traceparent");
});

type Span = (typeof spans)[number];
const typeOf = (span: Span) => String(attributesOf(span)["countersign.webhook.type"]);
const attemptOf = (span: Span) => Number(attributesOf(span)["countersign.webhook.attempt"]);
const statusOf = (span: Span) => Number(attributesOf(span)["http.response.status_code"]);
