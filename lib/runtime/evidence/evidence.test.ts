import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Person } from "@/lib/core/access/principal";
import { systemClock } from "@/lib/clock";
import { verifyBundle } from "@/lib/core/ledger/bundle/verify-bundle";
import { sha256Hex } from "@/lib/core/ledger/payload-hash";
import {
  type EvidenceSubject,
  readEvidence,
  readEvidenceFile,
  readEvidenceState,
} from "@/lib/gateway/evidence/read-evidence";
import { sealEvidence } from "@/lib/gateway/evidence/seal-evidence";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { approve, workThrough } from "@/lib/gateway/testing/deliver";
import { expectRefusal, refusalOf } from "@/lib/gateway/testing/race";
import { proposals } from "@/lib/gateway/testing/proposals";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";
import { inTenant } from "@/db/client";
import { sql } from "drizzle-orm";
import { DEFAULT_POLICY_TEXT } from "@/lib/policy/default-policy.cedar";
import { policyHash } from "@/lib/policy/engine";
import { publishPolicy } from "@/lib/gateway/rules/publish-policy";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { createSender } from "@/lib/outbound";
import { closeReceivers, receivePlainly } from "@/lib/outbound/testing/receiver";
import { useRuns } from "@/lib/runtime/testing/use-runs";

const runs = await useRuns();
const { world, owner, gateway, admin, approver, publish, start, workOff, look, tenantId } = runs;

const port = await receivePlainly((_, response) =>
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ answer: "grape jam" })),
);
afterAll(closeReceivers);
Object.assign(gateway, {
  sender: createSender({ ownUrls: [], openAddresses: [{ host: "127.0.0.1", port }], clock: systemClock }),
});

/** Reads nothing, asks an address, proposes a note, and goes on when it is written. */
const source = `workflow: noted
inputs: { type: object, required: [text, customer], properties: { text: { type: string }, customer: { type: string } } }
limits: { writes: 3 }
steps:
  - { id: ask, tool: http.request, with: { method: POST, url: "https://127.0.0.1:${port}/secret-path?q=secret-query", body: { of: "\${{ inputs.text }}" } } }
  - id: note
    tool: netsuite.propose
    with:
      action_type: ar_note
      entity_type: customer
      entity_ref: "\${{ inputs.customer }}"
      changes: [{ field: note, to: "\${{ inputs.text }}" }]
      reason: Because of plum prose
  - { id: after, tool: transform, with: { value: "\${{ inputs.text }}" } }`;

const seal = async () => {
  await sealLedger(gateway);
  return sealEvidence(gateway);
};
const bundleOf = async (kind: "run" | "proposed_action", id: number) => {
  const { text } = await readEvidenceFile(approver, { kind, id }, gateway);
  const { bundle, faults } = verifyBundle(Buffer.from(text), gateway.ledgerKeys.known);
  expect(faults).toEqual([]);
  return { text, bundle: bundle! };
};

const refused = (person: Person, subject: EvidenceSubject) =>
  refusalOf(readEvidenceFile(person, subject, gateway));

let runId: number;
let actionId: number;

beforeAll(async () => {
  await publish(source.replaceAll("https://127", "http://127"));
  runId = (await start("noted", { inputs: { text: "peach marmalade", customer: "Coastal Pantry" } })).id;
  await workOff();
  const run = await look(runId);
  actionId = run.steps.find(({ step_id }) => step_id === "note")!.proposed_action_id!;
  const [action] = await owner<{ id: number; payload_hash: string }[]>`
    SELECT id, payload_hash FROM proposed_actions WHERE id = ${actionId}`;
  await approve(world, action!);
  await workThrough(world, actionId);
});

