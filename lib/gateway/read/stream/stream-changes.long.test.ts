import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { appendEvent, bySystem } from "@/db/queries/ledger/events";
import type { StreamedAction } from "@/lib/contract/monitoring/stream";
import type { Person } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { afterCommit } from "@/lib/gateway/after-commit";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { type StreamLimits, streamChanges } from "./stream-changes";
import { readStreamStart } from "./stream-start";

const world = await useWorld();
const { gateway } = world;

/** The credential of the reader's request counts. */
const counts = () => Promise.resolve();

/** A reader as a browser's: the events' data by their arrival, and the id from which it would resume. */
async function listen(
  person: Person,
  { limits, ...asked }: Partial<Parameters<typeof streamChanges>[1]> & { limits?: StreamLimits } = {},
) {
  const cut = new AbortController();
  const stream = await streamChanges(
    person,
    { lastEventId: null, proveAgain: counts, ...asked, signal: cut.signal },
    gateway,
    limits,
  );
  const events: { event: string; data: StreamedAction }[] = [];
  const state = { lastId: null as number | null, pings: 0, over: false };
  const ended = (async () => {
    let rest = "";
    for await (const piece of stream.pipeThrough(
      new TextDecoderStream() as never,
    ) as unknown as AsyncIterable<string>) {
      rest += piece;
      const blocks = rest.split("\n\n");
      rest = blocks.pop()!;
      for (const block of blocks) read(block);
    }
    state.over = true;
  })();
  function read(block: string) {
    if (block === ": ping") state.pings++;
    const fields = new Map(block.split("\n").map((line) => line.split(/: (.*)/s) as [string, string]));
    if (fields.has("id")) state.lastId = Number(fields.get("id"));
    if (fields.has("event"))
      events.push({ event: fields.get("event")!, data: JSON.parse(fields.get("data")!) });
  }
  await expect.poll(() => state.lastId).not.toBeNull();
  return {
    events,
    state,
    ended,
    cut: () => cut.abort(),
    statusesOf: (id: number) => events.flatMap(({ data }) => (data.id === id ? [data.status] : [])),
  };
}

test("whoever watches is told of each step of an action, with its status and by whom", async () => {
  const watcher = await listen(world.viewer);
  const { proposal } = await world.propose(proposals.arNote());
  await world.decide(world.approver, proposal, { decision: "reject", comment: "Not now" });
  await expect.poll(() => watcher.statusesOf(proposal.id)).toEqual(["pending", "rejected"]);
  const [proposed, rejected] = watcher.events.filter(({ data }) => data.id === proposal.id);
  expect(proposed).toEqual({
    event: "action",
    data: { id: proposal.id, status: "pending", seq: expect.any(Number), by: world.agent.name },
  });
  expect(rejected!.data.by).toBe(world.approver.name);
  expect(rejected!.data.seq).toBe(watcher.state.lastId);
  watcher.cut();
  await watcher.ended;
});

test("nobody is told of another tenant's actions", async () => {
  const other = await world.addTenant();
  const stranger = await listen(await other.person("Olga", "admin"));
  const ours = await listen(world.viewer);
  const { proposal } = await world.propose(proposals.arNote());
  await expect.poll(() => ours.statusesOf(proposal.id)).toEqual(["pending"]);
  expect(stranger.events).toEqual([]);
  const theirs = await world.propose(proposals.arNote(), await other.agent("theirs"));
  await expect.poll(() => stranger.statusesOf(theirs.proposal.id)).toEqual(["pending"]);
  expect(ours.statusesOf(theirs.proposal.id)).toEqual([]);
  stranger.cut();
  ours.cut();
});

