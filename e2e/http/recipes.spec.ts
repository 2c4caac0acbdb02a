import { randomUUID } from "node:crypto";
import { Countersign } from "@countersign/sdk";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { MemorySaver } from "@langchain/langgraph";
import { ScriptedModel, assistantMessage, functionCall, modelResponder } from "@openai/agents/testing";
import { setTracingDisabled } from "@openai/agents";
import { MockLanguageModelV3 } from "ai/test";
import { Webhook } from "standardwebhooks";
import { answer } from "@/recipes/ai-sdk";
import * as langgraph from "@/recipes/langgraph";
import { NoteAgent, type Turn, type WaitingRun, decidedProposal } from "@/recipes/openai-agents";
import { readAction } from "../support/http/api";
import { succeed } from "../support/http/call";
import { openFaultyProxy } from "../support/http/faulty-proxy";
import { installation } from "../support/installation";
import { createByAdmin } from "../support/people/people";
import { expect, test } from "../support/test";

/** The recipes for agents' frameworks, with scripted models, against the running app. */

setTracingDisabled(true);

const unique = () => randomUUID().slice(0, 8);
const wordsOf = (note: string) => ({ customer: "Riverbend Foods", note, reason: "From the call" });

async function openAgent(url = installation().url) {
  const { key: agentKey } = await createByAdmin();
  const cs = new Countersign({ url, agentKey });
  /** Its only proposal that waits, once there is one. */
  const waiting = async () => {
    const read = async () => (await cs.proposals.list({ status: ["pending"] })).items;
    await expect.poll(async () => (await read()).length).toBe(1);
    return (await read())[0]!.id;
  };
  return { cs, waiting };
}

