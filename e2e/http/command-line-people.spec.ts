import { chmodSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { readAction } from "../support/http/api";
import { succeed } from "../support/http/call";
import {
  asPerson,
  atTerminal,
  countersign,
  faultOf,
  home,
  json,
  runAsAgent,
} from "../support/clients/command-line";
import { forgetTotpStep } from "../support/database";
import { installation, userOf } from "../support/installation";
import { createByAdmin } from "../support/people/people";
import { proposeCritical, proposeHigh, proposeLow, proposeMedium } from "../support/proposals/proposals";
import { proposeRoll } from "../support/proposals/rolls";
import { codeOf } from "../support/people/second-factor";
import { expect, test } from "../support/test";

/** People decide at the command line, and it keeps a key. */

test.afterAll(() => rmSync(home, { recursive: true, force: true }));

test("a person rejects with a reason, and approves at L2 by the hash that they read or by saying yes", async () => {
  const env = asPerson();
  const [first, second, third] = [await proposeLow(), await proposeLow(), await proposeMedium()];
  const rejected = await countersign(["reject", String(first.id), "--reason", "Not now", "--json"], { env });
  expect(json(rejected)).toMatchObject({ outcome: "claimed", status: "rejected" });
  const without = await countersign(["approve", String(second.id)], { env });
  expect(without.code).toBe(2);
  expect(without.stderr).toContain("--hash");
  const hash = /hash ([0-9a-f]{64})/.exec(without.stderr)![1]!;
  expect((await countersign(["approve", String(second.id), "--hash", "0".repeat(64)], { env })).code).toBe(6);
  expect((await countersign(["approve", String(second.id), "--hash", hash], { env })).stdout).toContain(
    "approved",
  );
  expect((await countersign(["approve", String(second.id), "--hash", hash], { env })).code).toBe(6);
  const question: [string, string] = [`Approve #${third.id}? Type yes: `, "no"];
  expect((await atTerminal(["approve", String(third.id)], [question], { env })).code).toBe(6);
  expect((await readAction(third.id)).status).toBe("pending");
  const approved = await atTerminal(["approve", String(third.id)], [[question[0], "yes"]], { env });
  expect([approved.code, approved.stdout]).toEqual([0, expect.stringContaining(`#${third.id} approved`)]);
  const viewer = await countersign(["reject", String(first.id), "--reason", "x"], {
    env: asPerson("viewer"),
  });
  expect(viewer.code).toBe(6);
});

test("L4 and L5 are approved at a terminal alone, L5 with its reference typed and a code, and a roll on its page", async () => {
  const env = asPerson();
  const high = await proposeHigh();
  const piped = await countersign(["approve", String(high.id), "--hash", high.payload_hash], { env });
  expect([piped.code, piped.stderr]).toEqual([6, expect.stringContaining("at a terminal")]);
  const said: [string, string] = [`Approve #${high.id}? Type yes: `, "yes"];
  expect((await atTerminal(["approve", String(high.id)], [said], { env })).code).toBe(0);

  const critical = await proposeCritical();
  const { email, totpSecret } = userOf("approver");
  await forgetTotpStep(email);
  const steps = (reference: string): [string, string][] => [
    [`Approve #${critical.id}? Type yes: `, "yes"],
    [`Type its reference (${critical.entityRef}): `, reference],
    ["Six-digit code of your authenticator app: ", codeOf(totpSecret)],
  ];
  const mistyped = await atTerminal(["approve", String(critical.id)], steps("Somebody else"), { env });
  expect([mistyped.code, mistyped.stdout]).toEqual([
    expect.any(Number),
    expect.stringContaining("reference"),
  ]);
  expect(mistyped.code).not.toBe(0);
  expect((await readAction(critical.id)).status).toBe("pending");
  await forgetTotpStep(email);
  const approved = await atTerminal(["approve", String(critical.id)], steps(critical.entityRef), { env });
  expect([approved.code, approved.stdout]).toEqual([0, expect.stringContaining(`#${critical.id} approved`)]);

  const roll = await proposeRoll({ customers: 1, items: 2 });
  const onPage = await countersign(["approve", String(roll.id)], { env });
  expect([onPage.code, onPage.stderr]).toEqual([6, expect.stringContaining(`/proposed-actions/${roll.id}`)]);
});

test("a key is kept by login in a file of its owner's alone, is never shown, and one that others can read is not used", async () => {
  const { key } = await createByAdmin();
  const { url } = installation();
  const file = path.join(home, ".config/countersign/config.json");
  const wrong = await countersign(["login", "--url", url], { stdin: "not-a-key" });
  expect(wrong.code).toBe(6);
  expect(() => statSync(file)).toThrow("ENOENT");
  const kept = await countersign(["login", "--url", url], { stdin: `${key}\n` });
  expect([kept.code, kept.stdout.trim()]).toEqual([0, `Kept in ${file}`]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ url, agentKey: key });
  expect(json(await countersign(["list", "--json"]))).toEqual({ items: [], next_cursor: null });
  const person = await countersign(["login", "--url", url, "--person"], { stdin: userOf("approver").token });
  expect(person.code).toBe(0);
  const { id } = await proposeLow();
  expect((await countersign(["reject", String(id), "--reason", "No"])).code).toBe(0);
  const mistaken = await countersign(["list", `--key=${key}`]);
  for (const { stdout, stderr } of [wrong, kept, person, mistaken])
    expect(stdout + stderr).not.toContain(key);
  expect(mistaken.code).toBe(2);
  chmodSync(file, 0o644);
  const open = await countersign(["list"]);
  expect([open.code, open.stderr]).toEqual([6, expect.stringContaining(`chmod 600 ${file}`)]);
  expect((await countersign(["logout"])).code).toBe(0);
  expect((await countersign(["list"])).code).toBe(2);
});

test("a wrong key, a key that was rotated, another server and none at all are told apart", async () => {
  const { agent: newAgent, key } = await createByAdmin();
  const env = { COUNTERSIGN_AGENT_KEY: key };
  expect((await runAsAgent(["list"], { env })).code).toBe(0);
  await succeed("rotateAgentKey", "admin", { id: newAgent.id, grace_hours: 0 });
  const rotated = await runAsAgent(["list", "--json"], { env });
  expect([rotated.code, faultOf(rotated).code]).toEqual([6, "unauthenticated"]);
  const other = await runAsAgent(["list", "--json"], {
    env: { COUNTERSIGN_URL: installation().simulatorUrl },
  });
  expect([other.code, faultOf(other).kind]).toEqual([1, "unexpected_answer"]);
  const down = await runAsAgent(["list", "--json"], { env: { COUNTERSIGN_URL: "http://127.0.0.1:9100" } });
  expect([down.code, faultOf(down).kind, faultOf(down).code]).toEqual([1, "connection", "refused"]);
});
