import { type InputOf, OPERATIONS, type OperationName } from "@/lib/operations";
import type { Operation } from "@/lib/operations/frame/operation";
import { setSwitch, releaseSwitches } from "../support/http/api";
import { call, succeed } from "../support/http/call";
import { expectStatus, send } from "../support/http/request";
import { installation } from "../support/installation";
import { createEndpoint } from "../support/http/webhooks";
import { addByAdmin, createByAdmin, hire, hireWithApp, personOf } from "../support/people/people";
import { expectNothingWritten, expectProblem } from "../support/http/refusal";
import { freshCode } from "../support/people/second-factor";
import { cookieOf, signInByPassword } from "../support/people/sessions";
import { expect, test } from "../support/test";

/** Steps that hand out credentials or power, and those that let more through. */

test.afterEach(releaseSwitches);

/** Each operation with an input that comes as far as its step. */
async function stepsOf(): Promise<Partial<Record<OperationName, object>>> {
  const approver = await hireWithApp("approver");
  const viewer = await hire("viewer");
  const gone = await hire("approver");
  await succeed("revokePerson", "admin", { id: gone.userId });
  const { person: waits } = await addByAdmin("approver");
  const { agent } = await createByAdmin();
  const paused = await createByAdmin();
  await succeed("pauseAgent", "admin", { id: paused.agent.id });
  const endpoint = await createEndpoint();
  await setSwitch("high_risk_ops", true, "A look at the brakes");
  const id = approver.userId;
  const [policy] = (await succeed("readPolicies", "admin", {})).items;
  const source = `workflow: stepped-${id}\nsteps: [{ id: hi, tool: transform, with: { value: Hi } }]`;
  const workflow = await succeed("storeVersion", "admin", { source });
  return {
    addPerson: { name: "Nia Okafor", email: `nia-${id}@greenfield.example`, role: "approver" },
    changeRole: { id: viewer.userId, role: "approver" },
    restorePerson: { id: gone.userId },
    confirmRole: { id: waits.id, role: waits.pending_role!.role, at: waits.pending_role!.at },
    confirmLeave: { id },
    confirmRecovery: { id, until: (await personOf(id)).recovery?.until ?? new Date().toISOString() },
    issuePasswordLink: { id },
    resetSecondFactor: { id },
    unlinkSignIn: { id },
    createAgent: { name: `spy-${id}` },
    changeAgent: { id: agent.id, on_behalf_of: id },
    rotateAgentKey: { id: agent.id },
    resumeAgent: { id: paused.agent.id },
    changeProposalLimits: { pending_max: 20_000, reason: "More" },
    createWebhookEndpoint: OPERATIONS.createWebhookEndpoint.example!,
    changeWebhookEndpoint: { id: endpoint.id, url: "https://hooks.example.com/moved" },
    rotateWebhookSecret: { id: endpoint.id },
    publishPolicy: { ...(OPERATIONS.publishPolicy.example as object), base_version: policy!.version },
    publishWorkflow: { id: workflow.id, version_id: workflow.version_id, note: "Mine", base_publication: 0 },
    setSecret: { id: workflow.id, name: "API_KEY", value: "k" },
    makeWebhook: { id: workflow.id, name: "hook" },
    setThreshold: {
      ...(OPERATIONS.setThreshold.example as object),
      base_hash: (await succeed("readThresholds", "admin", {})).hash,
    },
    signStanding: { action_types: ["note_attachment"], per_day_max: 100, valid_days: 90 },
    setContentSetting: OPERATIONS.setContentSetting.example!,
    setNetSuiteAccount: OPERATIONS.setNetSuiteAccount.example!,
    removeNetSuiteAccount: {},
    beginConnectingSlack: {},
    connectQuestionWebhook: OPERATIONS.connectQuestionWebhook.example!,
    moveQuestionWebhook: { url: "https://questions.example.com/moved" },
    rotateQuestionWebhook: {},
    setKillSwitch: { name: "high_risk_ops", engaged: false, reason: "Go on" },
  };
}

test("no step that needs a fresh second factor is done by an administrator's token, and nothing is written", async () => {
  const steps = await stepsOf();
  const needed = Object.entries<Operation>(OPERATIONS).filter(([, { stepUp }]) => stepUp);
  expect(needed.map(([name]) => name).filter((name) => !(name in steps))).toEqual([]);
  await expectNothingWritten(async () => {
    for (const [name, input] of Object.entries(steps))
      await test.step(name, async () => {
        const answer = await call(name as OperationName, "admin", input as InputOf<OperationName>);
        expectProblem(answer, "session_required");
      });
  });
});

test("in a session a step is named by its purpose and subject, and a token for another one does not do", async () => {
  const [one, other] = [await createByAdmin(), await createByAdmin()];
  const { value } = cookieOf("admin");
  const headers = { cookie: `next-auth.session-token=${value}`, origin: installation().url };
  const rotate = (id: number, more: Record<string, string> = {}) =>
    send(`/api/agents/${id}/rotate-key`, { method: "POST", headers: { ...headers, ...more }, body: {} });
  const bare = await rotate(one.agent.id);
  const step = { purpose: "rotate_agent_key", subject: String(one.agent.id) };
  expect(expectProblem(bare, "step_up_missing")).toMatchObject(step);
  const factor = { type: "totp", code: await freshCode("admin") };
  const minted = await send("/api/step-up", { method: "POST", headers, body: { ...step, factor } });
  const { step_up_token } = expectStatus<{ step_up_token: string }>(minted, 201);
  expectProblem(await rotate(other.agent.id, { "x-step-up": step_up_token }), "step_up_invalid");
  expectStatus(await rotate(one.agent.id, { "x-step-up": step_up_token }), 201);
  expectProblem(await rotate(one.agent.id, { "x-step-up": step_up_token }), "step_up_invalid");
});

test("an administrator's token engages a switch, at once and without a second factor", async () => {
  const engaged = await call("setKillSwitch", "admin", {
    name: "high_risk_ops",
    engaged: true,
    reason: "Stop, whoever holds the token",
  });
  expect(engaged.status).toBe(200);
  const { switches } = await succeed("readOverview", "admin", {});
  expect(switches.find(({ name }) => name === "high_risk_ops")).toMatchObject({ engaged: true });
});

test("an administrator's session without a second factor reads and changes nothing", async () => {
  const person = await hireWithApp("admin");
  const [cookie] = await signInByPassword(person);
  const headers = { cookie: `${cookie!.name}=${cookie!.value}`, origin: installation().url };
  await expectNothingWritten(async () => {
    for (const path of ["/api/overview", "/api/people", "/api/account", "/api/proposed-actions"])
      expectProblem(await send(path, { headers }), "second_factor_needed");
    const change = { name: "ns_writes", engaged: true, reason: "Mine" };
    const answer = await send("/api/kill-switches", { method: "PUT", headers, body: change });
    expectProblem(answer, "second_factor_needed");
  });
});
