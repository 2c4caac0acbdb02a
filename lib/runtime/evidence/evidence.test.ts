import { describe, expect, test } from "vitest";
import { verifyBundle } from "@/lib/core/ledger/bundle/verify-bundle";
import { sha256Hex } from "@/lib/core/ledger/payload-hash";
import { readEvidenceFile, readEvidenceState } from "@/lib/gateway/evidence/read-evidence";
import { sealEvidence } from "@/lib/gateway/evidence/seal-evidence";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { publishPolicy } from "@/lib/gateway/rules/publish-policy";
import { refusalOf } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { DEFAULT_POLICY_TEXT } from "@/lib/policy/default-policy.cedar";
import { policyHash } from "@/lib/policy/engine";
import { useNotedRun } from "@/lib/runtime/testing/use-noted-run";

const {
  owner,
  gateway,
  admin,
  approver,
  publish,
  start,
  workOff,
  look,
  tenantId,
  port,
  noted,
  seal,
  bundleOf,
} = await useNotedRun();

describe("before it is sealed", () => {
  test("the evidence of a run that goes on is not to be had, and nobody can say when it will be", async () => {
    await seal();
    const refusal = await refusalOf(readEvidenceFile(approver, { kind: "run", id: noted.runId }, gateway));
    expect(refusal).toMatchObject({ code: "not_sealed", status: 409, members: { available_at: null } });
    expect(await readEvidenceState(approver, { kind: "run", id: noted.runId }, gateway)).toMatchObject({
      state: "open",
      sealed: null,
    });
  });
  test("the evidence of a run that has ended is there at the next checkpoint, whose time is told", async () => {
    await workOff();
    expect(await look(noted.runId)).toMatchObject({ status: "succeeded" });
    // Its end is an event that no checkpoint covers yet.
    expect(await sealEvidence(gateway)).toBe(0);
    const refusal = await refusalOf(readEvidenceFile(approver, { kind: "run", id: noted.runId }, gateway));
    const { available_at: at } = refusal.members as { available_at: string };
    expect(Date.parse(at) - gateway.clock.now().getTime()).toBeGreaterThan(0);
    expect(Date.parse(at) - gateway.clock.now().getTime()).toBeLessThanOrEqual(5 * 60_000);
    expect(new Date(at).getUTCMinutes() % 5).toBe(0);
  });
});

