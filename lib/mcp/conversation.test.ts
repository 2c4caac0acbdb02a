import type { CallToolResult } from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { agentKeyIn, installWorld } from "@/lib/operations/testing/over-http";
import { MODES, connect, toRoute } from "./testing/client";
import { refusalOf, toolOf } from "./testing/tools";
import { pollAfterSeconds } from "./tools/proposals";

const world = await useWorld();
installWorld(world);

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const note = (text: string) => ({ customer: "Coastal Pantry", note: text });
type Decided = Parameters<typeof world.decide>[1];

test("the longer nothing happens, the rarer a client is told to ask", () => {
  expect([0, 119, 120, 899, 900, 86_400].map(pollAfterSeconds)).toEqual([0, 0, 60, 60, 300, 300]);
});

describe.each(MODES)("an agent of the mode %s", (mode) => {
  const asNew = async (name: string) => connect(await agentKeyIn(world, `${name}-${mode}`), mode);

  test("proposes, waits, is rejected with a reason, proposes again, and sees it applied", async () => {
    const client = await asNew("scripted");
    const propose = (to: string) =>
      toolOf(client, "propose_price_change", { sku: "10472", bidId: "B5875", to, reason: "Grower cost" });
    const waitFor = (id: number, waitSeconds = 0) => toolOf(client, "wait_for_decision", { id, waitSeconds });

    const first = await propose("1.45");
    const waiting = await waitFor(first.id);
    expect(waiting).toMatchObject({ status: "pending", poll_after_seconds: 0, url: first.url });
    expect(waiting.next_step).toContain("end your turn");
    await world.decide(world.approver, first as unknown as Decided, {
      decision: "reject",
      comment: "Too much: take 1.43",
    });
    const rejected = await waitFor(first.id);
    expect(rejected).toMatchObject({
      status: "rejected",
      comment: "Too much: take 1.43",
      poll_after_seconds: null,
    });

    const second = await propose("1.43");
    expect(second.created).toBe(true);
    await world.decide(world.approver, second as unknown as Decided);
    expect(await waitFor(second.id)).toMatchObject({
      status: "approved",
      decided_by: "Ana",
      poll_after_seconds: 0,
    });
    await world.push((await world.pushOf(second.id)).id);
    expect(await waitFor(second.id, 25)).toMatchObject({
      status: "applied",
      verification: "verified",
      poll_after_seconds: null,
    });
    await world.account.edit("bid_price", "B5875:10472", { price: "1.42" });
  });

  test("hears at once and then again that a wait goes on, and of the decision as it falls", async () => {
    const client = await asNew("hearing");
    const proposal = await toolOf(client, "propose_ar_note", note(`Heard by ${mode}`));
    const progresses: number[] = [];
    let onThird: () => void = () => undefined;
    const heardThrice = new Promise<void>((resolve) => {
      onThird = resolve;
    });
    const call = client.callTool(
      { name: "wait_for_decision", arguments: { id: proposal.id, waitSeconds: 45 } },
      {
        onprogress: ({ progress, total }) => {
          progresses.push(progress);
          expect(total).toBe(45);
          if (progresses.length === 3) onThird();
        },
      },
    );
    await heardThrice;
    await world.decide(world.approver, proposal as unknown as Decided, { decision: "reject", comment: "No" });
    const { structuredContent } = (await call) as CallToolResult;
    expect(structuredContent).toMatchObject({ status: "rejected", comment: "No" });
    expect(progresses).toEqual(progresses.toSorted((a, b) => a - b));
    expect(new Set(progresses).size).toBe(progresses.length);
  });

  test("that lost an answer repeats the call and gets the same proposal, and a wait that broke withdraws nothing", async () => {
    const key = await agentKeyIn(world, `broken-${mode}`);
    let breaks = true;
    const client = await connect(key, mode, async (input, init) => {
      const response = await toRoute(input, init);
      const isPropose = typeof init?.body === "string" && init.body.includes("propose_ar_note");
      if (!breaks || !isPropose) return response;
      await response.text();
      breaks = false;
      throw new TypeError("the connection broke");
    });
    const call = () => toolOf(client, "propose_ar_note", note(`Broken for ${mode}`));
    await expect(call()).rejects.toThrow("the connection broke");
    const again = await call();
    expect(again.created).toBe(false);

    const abort = new AbortController();
    const wait = client.callTool(
      { name: "wait_for_decision", arguments: { id: again.id, waitSeconds: 45 } },
      { signal: abort.signal, onprogress: () => abort.abort() },
    );
    await expect(wait).rejects.toThrow();
    expect(await world.statusOf(again.id)).toBe("pending");
    expect((await toolOf(client, "list_proposals", {})).items).toHaveLength(1);
  });

  test("withdraws once, and is told what became of it afterwards", async () => {
    const client = await asNew("withdrawing");
    const { id } = await toolOf(client, "propose_ar_note", note(`Withdrawn by ${mode}`));
    expect(await toolOf(client, "withdraw_proposal", { id })).toMatchObject({ status: "cancelled" });
    expect(await toolOf(client, "withdraw_proposal", { id })).toMatchObject({ status: "cancelled" });
    const other = await toolOf(client, "propose_ar_note", note(`Decided before ${mode}`));
    await world.decide(world.approver, other as unknown as Decided, { decision: "reject", comment: "No" });
    expect(await refusalOf(client, "withdraw_proposal", { id: other.id })).toMatchObject({
      code: "not_withdrawable",
      action_status: "rejected",
    });
  });

  test("keeps its trace in the proposal, where its message says it", async () => {
    const client = await asNew("traced");
    const result = (await client.callTool({
      name: "propose_ar_note",
      arguments: note(`Traced by ${mode}`),
      _meta: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    })) as CallToolResult;
    const { id } = result.structuredContent as { id: number };
    const [row] = await world.owner`SELECT trace_id FROM proposed_actions WHERE id = ${id}`;
    expect(row!.trace_id).toBe(traceId);
  });

  test("reads its proposals as resources, and another's not at all", async () => {
    const client = await asNew("resources");
    const { id } = await toolOf(client, "propose_ar_note", note(`A resource of ${mode}`));
    const uri = `countersign://proposals/${id}`;
    const { resources } = await client.listResources();
    expect(resources.map((resource) => resource.uri)).toEqual([uri]);
    const { contents } = await client.readResource({ uri });
    const [read] = contents;
    expect(JSON.parse((read as { text: string }).text)).toEqual(await toolOf(client, "get_proposal", { id }));
    const stranger = await asNew("stranger");
    const failure = async (of: string) =>
      stranger.readResource({ uri: of }).then(
        () => "read",
        (error: Error & { code?: number }) => `${error.code} ${error.message.replace(of, "…")}`,
      );
    const foreign = await failure(uri);
    expect(foreign).toContain("-32602");
    expect(await failure("countersign://proposals/987654321")).toBe(foreign);
    expect(await failure("countersign://proposals/one")).toBe(foreign);
  });
});
