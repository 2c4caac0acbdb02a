import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "@/lib/core/access/principal";
import { type PeriodEnd, type PeriodLine, verifyPeriod } from "@/lib/core/ledger/bundle/period";
import { sha256Hex } from "@/lib/core/ledger/payload-hash";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";
import { exportPeriod } from "@/lib/gateway/evidence/export-period";
import { readEvidenceFile } from "@/lib/gateway/evidence/read-evidence";
import { sealEvidence } from "@/lib/gateway/evidence/seal-evidence";
import { exportCheckpoints } from "@/lib/gateway/ledger/export-ledger";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { runScript } from "@/scripts/testing/run-script";

const runs = await useRuns();
const { world, owner, gateway, admin, approver, tenantId } = runs;
const { known } = gateway.ledgerKeys;
const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as PeriodLine | PeriodEnd);
const kindsOf = (text: string) => verifyPeriod(Buffer.from(text), known).map(({ kind }) => kind);

let text: string;
let lines: (PeriodLine | PeriodEnd)[];
let today: string;
let runId: number;

beforeAll(async () => {
  // Twelve hours ahead of UTC: its days are others.
  await owner`UPDATE tenants SET time_zone = 'Pacific/Auckland' WHERE id = ${tenantId}`;
  const [day] = await owner<{ day: string }[]>`
    SELECT (clock_timestamp() AT TIME ZONE 'Pacific/Auckland')::date::text AS day`;
  today = day!.day;
  const run = await runs.follow(
    `workflow: hello\nsteps: [{ id: hi, tool: transform, with: { value: hello } }]`,
  );
  runId = run.id;
  for (let n = 0; n < 3; n += 1) {
    const { proposal } = await world.propose(proposals.arNote());
    if (n < 2) await withdrawProposal(world.agent, proposal.id, gateway);
  }
  await sealLedger(gateway);
  await sealEvidence(gateway);
  const { proposal } = await world.propose(proposals.arNote());
  await world.decide(approver, proposal, { decision: "reject", comment: "Not this one" });
  text = await textOf(exportPeriod(admin, { from: today, to: today }, gateway).stream);
  lines = linesOf(text);
});

describe("a period's export", () => {
  test("counts what was proposed, begun, decided and what ended, by status and tier", () => {
    const counts = lines.flatMap((line) => (line.kind === "count" ? [line] : []));
    const sum = (of: string, status: string) =>
      counts
        .filter((count) => count.of === of && count.status === status)
        .reduce((all, { count }) => all + count, 0);
    expect(sum("actions_proposed", "cancelled")).toBe(2);
    expect(sum("actions_proposed", "pending")).toBe(1);
    expect(sum("actions_ended", "cancelled")).toBe(2);
    expect(sum("actions_ended", "rejected")).toBe(1);
    expect(sum("runs_begun", "succeeded")).toBe(1);
    expect(sum("runs_ended", "succeeded")).toBe(1);
    expect(sum("decisions", "reject claimed by person")).toBe(1);
    expect(counts.find(({ of }) => of === "actions_ended")!.tier).toEqual(expect.any(Number));
  });
  test("names the first and the last number of each sequence, and the checkpoints with their hashes", async () => {
    const sequences = lines.flatMap((line) => (line.kind === "sequence" ? [line] : []));
    const [stored] = await owner<{ first: number; last: number; count: number }[]>`
      SELECT min(id) AS first, max(id) AS last, count(*)::int AS count FROM proposed_actions WHERE tenant_id = ${tenantId}`;
    expect(sequences.find(({ of }) => of === "proposed_actions")).toMatchObject(stored!);
    expect(sequences.map(({ of }) => of)).toEqual([
      "proposed_actions",
      "runs",
      "decisions",
      "events",
      "checkpoints",
    ]);
    const [checkpoint] = await owner<{ seq: number; hash: string }[]>`
      SELECT seq, hash FROM audit_checkpoints WHERE tenant_id = ${tenantId} ORDER BY seq DESC LIMIT 1`;
    expect(lines.filter(({ kind }) => kind === "checkpoint").at(-1)).toMatchObject(checkpoint!);
  });
  test("has a line for everything that ended, with the SHA-256 of its bundle where that is sealed", async () => {
    const bundles = lines.flatMap((line) => (line.kind === "bundle" ? [line] : []));
    expect(bundles).toHaveLength(4);
    expect(bundles.filter(({ sha256 }) => sha256 === null)).toMatchObject([{ status: "rejected" }]);
    const ofRun = bundles.find(({ subject }) => subject === "run")!;
    const file = await readEvidenceFile(admin, { kind: "run", id: runId }, gateway);
    expect(ofRun).toMatchObject({ id: runId, sha256: sha256Hex(file.text), status: "succeeded" });
  });
  test("goes by the days of the company's time zone", async () => {
    const [next] = await owner<{ day: string }[]>`SELECT (${today}::date + 1)::text AS day`;
    const later = linesOf(
      await textOf(exportPeriod(admin, { from: next!.day, to: next!.day }, gateway).stream),
    );
    expect(lines[0]).toMatchObject({ kind: "period", time_zone: "Pacific/Auckland", from: today, to: today });
    expect(later.filter(({ kind }) => kind === "bundle" || kind === "count")).toEqual([]);
  });
  test("is for administrators, and wants both days in their order", async () => {
    const exported = async (person: Person, from?: string, to?: string) =>
      exportPeriod(person, { from, to }, gateway);
    await expectRefusal(exported(approver, today, today), "not_allowed");
    await expectRefusal(exported(approver), "not_allowed");
    await expectRefusal(exported(admin, "2026-02-02", "2026-02-01"), "validation_failed");
    for (const from of [undefined, today]) await expectRefusal(exported(admin, from), "validation_failed");
  });
});

