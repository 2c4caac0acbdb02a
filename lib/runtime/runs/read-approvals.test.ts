import { expect, test } from "vitest";
import { answer } from "@/lib/interactions/answer";
import { cancelQuestion } from "@/lib/interactions/cancel";
import { sweepInteractions } from "@/lib/interactions/sweep-interactions";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { readApprovals } from "./read-approvals";

const runs = await useRuns();
const { world, owner, gateway, admin, approver, publish, start, workOff } = runs;
const otto = await world.home.person("Otto", "approver");
await owner`UPDATE memberships SET seasoned_until = NULL`;
let laterMs = 0;
Object.assign(gateway, { clock: { now: () => new Date(Date.now() + laterMs) } });

const sending = (name: string, approval: string) => `workflow: ${name}
limits: { writes: 1 }
steps:
  - id: send
    tool: http.request
    with: { method: POST, url: "http://127.0.0.1:9/prices", body: {} }
    approval: ${approval}`;
const noting = `workflow: noting
limits: { writes: 1 }
steps:
  - id: note
    tool: netsuite.propose
    with: { action_type: ar_note, entity_type: customer, entity_ref: Coastal Pantry, changes: [{ field: note, to: a }] }`;

async function ran(name: string) {
  const { id: runId } = await start(name);
  await workOff();
  const [row] = await owner<{ id: number }[]>`SELECT id FROM hil_interactions WHERE execution_id = ${runId}`;
  return { runId, id: row?.id ?? 0 };
}
const list = (filter: Partial<Parameters<typeof readApprovals>[1]> = {}) =>
  readApprovals(approver, { limit: 200, ...filter }, gateway);

test("a question whether a run may send something is an approval: of the tier high, with its run, and its status follows its answer", async () => {
  await publish(sending("asks-one", "{}"));
  await publish(sending("asks-briefly", "{ expires: 60s }"));
  await publish(sending("asks-two", "{ two_person: true }"));
  await publish(noting);
  const approved = await ran("asks-one");
  const rejected = await ran("asks-one");
  const note = await ran("noting");
  const cancelled = await ran("asks-one");
  const expired = await ran("asks-briefly");
  const waiting = await ran("asks-two");
  await answer(otto, { id: approved.id, response: { approved: true } }, gateway);
  await answer(otto, { id: rejected.id, response: { approved: false } }, gateway);
  await cancelQuestion(admin, cancelled.id, gateway);
  laterMs = 61_000;
  await sweepInteractions(gateway);

  const { items } = await list();
  const of = ({ id, runId }: { id: number; runId: number }, more: object) => ({
    kind: "question",
    id,
    tier: "high",
    two_person: false,
    action_type: null,
    entity_ref: null,
    tool: "http.request",
    run_id: runId,
    step_id: "send",
    workspace: "general",
    requested_at: expect.any(String),
    ...more,
  });
  const byOtto = { decided_by: otto.name, decided_at: expect.any(String) };
  const byNobody = { decided_by: null, decided_at: null };
  expect(items).toEqual([
    of(waiting, { status: "requested", two_person: true, ...byNobody }),
    of(expired, { status: "expired", ...byNobody }),
    of(cancelled, { status: "canceled", decided_by: admin.name, decided_at: expect.any(String) }),
    expect.objectContaining({ kind: "action", run_id: note.runId, tool: null, action_type: "ar_note" }),
    of(rejected, { status: "rejected", ...byOtto }),
    of(approved, { status: "approved", ...byOtto }),
  ]);

  for (const { kind, id, status, tier } of items) {
    const same = expect.objectContaining({ kind, id });
    expect((await list({ status })).items).toContainEqual(same);
    expect((await list({ tier, workspace: "general" })).items).toContainEqual(same);
  }
  expect((await list({ tier: "low" })).items.every(({ kind }) => kind === "action")).toBe(true);
  expect((await list({ workspace: "elsewhere" })).items).toEqual([]);

  const pages = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await list({ limit: 1, cursor });
    pages.push(...page.items);
    cursor = page.next_cursor;
  }
  expect(pages).toEqual(items);
  const elsewhere = await world.addTenant();
  const stranger = await elsewhere.person("Stranger", "admin");
  expect((await readApprovals(stranger, { limit: 10 }, gateway)).items).toEqual([]);
});