describe("before it is sealed", () => {
  test("the evidence of a run that goes on is not to be had, and nobody can say when it will be", async () => {
    await seal();
    const refusal = await refused(approver, { kind: "run", id: runId });
    expect(refusal).toMatchObject({ code: "not_sealed", status: 409, members: { available_at: null } });
    expect(await readEvidenceState(approver, { kind: "run", id: runId }, gateway)).toMatchObject({
      state: "open",
      sealed: null,
    });
  });
  test("the evidence of a run that has ended is there at the next checkpoint, whose time is told", async () => {
    await workOff();
    expect(await look(runId)).toMatchObject({ status: "succeeded" });
    // Its end is an event that no checkpoint covers yet.
    expect(await sealEvidence(gateway)).toBe(0);
    const refusal = await refused(approver, { kind: "run", id: runId });
    const { available_at: at } = refusal.members as { available_at: string };
    expect(Date.parse(at) - gateway.clock.now().getTime()).toBeGreaterThan(0);
    expect(Date.parse(at) - gateway.clock.now().getTime()).toBeLessThanOrEqual(5 * 60_000);
    expect(new Date(at).getUTCMinutes() % 5).toBe(0);
  });
});

describe("a run's bundle", () => {
  test("holds its inputs and outputs as names and hashes, and not their contents", async () => {
    await seal();
    const { text, bundle } = await bundleOf("run", runId);
    expect(bundle.run).toMatchObject({
      id: runId,
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
    const { bundle } = await bundleOf("run", runId);
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
        id: actionId,
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
      SELECT (SELECT count(*)::int FROM decisions WHERE action_id = ${actionId}) AS decisions,
        (SELECT count(*)::int FROM action_receipts WHERE action_id = ${actionId}) AS receipts`;
    expect({ decisions: bundle.decisions.length, receipts: bundle.receipts.actions.length }).toEqual(
      counted[0],
    );
    expect(bundle.decisions).toMatchObject([
      {
        action_id: actionId,
        decision: "approve",
        outcome: "claimed",
        payload_sha256: bundle.actions[0]!.payload_sha256,
        by: { kind: "person", label: approver.name, user_id: approver.userId },
        policy: { version: policy!.version, hash: policy!.hash },
      },
    ]);
    expect(bundle.receipts.actions).toMatchObject([
      { action_id: actionId, status: "applied", verification: "verified", reversible: expect.any(Boolean) },
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
    const { bundle } = await bundleOf("run", runId);
    const [stored] = await owner<{ count: number }[]>`
      SELECT count(*)::int AS count FROM events
      WHERE tenant_id = ${tenantId} AND ((entity_type, entity_id) = ('run', ${runId}::bigint)
        OR (entity_type, entity_id) = ('proposed_action', ${actionId}::bigint))`;
    expect(bundle.events).toHaveLength(stored!.count);
    const { head } = await verifyLedger(admin, { mode: "full" }, gateway);
    expect(
      verifyBundle(Buffer.from((await bundleOf("run", runId)).text), gateway.ledgerKeys.known, [head!]),
    ).toMatchObject({
      faults: [],
      compared: 1,
    });
  });
  test("keeps its SHA-256 in the database, and is the same bytes for ever", async () => {
    const { text } = await bundleOf("run", runId);
    const [row] = await owner<{ sha256: string; size_bytes: number }[]>`
      SELECT sha256, size_bytes FROM evidence_bundles WHERE subject_type = 'run' AND subject_id = ${runId}`;
    expect(row).toEqual({ sha256: sha256Hex(text), size_bytes: Buffer.byteLength(text) });
    expect(await seal()).toBe(0);
    expect((await bundleOf("run", runId)).text).toBe(text);
  });
});

describe("a verifier that shares no code with the product", () => {
  const script = fileURLToPath(new URL("../../../scripts/testing/verify-evidence.mjs", import.meta.url));
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "countersign-evidence-"));
    await writeFile(path.join(folder, "key.pem"), gateway.ledgerKeys.signing!.publicPem);
  });
  afterAll(() => rm(folder, { recursive: true }));
  const check = async (text: string) => {
    const file = path.join(folder, "bundle.json");
    await writeFile(file, text);
    // No database, no network, none of our modules: it runs in an empty folder.
    const { status, stdout } = spawnSync(process.execPath, [script, file, path.join(folder, "key.pem")], {
      cwd: folder,
      env: { NODE_ENV: "test" },
      encoding: "utf8",
    });
    return { status, said: stdout.trimEnd().split("\n") };
  };

  test("finds that the bundles of a run and of an action hold", async () => {
    for (const [kind, id] of [
      ["run", runId],
      ["proposed_action", actionId],
    ] as const)
      expect(await check((await bundleOf(kind, id)).text)).toEqual({
        status: 0,
        said: ["The bundle holds."],
      });
  });
  test("finds a changed word, and a line that was added", async () => {
    const { text } = await bundleOf("run", runId);
    const envelope = JSON.parse(text) as { payload: string };
    const payload = Buffer.from(envelope.payload, "base64").toString();
    const changed = payload.replace("Coastal Pantry", "Coastal Bakery");
    expect(changed).not.toBe(payload);
    const forged = text.replace(envelope.payload, Buffer.from(changed).toString("base64"));
    expect(await check(forged)).toMatchObject({
      status: 7,
      said: expect.arrayContaining(["the signature does not hold"]),
    });
    expect(await check(`${text}\n`)).toMatchObject({
      status: 7,
      said: expect.arrayContaining(["the envelope is not canonical"]),
    });
  });
});

describe("an action's bundle", () => {
  test("is sealed once: an event that comes later changes nothing, and is counted beside it", async () => {
    const subject = { kind: "proposed_action", id: actionId } as const;
    const { text, bundle } = await bundleOf("proposed_action", actionId);
    expect(bundle).toMatchObject({ run: null, steps: [], predicate: { subject: { status: "applied" } } });
    expect(await readEvidence(approver, subject, gateway)).toMatchObject({ laterEvents: 0 });
    await owner`
      SELECT append_event(${tenantId}::bigint, 'proposed_action', ${actionId}::bigint, 'draft.marked', 'person', 'Ana', '{}')`;
    await seal();
    expect((await bundleOf("proposed_action", actionId)).text).toBe(text);
    expect(await readEvidence(approver, subject, gateway)).toMatchObject({
      laterEvents: 1,
      verified: { faults: [] },
    });
  });
  test.each(["rejected", "cancelled"] as const)("is there for one that was %s", async (status) => {
    const { proposal } = await world.propose(proposals.arNote());
    if (status === "rejected")
      await world.decide(approver, proposal, { decision: "reject", comment: "Not this one" });
    else await withdrawProposal(world.agent, proposal.id, gateway);
    await seal();
    const { bundle } = await bundleOf("proposed_action", proposal.id);
    expect(bundle.actions).toMatchObject([{ id: proposal.id, status }]);
    expect(bundle.decisions).toHaveLength(status === "rejected" ? 1 : 0);
  });
  test("is neither changed nor taken away by the app, nor by anybody who goes past it", async () => {
    for (const statement of [
      "UPDATE evidence_bundles SET sealed_at = sealed_at WHERE sealed_at IS NOT NULL",
      "UPDATE evidence_bundles SET sha256 = sha256 WHERE sealed_at IS NOT NULL",
      "DELETE FROM evidence_bundles",
      "TRUNCATE evidence_bundles",
    ]) {
      await expect(owner.unsafe(statement)).rejects.toThrow(/sealed once|append-only/);
      await expect(
        inTenant(gateway.database, tenantId, (tx) => tx.execute(sql.raw(statement))),
      ).rejects.toThrow();
    }
  });
});

describe("who reads it", () => {
  test("approvers, administrators and stewards do; a viewer does where content is shown to viewers", async () => {
    const subject = { kind: "run", id: runId } as const;
    await readEvidenceFile(admin, subject, gateway);
    expect(await refused(world.viewer, subject)).toMatchObject({ code: "not_allowed" });
    await expectRefusal(readEvidence(world.viewer, subject, gateway), "not_allowed");
  });
  test("of another company's nobody learns that it is there", async () => {
    const stranger = { ...admin, tenantId: tenantId + 1_000 };
    expect(await refused(stranger, { kind: "run", id: runId })).toMatchObject({ code: "not_found" });
    expect(await refused(admin, { kind: "run", id: runId + 1_000 })).toMatchObject({ code: "not_found" });
  });
});

test("one that cannot be sealed keeps none of the others waiting", async () => {
  const first = await world.propose(proposals.arNote());
  const second = await world.propose(proposals.arNote());
  for (const { proposal } of [first, second]) await withdrawProposal(world.agent, proposal.id, gateway);
  await runs.superuserOf().begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx`DELETE FROM proposed_actions WHERE id = ${first.proposal.id}`;
  });
  expect(await seal()).toBe(1);
  await bundleOf("proposed_action", second.proposal.id);
});