describe("in a period's file", () => {
  test("each line that is deleted, swapped, put in twice or is the last is found, and so is each changed byte", () => {
    expect(kindsOf(text)).toEqual([]);
    const each = text.trimEnd().split("\n");
    const joined = (changed: readonly string[]) => `${changed.join("\n")}\n`;
    for (let at = 0; at < each.length; at += 1) {
      expect(kindsOf(joined(each.toSpliced(at, 1)))).not.toEqual([]);
      expect(kindsOf(joined(each.toSpliced(at, 0, each[at]!)))).not.toEqual([]);
      if (at > 0) {
        expect(kindsOf(joined(each.slice(0, at)))).not.toEqual([]);
        expect(kindsOf(joined(each.toSpliced(at - 1, 2, each[at]!, each[at - 1]!)))).not.toEqual([]);
      }
    }
    const last = JSON.parse(each.at(-1)!) as PeriodEnd;
    for (const end of [
      { ...last, note: "Looked through and found complete" },
      { note: "", ...last },
    ])
      expect(kindsOf(joined([...each.slice(0, -1), JSON.stringify(end)]))).toEqual(["file_incomplete"]);
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 1) {
      bytes[at]! ^= 1 << (at & 7);
      if (verifyPeriod(bytes, known).length === 0) throw new Error(`byte ${at} went unnoticed`);
      bytes[at]! ^= 1 << (at & 7);
    }
  });
});

describe("npm run verify", () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), "countersign-period-"))));
  afterAll(() => rm(folder, { recursive: true }));
  const entry = fileURLToPath(new URL("../../../scripts/verify.ts", import.meta.url));
  const file = async (name: string, content: string) => {
    const where = path.join(folder, name);
    await writeFile(where, content);
    return where;
  };
  const run = async (name: string, content: string, ...more: string[]) => {
    const key = await file("key.pem", gateway.ledgerKeys.signing!.publicPem);
    const { code, out } = await runScript(entry, [await file(name, content), "--key", key, ...more], {
      LOG_LEVEL: "silent",
    });
    return { code, last: JSON.parse(out.trimEnd().split("\n").at(-1)!) as unknown };
  };

  test("exits with 0 for a bundle that holds, also beside the exported checkpoints, and for a period", async () => {
    const bundle = (await readEvidenceFile(admin, { kind: "run", id: runId }, gateway)).text;
    const heads = await file("heads.ndjson", await textOf(exportCheckpoints(admin, gateway).stream));
    const good = { code: 0, last: { ok: true, faults: [] } };
    expect(await run("bundle.json", bundle)).toEqual(good);
    expect(await run("bundle.json", bundle, "--head", heads)).toEqual(good);
    expect(await run("period.ndjson", text)).toEqual(good);
  });
  test("exits with 7 for one that was changed, and names kind and place", async () => {
    const bundle = (await readEvidenceFile(admin, { kind: "run", id: runId }, gateway)).text;
    const { payload } = JSON.parse(bundle) as { payload: string };
    const statement = Buffer.from(payload, "base64").toString();
    const changed = statement.replace("Begun by", "Began by");
    const forged = bundle.replace(payload, Buffer.from(changed).toString("base64"));
    expect(await run("forged.json", forged)).toEqual({
      code: 7,
      last: {
        ok: false,
        faults: [
          { kind: "signature_wrong", at: "envelope" },
          { kind: "file_differs", at: "summary.txt" },
        ],
      },
    });
    expect(await run("cut.json", bundle.slice(0, -40))).toMatchObject({ code: 7, last: { ok: false } });
    expect(await run("period.ndjson", text.replace("cancelled", "applied"))).toMatchObject({ code: 7 });
  });
});