describe("a run's bundle", () => {
  test("holds its inputs and outputs as names and hashes, and not their contents", async () => {
    await seal();
    const { text, bundle } = await bundleOf("run", noted.runId);
    expect(bundle.run).toMatchObject({
      id: noted.runId,
      status: "succeeded",
      started_by: { label: approver.name },
    });
    expect(bundle.run!.inputs.map(({ name }) => name)).toEqual(["customer", "text"]);
    const named = bundle.run!.inputs[1]!.sha256;
    expect(named).toBe(sha256Hex('"peach marmalade"'));
    expect(bundle.steps.map(({ step, status }) => `${step}:${status}`)).toEqual([
      "ask:succeeded",
      "note:succeeded",
      "after:succeeded",
    ]);
    expect(bundle.steps[2]).toMatchObject({ inputs: [{ name: "value", sha256: named }], attempts: 1 });
    expect(bundle.steps[2]!.output_sha256).toBe(sha256Hex('{"value":"peach marmalade"}'));
    const payload = Buffer.from((JSON.parse(text) as { payload: string }).payload, "base64").toString();
    for (const content of ["peach", "grape", "plum", "secret-path", "secret-query"])
      expect(payload).not.toContain(content);
  });
  test("holds every policy answer, approval and receipt", async () => {
    const { bundle } = await bundleOf("run", noted.runId);
    const [policy] = await owner<{ version: number; hash: string }[]>`
      SELECT version, hash FROM policies WHERE tenant_id = ${tenantId} ORDER BY version DESC LIMIT 1`;
    expect(bundle.receipts.steps).toMatchObject([
      {
        status: "succeeded",
        request: { method: "POST", host: `127.0.0.1:${port}` },
        policy: { effect: "permit", version: policy!.version, hash: policy!.hash, rule: expect.any(String) },
        response: { kind: "answered", status: 200 },
      },
    ]);
    expect(bundle.actions).toMatchObject([
      {
        id: noted.actionId,
        status: "applied",
        fields: ["note"],
        policy: { version: policy!.version, hash: policy!.hash, approvals: 1 },
        live_reading: { read_at: expect.any(String) },
        pushes: [
          {
            status: "applied",
            readback: { verification: "verified", fields: [{ field: "note", matches: true }] },
          },
        ],
      },
    ]);
    const counted = await owner<{ decisions: number; receipts: number }[]>`
      SELECT (SELECT count(*)::int FROM decisions WHERE action_id = ${noted.actionId}) AS decisions,
        (SELECT count(*)::int FROM action_receipts WHERE action_id = ${noted.actionId}) AS receipts`;
    expect({ decisions: bundle.decisions.length, receipts: bundle.receipts.actions.length }).toEqual(
      counted[0],
    );
    expect(bundle.decisions).toMatchObject([
      {
        action_id: noted.actionId,
        decision: "approve",
        outcome: "claimed",
        payload_sha256: bundle.actions[0]!.payload_sha256,
        by: { kind: "person", label: approver.name, user_id: approver.userId },
        policy: { version: policy!.version, hash: policy!.hash },
      },
    ]);
    expect(bundle.receipts.actions).toMatchObject([
      {
        action_id: noted.actionId,
        status: "applied",
        verification: "verified",
        reversible: expect.any(Boolean),
      },
    ]);
  });
  test("holds the answers of the policy that denied a step", async () => {
    await publish(`workflow: denied
limits: { writes: 1 }
steps: [{ id: ask, tool: http.request, with: { method: POST, url: "http://127.0.0.1:${port}/denied" } }]`);
    const text = `${DEFAULT_POLICY_TEXT}
@id("no-calls")
forbid (principal, action == Countersign::Action::"call", resource);`;
    await publishPolicy(
      await steppedUp(owner, admin, "publish_policy", policyHash(text)),
      { text, note: "No calls", base_version: 1 },
      gateway,
    );
    const { id } = await start("denied");
    await workOff();
    await seal();
    const { bundle } = await bundleOf("run", id);
    expect(bundle.run).toMatchObject({ status: "failed_terminal", error: { step: "ask" } });
    expect(bundle.steps[0]!.error).toMatchObject({
      code: "policy_denied",
      policy: { effect: "deny", version: 2, hash: policyHash(text), rule: "no-calls" },
    });
    expect(bundle.receipts.steps).toEqual([]);
  });
  test("carries checkpoints that prove each event of the run and of its actions", async () => {
    const { bundle } = await bundleOf("run", noted.runId);
    const [stored] = await owner<{ count: number }[]>`
      SELECT count(*)::int AS count FROM events
      WHERE tenant_id = ${tenantId} AND ((entity_type, entity_id) = ('run', ${noted.runId}::bigint)
        OR (entity_type, entity_id) = ('proposed_action', ${noted.actionId}::bigint))`;
    expect(bundle.events).toHaveLength(stored!.count);
    const { head } = await verifyLedger(admin, { mode: "full" }, gateway);
    expect(
      verifyBundle(Buffer.from((await bundleOf("run", noted.runId)).text), gateway.ledgerKeys.known, [head!]),
    ).toMatchObject({
      faults: [],
      compared: 1,
    });
  });
  test("keeps its SHA-256 in the database, and is the same bytes for ever", async () => {
    const { text } = await bundleOf("run", noted.runId);
    const [row] = await owner<{ sha256: string; size_bytes: number }[]>`
      SELECT sha256, size_bytes FROM evidence_bundles WHERE subject_type = 'run' AND subject_id = ${noted.runId}`;
    expect(row).toEqual({ sha256: sha256Hex(text), size_bytes: Buffer.byteLength(text) });
    expect(await seal()).toBe(0);
    expect((await bundleOf("run", noted.runId)).text).toBe(text);
  });
});
