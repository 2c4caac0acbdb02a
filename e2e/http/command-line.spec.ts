import { randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readAction } from "../support/http/api";
import { succeed } from "../support/http/call";
import { countersign, faultOf, home, json, runAsAgent } from "../support/clients/command-line";
import { createByAdmin } from "../support/people/people";
import { peopleOf } from "../support/proposals/questions";
import { expect, test } from "../support/test";
import { newName, notingText, proposedBy, publish, untilRun } from "../support/proposals/workflows";

/** The commands of agents against the running app. Those of people: command-line-people.spec.ts. */

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
const propose = async (more: string[] = []) =>
  json<View>(await runAsAgent([...noteArgs(), "--json", ...more]));

test("propose, show, list and withdraw say the same in words and as JSON", async () => {
  const { key } = await createByAdmin();
  const env = { COUNTERSIGN_AGENT_KEY: key };
  const said = await runAsAgent(
    [...noteArgs(), "--reason", "From the call", "--evidence", "mail 7", "--context", "ticket=7"],
    { env },
  );
  expect(said).toMatchObject({ code: 0, stderr: "" });
  const id = Number(/^#(\d+) pending {2}L2 {2}http/.exec(said.stdout)?.[1]);
  expect(await readAction(id)).toMatchObject({ reason: "From the call", evidence: ["mail 7"] });
  expect(json(await runAsAgent(["show", `#${id}`, "--json"], { env }))).toMatchObject({
    id,
    status: "pending",
  });
  expect(json(await runAsAgent(["list", "--status", "pending", "--json"], { env }))).toMatchObject({
    items: [{ id, action_type: "ar_note" }],
    next_cursor: null,
  });
  expect((await runAsAgent(["list"], { env })).stdout).toMatch(
    new RegExp(`^#${id}  pending  L2  ar_note  Riverbend Foods`),
  );
  expect((await runAsAgent(["withdraw", String(id)], { env })).stdout).toContain(`#${id} cancelled`);
  expect((await runAsAgent(["wait", String(id)], { env })).code).toBe(4);
});

test("the same key and words are one proposal", async () => {
  const words = noteArgs();
  const args = [...words, "--idempotency-key", unique(), "--json"];
  const first = json<View>(await runAsAgent(args));
  expect(json(await runAsAgent(args))).toMatchObject({ id: first.id, created: false });
  expect(faultOf(await runAsAgent([...noteArgs(), ...args.slice(words.length)])).code).toBe(
    "idempotency_conflict",
  );
});

test("wait ends with 3 and the reason once it is rejected, with 5 while it is pending, and with 0 once it is applied", async () => {
  const { id } = await propose();
  expect((await runAsAgent(["wait", String(id), "--timeout", "0"])).code).toBe(5);
  const key = unique();
  const waiting = runAsAgent([...noteArgs(), "--wait", "--json", "--idempotency-key", key]);
  await decide(id, "reject", "Too early");
  const rejected = await runAsAgent(["wait", String(id)]);
  expect(rejected.code).toBe(3);
  expect(rejected.stdout).toContain("“Too early”");
  const idOfSecond = async () =>
    (await succeed("listProposals", "agent", { limit: 10 })).items.find((one) => one.idempotency_key === key)
      ?.id ?? 0;
  await expect.poll(idOfSecond).toBeGreaterThan(0);
  const second = await idOfSecond();
  await decide(second, "approve");
  expect(json(await waiting)).toMatchObject({ id: second, decision: "approve" });
  const applied = await runAsAgent(["wait", String(second), "--outcome", "--json"]);
  expect(json(applied)).toMatchObject({ status: "applied" });
});

test("a roll comes from a file or the standard input, and any proposal in the API's own words", async () => {
  const prices = [
    { sku: "10522", customer: "Riverbend Foods", to: "46.81" },
    { sku: "10601", customer: "Lakeshore Hospitals", to: "35.11" },
  ];
  const roll = await runAsAgent(
    ["propose", "price-roll", "--name", `R-${unique()}`, "--prices", "-", "--json"],
    {
      stdin: JSON.stringify(prices),
    },
  );
  expect(json<{ risk_level: number }>(roll).risk_level).toBe(5);
  const wrong = await runAsAgent(["propose", "price-roll", "--name", "R", "--prices", "-", "--json"], {
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
  expect(json(await runAsAgent(["propose", "body", file, "--json"]))).toMatchObject({ status: "pending" });
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
    const refused = await runAsAgent([...args, "--json"]);
    expect(refused.code, args.join(" ")).toBe(2);
    expect(faultOf(refused).errors.map((one) => one.path)).toEqual([option]);
    expect((await runAsAgent([...args])).stderr).toContain(option);
  }
  for (const args of [price, ["frobnicate"], ["show"], [...price, "--to", "1", "--nonsense", "2"]]) {
    const refused = await runAsAgent([...args, "--json"]);
    expect([refused.code, faultOf(refused).kind]).toEqual([2, "command"]);
  }
});

test("runs are started, watched, shown, listed and cancelled", async () => {
  const name = newName("cli");
  await publish(notingText(name));
  const text = `Promised payment (${unique()})`;
  const start = ["run", "start", name, "--input", `text=${text}`, "--ref", unique(), "--json"];
  const { id } = json<{ id: number }>(await runAsAgent(start));
  expect(json(await runAsAgent(start))).toMatchObject({ id });
  const view = await untilRun(id, "waiting_approval");
  expect((await runAsAgent(["run", "watch", String(id), "--timeout", "0"])).code).toBe(5);
  expect((await runAsAgent(["run", "show", String(id)])).stdout).toContain(`proposed #${proposedBy(view)}`);
  const watching = runAsAgent(["run", "watch", String(id)]);
  await decide(proposedBy(view), "approve");
  const watched = await watching;
  expect([watched.code, watched.stdout.split("\n")[0]]).toEqual([0, expect.stringContaining("succeeded")]);
  const second = json<{ id: number }>(
    await runAsAgent(["run", "start", name, "--input", `text=${text}!`, "--json"]),
  );
  await untilRun(second.id, "waiting_approval");
  expect((await runAsAgent(["run", "cancel", String(second.id)])).code).toBe(0);
  expect((await runAsAgent(["run", "watch", String(second.id)])).code).toBe(4);
  const { items } = json<{ items: { id: number }[] }>(
    await runAsAgent(["run", "list", "--workflow", name, "--json"]),
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
    json<{ id: number }>(await runAsAgent(["question", "ask", "-", "--json"], { stdin: await body() }));
  const [first, second] = [await ask(), await ask()];
  expect((await runAsAgent(["question", "wait", String(first.id), "--timeout", "0"])).code).toBe(5);
  await succeed("answer", "approver", { id: first.id, response: "a" });
  expect((await runAsAgent(["question", "wait", String(first.id)])).stdout).toContain('"a" by');
  expect((await runAsAgent(["question", "show", String(second.id)])).stdout).toContain("pending");
  expect(json(await runAsAgent(["question", "cancel", String(second.id), "--json"]))).toMatchObject({
    status: "cancelled",
  });
  expect((await runAsAgent(["question", "wait", String(second.id)])).code).toBe(4);
  expect(json(await runAsAgent(["question", "list", "--limit", "1", "--json"]))).toMatchObject({
    items: [{ id: second.id }],
  });
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
