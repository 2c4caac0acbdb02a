import { approve } from "../support/http/api";
import { succeed } from "../support/http/call";
import { database } from "../support/database";
import { installation, userOf } from "../support/installation";
import { foundOtherTenant } from "../support/people/other-tenant";
import { proposeLow } from "../support/proposals/proposals";
import { expect, test } from "../support/test";
import { newName, publish, startRun } from "../support/proposals/workflows";

/** The stream as any client of HTTP reads it. */
async function open(query = "", headers: Record<string, string> = {}, token = userOf("viewer").token) {
  const cut = new AbortController();
  const answer = await fetch(`${installation().url}/api/stream${query}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: cut.signal,
  });
  let text = "";
  const ended = (async () => {
    for await (const piece of answer.body!.pipeThrough(
      new TextDecoderStream() as never,
    ) as unknown as AsyncIterable<string>)
      text += piece;
  })().catch(() => {});
  return { answer, text: () => text, cut: () => cut.abort(), ended };
}

const eventOf = (text: string, id: number, status: string) =>
  new RegExp(
    `event: action\\nid: (\\d+)\\ndata: {"id":${id},"status":"${status}","seq":\\1,"by":"[^"]+"}\\n\\n`,
  ).exec(text);

test("an action's changes come as events whose ids go on from one connection to the next", async () => {
  const stream = await open("?topics=actions,runs,interactions");
  expect(stream.answer.status).toBe(200);
  expect(stream.answer.headers.get("content-type")).toBe("text/event-stream");
  expect(stream.answer.headers.get("cache-control")).toContain("no-transform");
  const proposed = await proposeLow();
  await expect.poll(() => eventOf(stream.text(), proposed.id, "pending")).not.toBeNull();
  const [, seq] = eventOf(stream.text(), proposed.id, "pending")!;
  stream.cut();
  await stream.ended;
  await approve("approver", proposed);
  const resumed = await open("?topics=actions", { "last-event-id": seq! });
  await expect.poll(() => eventOf(resumed.text(), proposed.id, "applied")).not.toBeNull();
  expect(eventOf(resumed.text(), proposed.id, "pending")).toBeNull();
  resumed.cut();
});

test("a run's changes come as events of their own, to whoever asked for runs", async () => {
  const name = newName("streamed");
  await publish(`workflow: ${name}\nsteps: [{ id: rest, wait: 1h }]`);
  const runs = await open("?topics=runs");
  const others = await open("?topics=actions,controls,interactions");
  const { id } = await startRun(name);
  await succeed("pauseRun", "approver", { id });
  await succeed("cancelRun", "approver", { id });
  const event = new RegExp(
    `event: run\\nid: (\\d+)\\ndata: {"id":${id},"status":"cancelled","seq":\\1,"by":"[^"]+"}\\n`,
  );
  await expect.poll(() => runs.text()).toMatch(event);
  const proposed = await proposeLow();
  await expect.poll(() => eventOf(others.text(), proposed.id, "pending")).not.toBeNull();
  expect(others.text()).not.toContain("event: run");
  expect(others.text()).not.toContain(`"subject":"run"`);
  expect(runs.text()).not.toContain("event: action");
  runs.cut();
  others.cut();
});

test("a quiet stream says each 15 seconds that it is there", async () => {
  const stream = await open();
  await expect.poll(() => stream.text()).toContain(": ping\n\n");
  stream.cut();
});

test("whoever resumes from an event that never was is told to read anew", async () => {
  const stream = await open("", { "last-event-id": "999999999" });
  await expect.poll(() => stream.text()).toContain("event: reset\n");
  stream.cut();
});

test("a stream ends with its credential: at once by a revocation, with the next ping where nobody says so", async () => {
  const { company, admin, adminToken } = await foundOtherTenant();
  const revoked = await company.addToken(admin);
  const expired = await company.addToken(admin);
  const [first, second] = [await open("", {}, revoked), await open("", {}, expired)];
  const { tokens } = await succeed("readAccount", { token: adminToken });
  const [, { id }] = tokens.toSorted((one, other) => one.id - other.id) as [unknown, { id: number }];
  await succeed("revokeToken", { token: adminToken }, { id });
  await first.ended;
  const still = await open("", {}, expired);
  await database()`UPDATE personal_tokens SET revoked_at = now() WHERE user_id = ${admin.userId} AND revoked_at IS NULL`;
  await Promise.all([second.ended, still.ended]);
  expect((await open("", {}, expired)).answer.status).toBe(401);
});

test("nobody without a session hears anything, and a wrong topic or place is refused", async () => {
  const refused = async (query: string, headers: Record<string, string>) => {
    const stream = await open(query, headers);
    await stream.ended;
    return [stream.answer.status, stream.answer.headers.get("content-type")];
  };
  const problem = "application/problem+json";
  expect(await refused("", { authorization: "" })).toEqual([401, problem]);
  expect(await refused("", { authorization: "Bearer cs_pat_forged" })).toEqual([401, problem]);
  expect(await refused("?topics=secrets", {})).toEqual([422, problem]);
  expect(await refused("", { "last-event-id": "-1" })).toEqual([400, problem]);
  expect(await refused("?after=x", {})).toEqual([422, problem]);
});
