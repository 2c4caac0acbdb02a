import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTenant } from "@/db/client";
import type { Person } from "@/lib/core/access/principal";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";
import { type EvidenceSubject, readEvidence, readEvidenceFile } from "@/lib/gateway/evidence/read-evidence";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal, refusalOf } from "@/lib/gateway/testing/race";
import { answer } from "@/lib/interactions/answer";
import { useNotedRun } from "@/lib/runtime/testing/use-noted-run";

/** Bundles that are sealed: who checks and reads them, and that they stay as they are. */

const runs = await useNotedRun();
const { world, owner, gateway, admin, approver, workOff, tenantId, noted, seal, bundleOf } = runs;
const otto = await world.home.person("Otto", "approver");
beforeAll(async () => {
  await workOff();
  await seal();
});

const ASKED = "interaction_type: approval, message: Plums?, responders: [{ role: approver }]";
const OUTSIDE = "http://127.0.0.1:PORT/plums";
const refused = (person: Person, subject: EvidenceSubject) =>
  refusalOf(readEvidenceFile(person, subject, gateway));

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
      ["run", noted.runId],
      ["proposed_action", noted.actionId],
    ] as const)
      expect(await check((await bundleOf(kind, id)).text)).toEqual({
        status: 0,
        said: ["The bundle holds."],
      });
  });
  test.each([
    ["people answered", `tool: human.ask, with: { ${ASKED} }`],
    ["people approved", `tool: http.request, with: { method: GET, url: "${OUTSIDE}" }, approval: {}`],
  ])("finds that the bundle of a run holds in which %s a question", async (what, step) => {
    const name = what.replace(" ", "-");
    await runs.publish(
      `workflow: ${name}\nlimits: { writes: 1 }\nsteps:\n  - { id: step, ${step.replace("PORT", `${runs.port}`)} }`,
    );
    const { id: runId } = await runs.start(name);
    await workOff();
    const [asked] = await owner<{ id: number }[]>`
      SELECT id FROM hil_interactions WHERE execution_id = ${runId}`;
    await answer(otto, { id: asked!.id, response: { approved: true } }, gateway);
    await workOff();
    await seal();
    const { text, bundle } = await bundleOf("run", runId);
    expect(bundle.questions).toMatchObject([{ id: asked!.id, status: "responded" }]);
    expect(await check(text)).toEqual({ status: 0, said: ["The bundle holds."] });
  });
  test("finds a changed word, and a line that was added", async () => {
    const { text } = await bundleOf("run", noted.runId);
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
    const subject = { kind: "proposed_action", id: noted.actionId } as const;
    const { text, bundle } = await bundleOf("proposed_action", noted.actionId);
    expect(bundle).toMatchObject({ run: null, steps: [], predicate: { subject: { status: "applied" } } });
    expect(await readEvidence(approver, subject, gateway)).toMatchObject({ laterEvents: 0 });
    await owner`
      SELECT append_event(${tenantId}::bigint, 'proposed_action', ${noted.actionId}::bigint, 'draft.marked', 'person', 'Ana', '{}')`;
    await seal();
    expect((await bundleOf("proposed_action", noted.actionId)).text).toBe(text);
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
  test("is its own: a genuine one of something else that somebody put in its place is not handed out, and its page says so", async () => {
    const { proposal } = await world.propose(proposals.arNote());
    await withdrawProposal(world.agent, proposal.id, gateway);
    await inTenant(gateway.database, tenantId, (tx) =>
      tx.execute(sql`
        UPDATE evidence_bundles b SET payload = o.payload, signature = o.signature, key_id = o.key_id,
          sha256 = o.sha256, size_bytes = o.size_bytes, checkpoint_seq = o.checkpoint_seq, sealed_at = o.sealed_at
        FROM evidence_bundles o
        WHERE o.tenant_id = ${tenantId} AND o.subject_type = 'proposed_action' AND o.subject_id = ${noted.actionId}
          AND b.tenant_id = ${tenantId} AND b.subject_type = 'proposed_action' AND b.subject_id = ${proposal.id}`),
    );
    const subject = { kind: "proposed_action", id: proposal.id } as const;
    expect(await refused(approver, subject)).toMatchObject({ code: "internal" });
    expect((await readEvidence(approver, subject, gateway)).verified!.faults).toEqual([
      { kind: "other_subject", at: "statement", text: expect.stringContaining("something else") },
    ]);
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
    const subject = { kind: "run", id: noted.runId } as const;
    await readEvidenceFile(admin, subject, gateway);
    expect(await refused(world.viewer, subject)).toMatchObject({ code: "not_allowed" });
    await expectRefusal(readEvidence(world.viewer, subject, gateway), "not_allowed");
  });
  test("of another company's nobody learns that it is there", async () => {
    const stranger = { ...admin, tenantId: tenantId + 1_000 };
    expect(await refused(stranger, { kind: "run", id: noted.runId })).toMatchObject({ code: "not_found" });
    expect(await refused(admin, { kind: "run", id: noted.runId + 1_000 })).toMatchObject({
      code: "not_found",
    });
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
