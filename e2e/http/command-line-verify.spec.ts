import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readAction } from "../support/http/api";
import { succeed } from "../support/http/call";
import { type Ended, countersign, home } from "../support/clients/command-line";
import { expectStatus, send } from "../support/http/request";
import { userOf } from "../support/installation";
import { proposeLow } from "../support/proposals/proposals";
import { sealNow } from "../support/seal";
import { expect, test } from "../support/test";

/** Evidence on the command line: the published package alone, with no address and no key of an agent. */

test.afterAll(() => rmSync(home, { recursive: true, force: true }));

const inHome = (name: string, text: string): string => {
  mkdirSync(home, { recursive: true });
  const file = path.join(home, name);
  writeFileSync(file, text);
  return file;
};
const documentOf = ({ stdout }: Ended) =>
  JSON.parse(stdout) as { ok: boolean; faults: { kind: string; at: string }[]; notes: string[] };

async function evidenceOfRejection(): Promise<string> {
  const { id } = await proposeLow();
  const { payload_hash } = await readAction(id);
  await succeed("decideAction", "approver", { id, decision: "reject", payload_hash, comment: "Not now" });
  await sealNow();
  const answer = await send(`/api/proposed-actions/${id}/evidence`, { token: userOf("approver").token });
  expectStatus(answer, 200);
  return answer.text;
}

test("verify holds true evidence for true, with the public key alone, and names the fault of a changed file with 7", async () => {
  const text = await evidenceOfRejection();
  // As it is published: the key, and nothing else of this installation.
  const { auditPublicKey } = JSON.parse(readFileSync(process.env.COUNTERSIGN_DEMO_FILE!, "utf8")) as {
    auditPublicKey: string;
  };
  const key = inHome("audit.pem", auditPublicKey);
  const file = inHome("evidence.json", text);
  const good = await countersign(["verify", file, "--key", key]);
  expect(good).toMatchObject({ code: 0, stderr: "" });
  expect(good.stdout).toContain("The evidence holds.");
  expect(good.stdout).toContain("Evidence of proposed action");
  expect(documentOf(await countersign(["verify", file, "--key", key, "--json"]))).toMatchObject({
    ok: true,
    faults: [],
  });

  const at = Math.floor(text.length / 2);
  const changed = inHome(
    "changed.json",
    text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1),
  );
  const bad = await countersign(["verify", changed, "--key", key]);
  expect(bad.code).toBe(7);
  expect(bad.stdout).toContain("The evidence does not hold.");
  expect(documentOf(await countersign(["verify", changed, "--key", key, "--json"])).faults).not.toEqual([]);
});

test("verify ends with 2 for a file that cannot be read, and for a key that is none", async () => {
  const text = inHome("some.json", "{}");
  const missing = await countersign(["verify", path.join(home, "nothing.json"), "--key", text]);
  expect(missing).toMatchObject({ code: 2, stdout: "" });
  const noKey = await countersign(["verify", text, "--key", inHome("no.pem", "not a key")]);
  expect(noKey).toMatchObject({ code: 2, stderr: expect.stringContaining("holds no Ed25519 public key") });
  const without = await countersign(["verify", text]);
  expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining("--key") });
});
