import { randomUUID } from "node:crypto";
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readAction } from "../support/api";
import { succeed } from "../support/call";
import {
  type Ended,
  type Started,
  asAgent,
  asPerson,
  atTerminal,
  countersign,
  home,
} from "../support/command-line";
import { forgetTotpStep } from "../support/database";
import { installation, userOf } from "../support/installation";
import { createByAdmin } from "../support/people";
import { proposeCritical, proposeHigh, proposeLow, proposeMedium } from "../support/proposals";
import { peopleOf } from "../support/questions";
import { proposeRoll } from "../support/rolls";
import { codeOf } from "../support/second-factor";
import { expect, test } from "../support/test";
import { newName, notingText, proposedBy, publish, untilRun } from "../support/workflows";

/** Every command against the running app. */

test.afterAll(() => rmSync(home, { recursive: true, force: true }));

const unique = () => randomUUID().slice(0, 8);
const noteArgs = () => [
  "propose",
  "ar-note",
  "--customer",
  "Riverbend Foods",
  "--note",
  `Promised payment (${unique()})`,
];
const agent = (args: string[], more: Started = {}) =>
  countersign(args, { ...more, env: { ...asAgent(), ...more.env } });

/** The JSON of a command that ended with this code, and said nothing on stderr. */
function json<T = Record<string, unknown>>({ code, stdout, stderr }: Ended, expected = 0): T {
  expect({ code, stderr }).toEqual({ code: expected, stderr: "" });
  return JSON.parse(stdout) as T;
}
const faultOf = ({ stderr }: Ended) =>
  (
    JSON.parse(stderr) as {
      error: { kind: string; code: string; message: string; errors: { path: string }[] };
    }
  ).error;

async function decide(id: number, decision: "approve" | "reject", comment?: string) {
  const { payload_hash } = await readAction(id);
  await succeed("decideAction", "approver", { id, decision, payload_hash, ...(comment && { comment }) });
}

interface View {
  id: number;
  status: string;
  created: boolean;
  idempotency_key: string;
}
const propose = async (more: string[] = []) => json<View>(await agent([...noteArgs(), "--json", ...more]));

