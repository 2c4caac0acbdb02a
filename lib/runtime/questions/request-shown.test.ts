import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "@/lib/clock";
import { publishPolicy } from "@/lib/gateway/rules/publish-policy";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { answer } from "@/lib/interactions/answer";
import { readInteraction } from "@/lib/interactions/read";
import { createSender } from "@/lib/outbound";
import { closeReceivers, receivePlainly } from "@/lib/outbound/testing/receiver";
import { DEFAULT_POLICY_TEXT } from "@/lib/policy/default-policy.cedar";
import { policyHash } from "@/lib/policy/engine";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { setSecret } from "@/lib/runtime/versions/secrets";

/** People see a request as it is sent, except its secrets; a witness outside records the requests that arrive. */

let arrived: { line: string; headers: Record<string, unknown> }[] = [];
const port = await receivePlainly((request, response) => {
  arrived.push({ line: `${request.method} ${request.url}`, headers: request.headers });
  request.resume();
  request.on("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
});
afterAll(closeReceivers);
beforeEach(() => {
  arrived = [];
});
const runs = await useRuns();
const { world, owner, gateway, admin, approver, publish, start, workOff, look } = runs;
/** Without a part in anything that is done here, and long in office. */
const otto = await world.home.person("Otto", "approver");
await owner`UPDATE memberships SET seasoned_until = NULL`;
Object.assign(gateway, {
  sender: createSender({ ownUrls: [], openAddresses: [{ host: "127.0.0.1", port }], clock: systemClock }),
});
const here = `http://127.0.0.1:${port}`;
const sending = (name: string, parts: string, url = `${here}/prices`) => `workflow: ${name}
limits: { writes: 2 }
secrets: [TOKEN]
inputs: { type: object, properties: { note: { type: string, default: "harmless" } } }
steps:
  - id: send
    tool: http.request
    with: { method: POST, url: "${url}", ${parts} }
    approval: {}`;

/** The run, the workflow, the question that it asked and its words; null: it asked none. */
async function ran(source: string, note = "harmless") {
  const version = await publish(source);
  await setToken(version.id, "s3cret-t0ken");
  const { id: runId } = await start(version.name, { inputs: { note } });
  await workOff();
  const [row] = await owner<{ id: number }[]>`SELECT id FROM hil_interactions WHERE execution_id = ${runId}`;
  const message = row && (await readInteraction(approver, row.id, gateway)).message;
  return { runId, workflowId: version.id, question: row?.id ?? null, message };
}
async function setToken(id: number, value: string) {
  const by = await steppedUp(owner, admin, "set_workflow_secret", `${id}/TOKEN`);
  await setSecret(by, { id, name: "TOKEN", value }, gateway);
}
async function approve(id: number | null) {
  await answer(otto, { id: id!, response: { approved: true } }, gateway);
  await workOff();
}
const errorOf = async (runId: number) => (await look(runId)).steps[0]!.last_error;

describe("a header", () => {
  test("is shown whole, with a placeholder in the place of each secret", async () => {
    const { question, message } = await ran(
      sending(
        "hidden-header",
        `headers: { x-note: "\${{ inputs.note }} (no secrets)", x-both: "\${{ inputs.note + ' as ' + secrets.TOKEN }}" }`,
      ),
      "PAY EVERYTHING",
    );
    expect(message).toContain("Header x-note: PAY EVERYTHING (no secrets)");
    expect(message).toContain("Header x-both: PAY EVERYTHING as (secret TOKEN, version 1)");
    await approve(question);
    expect(arrived[0]!.headers).toMatchObject({ "x-both": "PAY EVERYTHING as s3cret-t0ken" });
  });
  test("that a secret decides, or that looks like a secret and is none, is approved by nobody and not sent", async () => {
    for (const [name, header] of [
      ["decided", `\${{ secrets.TOKEN.startsWith('s3') ? 'pay' : 'keep' }}`],
      ["cut", `\${{ secrets.TOKEN.substring(3) }}`],
      ["faked", `\${{ inputs.note }} \${{ secrets.TOKEN }}`],
    ] as const) {
      const { runId, question } = await ran(
        sending(name, `headers: { x-do: "${header}" }`),
        "(secret TOKEN, version 1)",
      );
      expect([name, question]).toEqual([name, null]);
      expect(await errorOf(runId)).toMatchObject({ code: "cannot_be_shown" });
    }
    expect(arrived).toEqual([]);
  });
  test("whose secret was replaced after people approved is not sent under that approval", async () => {
    const { runId, workflowId, question } = await ran(
      sending("replaced", `headers: { x-account: "\${{ secrets.TOKEN }}" }`),
    );
    await setToken(workflowId, "another-account");
    await approve(question);
    expect(await errorOf(runId)).toMatchObject({ code: "not_as_approved" });
    expect(arrived).toEqual([]);
  });
});

describe("an address", () => {
  const at = (name: string) => sending(name, "body: {}", `${here}/\${{ inputs.note }}`);
  test("is shown as it is called", async () => {
    const { question, message } = await ran(at("spelt"), "p%61yments/v1%2e5?of=a");
    expect(message).toContain(`POST: ${here}/payments/v1.5?of=a\n`);
    await approve(question);
    expect(arrived[0]!.line).toBe("POST /payments/v1.5?of=a");
  });
  test("that servers read in two ways is refused, and nobody is asked", async () => {
    const { runId, question } = await ran(at("two-ways"), "1/%2e%2e/../payments/99/release?x=");
    expect(question).toBeNull();
    expect(await errorOf(runId)).toMatchObject({ code: "refused" });
    expect(arrived).toEqual([]);
  });
});

test("a rule by path is asked about the path, however its letters are escaped", async () => {
  const text = `${DEFAULT_POLICY_TEXT}
@id("no-payments") forbid (principal, action == Countersign::Action::"call", resource) when { resource.path like "/payments*" };`;
  const by = await steppedUp(owner, admin, "publish_policy", policyHash(text));
  await publishPolicy(by, { text, note: "why", base_version: 1 }, gateway);
  const notes = ["payments/1", "%70ayments/1", "/payments/1", "./payments/1", "payments;x/1"];
  for (const [index, note] of notes.entries()) {
    const { runId, question } = await ran(
      sending(`by-path-${index}`, "body: {}", `${here}/\${{ inputs.note }}`),
      note,
    );
    expect([note, question]).toEqual([note, null]);
    expect((await errorOf(runId))!.code, note).toMatch(/^(policy_denied|refused)$/);
  }
  expect(arrived).toEqual([]);
});
