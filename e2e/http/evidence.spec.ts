import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { call, succeed } from "../support/http/call";
import { expectStatus, send } from "../support/http/request";
import { userOf } from "../support/installation";
import { foundOtherTenant } from "../support/people/other-tenant";
import { expectProblem } from "../support/http/refusal";
import { sealNow } from "../support/seal";
import { expect, test } from "../support/test";
import {
  approveToTheEnd,
  newName,
  notingText,
  proposedBy,
  publish,
  startRun,
  untilRun,
} from "../support/proposals/workflows";

/** Evidence over HTTP: not before the checkpoint, then the same file for ever, and verified without us. */

let folder: string;
test.beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), "countersign-evidence-"))));
test.afterAll(() => rm(folder, { recursive: true }));

const fetchFile = (address: string) => send(address, { token: userOf("approver").token });

async function verifyFile(name: string, text: string) {
  const file = path.join(folder, name);
  await writeFile(file, text);
  const args = ["--import", "tsx", "scripts/verify.ts", file, "--key", process.env.COUNTERSIGN_DEMO_FILE!];
  return new Promise<{ code: number; last: unknown }>((resolve) => {
    execFile(process.execPath, args, { env: { PATH: process.env.PATH } as never }, (error, out) =>
      resolve({ code: error ? Number(error.code) : 0, last: JSON.parse(out.trimEnd().split("\n").at(-1)!) }),
    );
  });
}

test("a run's evidence is refused until the checkpoint after its end, and then is one file that anybody verifies", async () => {
  const name = newName("evident");
  await publish(notingText(name));
  const { id } = await startRun(name, { text: "A plum orchard" });
  const waiting = await untilRun(id, "waiting_approval");
  const address = `/api/runs/${id}/evidence`;
  expect(expectProblem(await fetchFile(address), "not_sealed")).toMatchObject({
    status: 409,
    available_at: null,
  });

  const actionId = proposedBy(waiting);
  await approveToTheEnd(id, actionId);
  // The installation takes checkpoints too: where one came in between, it is there already.
  const early = await fetchFile(address);
  if (early.status !== 200) {
    const due = Date.parse(String(expectProblem(early, "not_sealed").available_at));
    expect(due).toBeGreaterThan(Date.now() - 1_000);
    expect(due).toBeLessThan(Date.now() + 5 * 60_000 + 1_000);
  }

  await sealNow();
  const answer = await fetchFile(address);
  const envelope = expectStatus<{ payload: string; payloadType: string }>(answer, 200);
  expect(answer.headers.get("content-type")).toBe("application/vnd.dsse.envelope.v1+json");
  expect(answer.headers.get("content-disposition")).toContain(`run-${id}-evidence.json`);
  expect(envelope.payloadType).toBe("application/vnd.in-toto+json");
  expect(Buffer.from(envelope.payload, "base64").toString()).not.toContain("plum orchard");
  expect(await verifyFile("run.json", answer.text)).toEqual({ code: 0, last: { ok: true, faults: [] } });
  expect(await verifyFile("cut.json", answer.text.slice(0, -9))).toMatchObject({
    code: 7,
    last: { ok: false },
  });
  expect((await fetchFile(address)).text).toBe(answer.text);

  const ofAction = await fetchFile(`/api/proposed-actions/${actionId}/evidence`);
  expect(await verifyFile("action.json", ofAction.text)).toMatchObject({ code: 0 });
  expect(await succeed("readActionEvidenceState", "approver", { id: actionId })).toMatchObject({
    state: "sealed",
  });

  expectProblem(await call("readRunEvidence", "viewer", { id }), "not_allowed");
  const stranger = await foundOtherTenant();
  expectProblem(await call("readRunEvidence", { token: stranger.adminToken }, { id }), "not_found");
});

test("an administrator takes a period away, and verifies it", async () => {
  const today = new Date().toISOString().slice(0, 10);
  const address = `/api/audit/evidence?from=2026-01-01&to=${today}`;
  const answer = await send(address, { token: userOf("admin").token });
  expect(answer.status).toBe(200);
  expect(await verifyFile("period.ndjson", answer.text)).toMatchObject({ code: 0 });
  expectProblem(await send(address, { token: userOf("approver").token }), "not_allowed");
  const backwards = `/api/audit/evidence?from=${today}&to=2026-01-01`;
  expectProblem(await send(backwards, { token: userOf("admin").token }), "validation_failed");
});