test("propose, show, list and withdraw say the same in words and as JSON", async () => {
  const { key } = await createByAdmin();
  const env = { COUNTERSIGN_AGENT_KEY: key };
  const said = await agent(
    [...noteArgs(), "--reason", "From the call", "--evidence", "mail 7", "--context", "ticket=7"],
    { env },
  );
  expect(said).toMatchObject({ code: 0, stderr: "" });
  const id = Number(/^#(\d+) pending {2}L2 {2}http/.exec(said.stdout)?.[1]);
  expect(await readAction(id)).toMatchObject({ reason: "From the call", evidence: ["mail 7"] });
  expect(json(await agent(["show", `#${id}`, "--json"], { env }))).toMatchObject({ id, status: "pending" });
  expect(json(await agent(["list", "--status", "pending", "--json"], { env }))).toMatchObject({
    items: [{ id, action_type: "ar_note" }],
    next_cursor: null,
  });
  expect((await agent(["list"], { env })).stdout).toMatch(
    new RegExp(`^#${id}  pending  L2  ar_note  Riverbend Foods`),
  );
  expect((await agent(["withdraw", String(id)], { env })).stdout).toContain(`#${id} cancelled`);
  expect((await agent(["wait", String(id)], { env })).code).toBe(4);
});

test("the same key and words are one proposal", async () => {
  const words = noteArgs();
  const args = [...words, "--idempotency-key", unique(), "--json"];
  const first = json<View>(await agent(args));
  expect(json(await agent(args))).toMatchObject({ id: first.id, created: false });
  expect(faultOf(await agent([...noteArgs(), ...args.slice(words.length)])).code).toBe(
    "idempotency_conflict",
  );
});

test("wait ends with 3 and the reason once it is rejected, with 5 while it is pending, and with 0 once it is applied", async () => {
  const { id } = await propose();
  expect((await agent(["wait", String(id), "--timeout", "0"])).code).toBe(5);
  const key = unique();
  const waiting = agent([...noteArgs(), "--wait", "--json", "--idempotency-key", key]);
  await decide(id, "reject", "Too early");
  const rejected = await agent(["wait", String(id)]);
  expect(rejected.code).toBe(3);
  expect(rejected.stdout).toContain("“Too early”");
  const idOfSecond = async () =>
    (await succeed("listProposals", "agent", { limit: 10 })).items.find((one) => one.idempotency_key === key)
      ?.id ?? 0;
  await expect.poll(idOfSecond).toBeGreaterThan(0);
  const second = await idOfSecond();
  await decide(second, "approve");
  expect(json(await waiting)).toMatchObject({ id: second, decision: "approve" });
  const applied = await agent(["wait", String(second), "--outcome", "--json"]);
  expect(json(applied)).toMatchObject({ status: "applied" });
});

test("a roll comes from a file or the standard input, and any proposal in the API's own words", async () => {
  const prices = [
    { sku: "10522", customer: "Riverbend Foods", to: "46.81" },
    { sku: "10601", customer: "Lakeshore Hospitals", to: "35.11" },
  ];
  const roll = await agent(["propose", "price-roll", "--name", `R-${unique()}`, "--prices", "-", "--json"], {
    stdin: JSON.stringify(prices),
  });
  expect(json<{ risk_level: number }>(roll).risk_level).toBe(5);
  const wrong = await agent(["propose", "price-roll", "--name", "R", "--prices", "-", "--json"], {
    stdin: JSON.stringify([{ sku: "10522", to: 1 }, { to: 1 }]),
  });
  expect(wrong.code).toBe(2);
  expect(faultOf(wrong).errors).toMatchObject([{ path: "--prices[1].sku" }]);
  const file = path.join(home, "body.json");
  const body = {
    action_type: "ar_note",
    entity_type: "customer",
    entity_ref: "Riverbend Foods",
    changes: [{ field: "note", to: `By file (${unique()})` }],
  };
  writeFileSync(file, JSON.stringify(body));
  expect(json(await agent(["propose", "body", file, "--json"]))).toMatchObject({ status: "pending" });
});

test("wrong arguments end with 2 and name the option, before anything is sent and as the app refuses them", async () => {
  const price = ["propose", "price-change", "--sku", "10472", "--bid-id", "B5875"];
  for (const [args, option] of [
    [[...price, "--to", "many"], "--to"],
    [[...price, "--to", "1.5", "--from", "0.01"], "--from"],
    [["propose", "price-change", "--sku", "99999", "--bid-id", "B5875", "--to", "1.5"], "--sku"],
    [["show", "seven"], "<id>"],
    [["list", "--status", "gone"], "--status"],
    [["list", "--limit", "0"], "--limit"],
    [["run", "start", "x", "--input", "nothing"], "--input"],
    [["propose", "body", "/nowhere.json"], "<file>"],
  ] as const) {
    const refused = await agent([...args, "--json"]);
    expect(refused.code, args.join(" ")).toBe(2);
    expect(faultOf(refused).errors.map((one) => one.path)).toEqual([option]);
    expect((await agent([...args])).stderr).toContain(option);
  }
  for (const args of [price, ["frobnicate"], ["show"], [...price, "--to", "1", "--nonsense", "2"]]) {
    const refused = await agent([...args, "--json"]);
    expect([refused.code, faultOf(refused).kind]).toEqual([2, "command"]);
  }
});

test("runs are started, watched, shown, listed and cancelled", async () => {
  const name = newName("cli");
  await publish(notingText(name));
  const text = `Promised payment (${unique()})`;
  const start = ["run", "start", name, "--input", `text=${text}`, "--ref", unique(), "--json"];
  const { id } = json<{ id: number }>(await agent(start));
  expect(json(await agent(start))).toMatchObject({ id });
  const view = await untilRun(id, "waiting_approval");
  expect((await agent(["run", "watch", String(id), "--timeout", "0"])).code).toBe(5);
  expect((await agent(["run", "show", String(id)])).stdout).toContain(`proposed #${proposedBy(view)}`);
  const watching = agent(["run", "watch", String(id)]);
  await decide(proposedBy(view), "approve");
  const watched = await watching;
  expect([watched.code, watched.stdout.split("\n")[0]]).toEqual([0, expect.stringContaining("succeeded")]);
  const second = json<{ id: number }>(
    await agent(["run", "start", name, "--input", `text=${text}!`, "--json"]),
  );
  await untilRun(second.id, "waiting_approval");
  expect((await agent(["run", "cancel", String(second.id)])).code).toBe(0);
  expect((await agent(["run", "watch", String(second.id)])).code).toBe(4);
  const { items } = json<{ items: { id: number }[] }>(
    await agent(["run", "list", "--workflow", name, "--json"]),
  );
  expect(items.map((one) => one.id)).toEqual([second.id, id]);
});

test("questions are asked, shown, listed, waited for and cancelled", async () => {
  const body = async () =>
    JSON.stringify({
      interaction_type: "selection",
      request_data: { message: `Who? (${unique()})`, options: [{ value: "a", label: "A" }] },
      responders: await peopleOf("approver"),
    });
  const ask = async () =>
    json<{ id: number }>(await agent(["question", "ask", "-", "--json"], { stdin: await body() }));
  const [first, second] = [await ask(), await ask()];
  expect((await agent(["question", "wait", String(first.id), "--timeout", "0"])).code).toBe(5);
  await succeed("answer", "approver", { id: first.id, response: "a" });
  expect((await agent(["question", "wait", String(first.id)])).stdout).toContain('"a" by');
  expect((await agent(["question", "show", String(second.id)])).stdout).toContain("pending");
  expect(json(await agent(["question", "cancel", String(second.id), "--json"]))).toMatchObject({
    status: "cancelled",
  });
  expect((await agent(["question", "wait", String(second.id)])).code).toBe(4);
  expect(json(await agent(["question", "list", "--limit", "1", "--json"]))).toMatchObject({
    items: [{ id: second.id }],
  });
});

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
  expect((await agent(["list"], { env })).code).toBe(0);
  await succeed("rotateAgentKey", "admin", { id: newAgent.id, grace_hours: 0 });
  const rotated = await agent(["list", "--json"], { env });
  expect([rotated.code, faultOf(rotated).code]).toEqual([6, "unauthenticated"]);
  const other = await agent(["list", "--json"], { env: { COUNTERSIGN_URL: installation().simulatorUrl } });
  expect([other.code, faultOf(other).kind]).toEqual([1, "unexpected_answer"]);
  const down = await agent(["list", "--json"], { env: { COUNTERSIGN_URL: "http://127.0.0.1:9100" } });
  expect([down.code, faultOf(down).kind, faultOf(down).code]).toEqual([1, "connection", "refused"]);
});

test("every command has its help, and the whole one names the exit codes", async () => {
  const help = await countersign(["--help"]);
  expect([help.code, help.stdout]).toEqual([0, expect.stringContaining("5 still pending")]);
  const commands = [...help.stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name!);
  expect(commands).toEqual(
    expect.arrayContaining(["propose", "wait", "list", "approve", "run", "question", "login"]),
  );
  for (const name of commands) {
    const { code, stdout } = await countersign([name, "--help"]);
    expect([code, stdout], name).toEqual([0, expect.stringContaining(`Usage: countersign`)]);
  }
});