test("whoever watches questions hears that something happened to one, and neither which nor what; others hear nothing", async () => {
  const watcher = await listen(world.viewer, { topics: ["interactions"] });
  const others = await listen(world.viewer, { topics: ["actions", "controls"] });
  await inTenant(gateway.database, world.tenantId, (tx) =>
    appendEvent(tx, {
      ...bySystem(world.tenantId, "test"),
      entityType: "interaction",
      entityId: 4_711,
      type: "interaction.created",
      details: { interaction_type: "input", timeout_seconds: 60 },
    }),
  );
  afterCommit(gateway, world.tenantId);
  await expect
    .poll(() => watcher.events)
    .toEqual([{ event: "interaction", data: { seq: expect.any(Number) } }]);
  const { proposal } = await world.propose(proposals.arNote());
  await expect.poll(() => others.statusesOf(proposal.id)).toEqual(["pending"]);
  expect(others.events.every(({ event }) => event === "action")).toBe(true);
  expect(watcher.events).toHaveLength(1);
  watcher.cut();
  others.cut();
});

test("a stream that was cut goes on after the last event that its reader saw, in 50 cuts", async () => {
  let watcher = await listen(world.viewer);
  const made: number[] = [];
  const announced = new Set<number>();
  for (let cuts = 0; cuts < 50; cuts++) {
    const proposing = world.propose(proposals.arNote({ changes: [{ field: "note", to: `Cut ${cuts}` }] }));
    watcher.cut();
    await watcher.ended;
    for (const { data } of watcher.events) announced.add(data.id);
    made.push((await proposing).proposal.id);
    watcher = await listen(world.viewer, { lastEventId: watcher.state.lastId });
  }
  await expect
    .poll(() => made.filter((id) => !announced.has(id) && watcher.statusesOf(id).length === 0))
    .toEqual([]);
  watcher.cut();
});

test("an event whose transaction commits after later ones is told too, to those who watch and to those who resume", async () => {
  const { proposal: early } = await world.propose(proposals.arNote());
  const { proposal: late } = await world.propose(proposals.arNote({ entity_ref: "Riverbend Foods" }));
  const watcher = await listen(world.viewer);
  const note = (actionId: number) => ({
    ...bySystem(world.tenantId, "test"),
    actionId,
    type: "hitl.noted",
    details: {},
  });
  await inTenant(gateway.database, world.tenantId, async (held) => {
    await appendEvent(held, note(early.id));
    await inTenant(gateway.database, world.tenantId, (tx) => appendEvent(tx, note(late.id)));
    afterCommit(gateway, world.tenantId);
    await expect.poll(() => watcher.statusesOf(late.id)).toEqual(["pending"]);
    expect(watcher.statusesOf(early.id)).toEqual([]);
  });
  afterCommit(gateway, world.tenantId);
  await expect.poll(() => watcher.statusesOf(early.id)).toEqual(["pending"]);
  const lastSeen = watcher.events.find(({ data }) => data.id === late.id)!.data.seq;
  expect(watcher.events.find(({ data }) => data.id === early.id)!.data.seq).toBeLessThan(lastSeen);
  const resumed = await listen(world.viewer, { lastEventId: lastSeen });
  await expect.poll(() => resumed.statusesOf(early.id)).toContain("pending");
  watcher.cut();
  resumed.cut();
});

test("an action that was seen at its present status is not told of at an earlier one by whoever resumes", async () => {
  const { proposal } = await world.propose(proposals.arNote({ entity_ref: "Riverbend Foods" }));
  await world.decide(world.approver, proposal, { decision: "reject", comment: "Not now" });
  // The page was rendered now: both events lie before it, so close that they might have come after it.
  const lastEventId = await readStreamStart(world.viewer, gateway);
  const resumed = await listen(world.viewer, { lastEventId });
  const later = await world.propose(proposals.arNote({ entity_ref: "Coastal Pantry" }));
  await expect.poll(() => resumed.statusesOf(later.proposal.id)).toEqual(["pending"]);
  expect(resumed.statusesOf(proposal.id)).toEqual([]);
  resumed.cut();
});