async function decide(id: number, decision: "approve" | "reject", comment?: string) {
  const { payload_hash } = await readAction(id);
  await succeed("decideAction", "approver", { id, decision, payload_hash, ...(comment && { comment }) });
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

test("an agent of the AI SDK proposes, is rejected with a reason, proposes again as it was told, and sees it applied", async () => {
  const { cs, waiting } = await openAgent();
  const wanted = `Call them on Monday (${unique()})`;
  const read: { status: string; comment: string | null }[] = [];
  const call = (toolCallId: string, note: string) => ({
    content: [
      {
        type: "tool-call" as const,
        toolCallId,
        toolName: "propose_note",
        input: JSON.stringify(wordsOf(note)),
      },
    ],
    finishReason: { unified: "tool-calls" as const, raw: undefined },
    usage,
    warnings: [],
  });
  const model = new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const last = prompt.at(-1)!;
      if (last.role !== "tool") return call("call-1", `Promised payment (${unique()})`);
      const [result] = last.content;
      const output = result?.type === "tool-result" ? result.output : null;
      if (output?.type !== "json") throw new Error(`The tool answered ${JSON.stringify(output)}`);
      const end = output.value as unknown as (typeof read)[number];
      read.push(end);
      if (end.status === "rejected") return call("call-2", end.comment!);
      return {
        content: [{ type: "text", text: `It is ${end.status}.` }],
        finishReason: { unified: "stop", raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
  const work = answer({ cs, model, conversation: `talk-${unique()}`, prompt: "Note what they promised." });
  await decide(await waiting(), "reject", wanted);
  const second = await waiting();
  expect(await readAction(second)).toMatchObject({ changes: [{ to: wanted }], reason: "From the call" });
  await decide(second, "approve");
  expect(await work).toBe("It is applied.");
  expect(read).toMatchObject([{ status: "rejected", comment: wanted }, { status: "applied" }]);
});

test("an agent of the OpenAI Agents SDK waits as a text for each decision, and goes on in another process to the write", async () => {
  const { cs, waiting } = await openAgent();
  const wanted = `Call them on Monday (${unique()})`;
  const conversation = `talk-${unique()}`;
  const first = new NoteAgent(
    cs,
    new ScriptedModel([
      [functionCall("propose_note", wordsOf(`Promised payment (${unique()})`), { callId: "call-1" })],
    ]),
  );
  const waits = waitingOf(await first.begin(conversation, "Note what they promised."));
  expect(waits.proposalId).toBe(await waiting());
  expect(await first.goOn(waits)).toBeNull();
  await decide(waits.proposalId, "reject", wanted);

  // Nothing of the first one is left but the text.
  const rejected = new ScriptedModel([
    modelResponder(({ request }) => [
      functionCall("propose_note", wordsOf(rejectionIn(request.input)), { callId: "call-2" }),
    ]),
  ]);
  const kept = JSON.parse(JSON.stringify(waits)) as WaitingRun;
  const again = waitingOf(await new NoteAgent(cs, rejected).goOn(kept));
  expect(again.proposalId).toBe(await waiting());
  expect(await readAction(again.proposalId)).toMatchObject({ changes: [{ to: wanted }] });
  await decide(again.proposalId, "approve");

  const approved = new ScriptedModel([
    modelResponder(({ request }) => [
      assistantMessage(/"status":"applied"/.test(textOf(request.input)) ? "It is written." : "Who knows?"),
    ]),
  ]);
  expect(await new NoteAgent(cs, approved).goOn(again)).toEqual({ done: true, text: "It is written." });
  expect((await cs.proposals.list()).items).toHaveLength(2);
});

const noteCall = (id: string, note: string) => ({ id, name: "propose_note", args: wordsOf(note) });
const calling = (...calls: ReturnType<typeof noteCall>[]) =>
  new AIMessage({ content: "", tool_calls: calls });
interface End {
  status: string;
  comment: string | null;
}
/** The answers that the tools gave last, in the order of the calls. */
const endsIn = (messages: BaseMessage[]): End[] => {
  const call = messages.findLastIndex((message) => AIMessage.isInstance(message));
  return messages.slice(call + 1).map(({ text }) => JSON.parse(text) as End);
};
const idsOf = (turn: langgraph.Turn): number[] => (turn.done ? [] : turn.waiting.map(({ id }) => id));

test("an agent of LangGraph is interrupted for each decision, and goes on in another process to the write", async () => {
  const { cs, waiting } = await openAgent();
  const wanted = `Call them on Monday (${unique()})`;
  const thread = `talk-${unique()}`;
  const checkpointer = new MemorySaver();
  // Nothing of an agent is left to the next one but its checkpoints.
  const asking = fakeModel().respond(calling(noteCall("call-1", `Promised payment (${unique()})`)));
  const first = new langgraph.NoteAgent({ cs, model: asking, checkpointer });
  const stopped = await first.begin(thread, "Note what they promised.");
  const id = await waiting();
  expect(stopped).toEqual({ done: false, waiting: [{ id, url: expect.stringContaining(String(id)) }] });
  expect(await first.goOn(thread)).toEqual(stopped);
  await decide(id, "reject", wanted);

  const rejected = fakeModel().respond((messages) =>
    calling(noteCall("call-2", endsIn(messages)[0]!.comment!)),
  );
  const again = await new langgraph.NoteAgent({ cs, model: rejected, checkpointer }).goOn(thread);
  const second = await waiting();
  expect(idsOf(again)).toEqual([second]);
  expect(await readAction(second)).toMatchObject({ changes: [{ to: wanted }], reason: "From the call" });
  await decide(second, "approve");

  const approved = fakeModel().respond((messages) => new AIMessage(`It is ${endsIn(messages)[0]!.status}.`));
  const last = new langgraph.NoteAgent({ cs, model: approved, checkpointer });
  await expect.poll(() => last.goOn(thread)).toEqual({ done: true, text: "It is applied." });
  expect(await last.goOn(thread)).toEqual({ done: true, text: "It is applied." });
  expect(approved.callCount).toBe(1);
  expect((await cs.proposals.list()).items.map((one) => one.id)).toEqual([second, id]);
});

test("a node of LangGraph that starts over proposes nothing twice, alone or beside another that waits", async () => {
  await using proxy = await openFaultyProxy();
  const { cs } = await openAgent(proxy.url);
  const thread = `talk-${unique()}`;
  const model = fakeModel()
    .respond(calling(noteCall("call-1", `First (${unique()})`), noteCall("call-2", `Second (${unique()})`)))
    .respond(
      (messages) =>
        new AIMessage(
          endsIn(messages)
            .map(({ comment }) => comment)
            .join(", "),
        ),
    );
  const agent = new langgraph.NoteAgent({ cs, model, checkpointer: new MemorySaver() });
  const [first, second] = idsOf(await agent.begin(thread, "Note both."));
  const proposed = () => proxy.requests.filter((one) => one === "POST /api/v1/proposals").length;
  expect(proposed()).toBe(2);

  await decide(first!, "reject", "not the first");
  expect(idsOf(await agent.goOn(thread))).toEqual([second]);
  expect(proposed()).toBeGreaterThan(2);
  await decide(second!, "reject", "nor the second");
  expect(await agent.goOn(thread)).toEqual({ done: true, text: "not the first, nor the second" });
  expect((await cs.proposals.list()).items.map(({ id }) => id)).toEqual([second, first]);
});

test("a graph of LangGraph that broke off is not done: it proposes once it can, also while another waits", async () => {
  const { cs } = await openAgent();
  const lost = `Lost (${unique()})`;
  let isDown = true;
  const arNote: typeof cs.propose.arNote = async (words, options) => {
    if (isDown && words.note === lost) throw new Error("No answer");
    return cs.propose.arNote(words, options);
  };
  const weak = { propose: { ...cs.propose, arNote }, proposals: cs.proposals } as unknown as Countersign;
  for (const others of [[], [noteCall("call-2", `Waits (${unique()})`)]]) {
    isDown = true;
    const thread = `talk-${unique()}`;
    const model = fakeModel()
      .respond(calling(noteCall("call-1", lost), ...others))
      .respond(new AIMessage("It was rejected."));
    const agent = new langgraph.NoteAgent({ cs: weak, model, checkpointer: new MemorySaver() });
    await expect(agent.begin(thread, "Note it.")).rejects.toThrow("No answer");
    await expect(agent.goOn(thread)).rejects.toThrow("No answer");
    isDown = false;
    const waiting = idsOf(await agent.goOn(thread));
    expect(waiting).toHaveLength(1 + others.length);
    for (const id of waiting) await decide(id, "reject");
    expect(await agent.goOn(thread)).toEqual({ done: true, text: "It was rejected." });
  }
});

test("the recipe for LangGraph hands the model the field that was refused", async () => {
  const { cs } = await openAgent();
  const model = fakeModel()
    .respond(
      calling({ ...noteCall("call-1", "Paid"), args: { ...wordsOf("Paid"), customer: "Nobody's Grocers" } }),
    )
    .respond((messages) => new AIMessage(JSON.stringify(endsIn(messages))));
  const agent = new langgraph.NoteAgent({ cs, model, checkpointer: new MemorySaver() });
  expect(await agent.begin(`talk-${unique()}`, "Note it.")).toEqual({
    done: true,
    text: expect.stringMatching(/"refused".*"path":"customer"/),
  });
  expect((await cs.proposals.list()).items).toEqual([]);
});

test("a decision that comes before the graph of LangGraph has stopped is not missed", async () => {
  const { cs } = await openAgent();
  const arNote: typeof cs.propose.arNote = async (...given) => {
    const proposal = await cs.propose.arNote(...given);
    if (proposal.created) await decide(proposal.id, "reject", "at once");
    return proposal;
  };
  const hasty = { propose: { ...cs.propose, arNote }, proposals: cs.proposals } as unknown as Countersign;
  const model = fakeModel()
    .respond(calling(noteCall("call-1", `Paid (${unique()})`)))
    .respond((messages) => new AIMessage(endsIn(messages)[0]!.comment!));
  const agent = new langgraph.NoteAgent({ cs: hasty, model, checkpointer: new MemorySaver() });
  expect(await agent.begin(`talk-${unique()}`, "Note it.")).toEqual({ done: true, text: "at once" });
});

test("the recipes learn from a signed webhook which proposal was decided, and from a forged one nothing", async () => {
  const key = `whsec_${Buffer.alloc(32, "a key").toString("base64")}`;
  const at = new Date();
  const received = (body: string, signed = body) => ({
    body,
    key,
    headers: new Headers({
      "webhook-id": "msg_1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
      "webhook-signature": new Webhook(key).sign("msg_1", at, signed),
    }),
  });
  const messageOf = (type: string, data: object) => JSON.stringify({ type, timestamp: at, data });
  const rejected = messageOf("proposal.rejected", { id: 8421 });
  for (const read of [decidedProposal, langgraph.proposalOf]) {
    expect(await read(received(rejected))).toBe(8421);
    expect(await read(received(messageOf("run.failed", { id: 7 })))).toBeNull();
    await expect(read(received(rejected, `${rejected} `))).rejects.toMatchObject({
      fault: "signature_wrong",
    });
  }
  expect(await langgraph.proposalOf(received(messageOf("push.dead", { id: 7, proposal_id: 8421 })))).toBe(
    8421,
  );
});

function waitingOf(turn: Turn | null): WaitingRun {
  if (turn && !turn.done) return turn.waiting;
  throw new Error(`It does not wait: ${JSON.stringify(turn)}`);
}

/** Without the quotes and escapes of JSON within JSON. */
const textOf = (input: unknown) => JSON.stringify(input).replaceAll("\\", "");
const rejectionIn = (input: unknown) => /rejected: ([^"]+)"/.exec(textOf(input))![1]!;
