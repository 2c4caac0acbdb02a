import { randomUUID } from "node:crypto";
import { Countersign } from "@countersign/sdk";
import { ScriptedModel, assistantMessage, functionCall, modelResponder } from "@openai/agents/testing";
import { setTracingDisabled } from "@openai/agents";
import { MockLanguageModelV3 } from "ai/test";
import { Webhook } from "standardwebhooks";
import { answer } from "@/recipes/ai-sdk";
import { NoteAgent, type Turn, type WaitingRun, decidedProposal } from "@/recipes/openai-agents";
import { readAction } from "../support/api";
import { succeed } from "../support/call";
import { installation } from "../support/installation";
import { createByAdmin } from "../support/people";
import { expect, test } from "../support/test";

/** The recipes for agents' frameworks, with scripted models, against the running app. */

setTracingDisabled(true);

const unique = () => randomUUID().slice(0, 8);
const wordsOf = (note: string) => ({ customer: "Riverbend Foods", note, reason: "From the call" });

async function openAgent() {
  const { key: agentKey } = await createByAdmin();
  const cs = new Countersign({ url: installation().url, agentKey });
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

test("the recipe learns from a signed webhook which proposal was decided, and from a forged one nothing", async () => {
  const key = `whsec_${Buffer.alloc(32, "a key").toString("base64")}`;
  const body = JSON.stringify({ type: "proposal.rejected", timestamp: new Date(), data: { id: 8421 } });
  const at = new Date();
  const received = (signed: string) => ({
    body,
    key,
    headers: new Headers({
      "webhook-id": "msg_1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
      "webhook-signature": new Webhook(key).sign("msg_1", at, signed),
    }),
  });
  expect(await decidedProposal(received(body))).toBe(8421);
  await expect(decidedProposal(received(`${body} `))).rejects.toMatchObject({ fault: "signature_wrong" });
});

function waitingOf(turn: Turn | null): WaitingRun {
  if (turn && !turn.done) return turn.waiting;
  throw new Error(`It does not wait: ${JSON.stringify(turn)}`);
}

/** Without the quotes and escapes of JSON within JSON. */
const textOf = (input: unknown) => JSON.stringify(input).replaceAll("\\", "");
const rejectionIn = (input: unknown) => /rejected: ([^"]+)"/.exec(textOf(input))![1]!;