test("an action that changed before the page was rendered is not told of again while others watch", async () => {
  const watcher = await listen(world.viewer);
  const { proposal: earlier } = await world.propose(proposals.arNote());
  await expect.poll(() => watcher.statusesOf(earlier.id)).toEqual(["pending"]);
  const { proposal: last } = await world.propose(proposals.arNote({ entity_ref: "Riverbend Foods" }));
  await expect.poll(() => watcher.statusesOf(last.id)).toEqual(["pending"]);
  const resumed = await listen(world.viewer, {
    lastEventId: await readStreamStart(world.viewer, gateway),
  });
  const later = await world.propose(proposals.arNote({ entity_ref: "Coastal Pantry" }));
  await expect.poll(() => resumed.statusesOf(later.proposal.id)).toEqual(["pending"]);
  expect(resumed.statusesOf(earlier.id)).toEqual([]);
  watcher.cut();
  resumed.cut();
});

test("controls are told of to whoever asked for them, and to nobody else", async () => {
  const both = await listen(world.viewer, { topics: ["actions", "controls", "runs", "interactions"] });
  const actions = await listen(world.viewer);
  await flipSwitch(
    world.owner,
    world.admin,
    { name: "high_risk_ops", engaged: true, reason: "a test" },
    gateway,
  );
  await expect.poll(() => both.events.map(({ event }) => event)).toContain("control");
  expect(both.events.find(({ event }) => event === "control")!.data).toEqual({
    subject: "kill_switch",
    seq: expect.any(Number),
  });
  const { proposal } = await world.propose(proposals.arNote());
  await expect.poll(() => actions.statusesOf(proposal.id)).toEqual(["pending"]);
  expect(actions.events.map(({ event }) => event)).not.toContain("control");
  both.cut();
  actions.cut();
});

const limits: StreamLimits = { pingMs: 20, lifeMs: 150, missedMax: 3, waitingMax: 500 };

test("whoever missed too much, or resumes from an event that never was, is told to read anew", async () => {
  const before = await listen(world.viewer);
  const lastEventId = before.state.lastId;
  before.cut();
  for (let made = 0; made < 4; made++)
    await world.propose(proposals.arNote({ changes: [{ field: "note", to: `Missed ${made}` }] }));
  for (const from of [lastEventId, 999_999_999]) {
    const watcher = await listen(world.viewer, { lastEventId: from, limits });
    await expect.poll(() => watcher.events.map(({ event }) => event)).toEqual(["reset"]);
    expect(watcher.state.lastId).toBeGreaterThan(lastEventId!);
    watcher.cut();
  }
});

test("a quiet stream pings, and ends by itself so that its person is asked again who they are", async () => {
  const watcher = await listen(world.viewer, { limits });
  await watcher.ended;
  expect(watcher.state.pings).toBeGreaterThan(2);
});

test("a stream whose credential counts no more ends with the next ping", async () => {
  const credential = { counts: true };
  const patient = { ...limits, lifeMs: 3_600_000 };
  const proveAgain = async () => {
    if (!credential.counts) throw new AppError("unauthenticated", "Sign in.");
  };
  const watcher = await listen(world.viewer, { limits: patient, proveAgain });
  await expect.poll(() => watcher.state.pings).toBeGreaterThan(2);
  expect(watcher.state.over).toBe(false);
  credential.counts = false;
  await watcher.ended;
});

test("a change of a person, such as another role, ends their streams at once and no others", async () => {
  const [theirs, others] = [await listen(world.viewer), await listen(world.approver)];
  await inTenant(gateway.database, world.tenantId, (tx) =>
    appendEvent(tx, {
      ...bySystem(world.tenantId, "test"),
      entityType: "person",
      entityId: world.viewer.userId,
      type: "person.sessions_ended",
      details: {},
    }),
  );
  afterCommit(gateway, world.tenantId);
  await theirs.ended;
  expect(others.state.over).toBe(false);
  others.cut();
});

test("one person holds 30 streams and no more; one that ended makes room", async () => {
  const streams = await Promise.all(Array.from({ length: 30 }, () => listen(world.admin)));
  const another = () =>
    streamChanges(
      world.admin,
      { lastEventId: null, signal: new AbortController().signal, proveAgain: counts },
      gateway,
    );
  await expectRefusal(another(), "rate_limited");
  streams[0]!.cut();
  await streams[0]!.ended;
  const room = await another();
  await room.cancel();
  for (const stream of streams) stream.cut();
  const again = await listen(world.admin);
  again.cut();
});
