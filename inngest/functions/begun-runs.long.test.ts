import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";
import { proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { noteStep } from "@/lib/runtime/testing/note-step";
import { publish } from "@/lib/runtime/testing/publish";
import { startRun } from "@/lib/runtime/runs/start-run";
import { openVirtualProduct } from "./testing/virtual-product";

/** Runs that begin by themselves, as the engine asks the functions for them: by schedules over two months, and by our own events. */

const day = 24 * 3_600_000;
const product = await openVirtualProduct(new Date("2031-03-01T00:00:30.000Z"));
afterAll(() => product.close());
const { engine, owner } = product;

const one = "steps: [{ id: hi, tool: transform, with: { value: 1 } }]";
const runsOf = (workflow: string) =>
  owner<{ id: number; time: string; status: string; trigger_type: string; late: number }[]>`
    SELECT r.id, r.inputs_json ->> 'time' AS time, r.status, r.trigger_type,
      extract(epoch FROM r.created_at - (r.inputs_json ->> 'time')::timestamptz)::float8 AS late
    FROM runs r JOIN workflows f ON f.id = r.workflow_id WHERE f.name = ${workflow} ORDER BY r.id`;
const timesOf = async (workflow: string) =>
  (await runsOf(workflow)).map(({ time }) => time.replace(":00.000Z", "Z"));

/** Each day from the first to the last at a time, in UTC. */
function daily(first: string, last: string, time: string, step = day): string[] {
  const times = [];
  for (let at = Date.parse(`${first}T00:00Z`); at <= Date.parse(`${last}T00:00Z`); at += step)
    times.push(`${new Date(at).toISOString().slice(0, 10)}T${time}Z`);
  return times;
}
const week = 7 * day;
/** In real time, on a busy machine. */
const monthTimeoutMs = 300_000;

describe("schedules over thirty days, in spring and in autumn, the clocks of two continents changing", () => {
  const schedules = {
    nightly: `[{ schedule: "30 2 * * *", timezone: Europe/Oslo, IN }]`,
    mondays: `[{ schedule: "0 6 * * 1", timezone: America/Chicago, IN }]`,
    // Three times a night around the night on which clocks change in Chicago.
    threefold: `
  - { schedule: "15 1,2,3 8-10 3 *", timezone: America/Chicago, IN }
  - { schedule: "15 1,2,3 1-3 11 *", timezone: America/Chicago, IN }`,
  };
  const until = (at: string) => {
    const span = Date.parse(at) - engine.now();
    return engine.advance(span, { by: span });
  };
  /** Lets a day pass, on which the engine looks for what is due at these times. */
  const passDay = async (date: string, times: readonly string[]) => {
    for (const time of times) await until(`${date}T${time}Z`);
  };
  /** A month: by the hour around the change in Chicago, else one look a night, and one by day on Mondays. */
  async function pass(first: string, last: string, byTheHour: readonly string[]): Promise<void> {
    const hours = ["02:00", "06:30", "07:30", "08:30", "09:30", "13:00"];
    for (const date of daily(first, last, "").map((at) => at.slice(0, 10))) {
      const isMonday = new Date(date).getUTCDay() === 1;
      await passDay(date, byTheHour.includes(date) ? hours : ["02:00", ...(isMonday ? ["13:00"] : [])]);
    }
  }
  /** The run of this minute is there in that minute, and not before. */
  async function beginsAt(workflow: string, time: string): Promise<void> {
    const before = await timesOf(workflow);
    await until(new Date(Date.parse(time) - 1).toISOString());
    expect(await timesOf(workflow)).toEqual(before);
    await engine.advance(1);
    expect((await runsOf(workflow)).slice(before.length)).toMatchObject([
      { time: time.replace("Z", ":00.000Z"), trigger_type: "schedule", late: 0 },
    ]);
  }
  beforeAll(async () => {
    for (const [name, on] of Object.entries(schedules))
      await publish(
        product,
        `workflow: ${name}\non: ${on.replaceAll("IN", 'inputs: { time: "${{ event.time }}" }')}
inputs: { type: object, required: [time], properties: { time: { type: string } } }\n${one}`,
      );
  });

  test(
    "begin a run for each time, in its minute, and once on the nights on which clocks go forward",
    async () => {
      await beginsAt("nightly", "2031-03-01T01:30Z");
      await pass("2031-03-02", "2031-03-29", ["2031-03-08", "2031-03-09", "2031-03-10"]);
      // Of 30 March there is no half past two in Oslo: the clock says half past three by then.
      await beginsAt("nightly", "2031-03-30T01:30Z");
      expect(await timesOf("nightly")).toEqual(daily("2031-03-01", "2031-03-30", "01:30"));
      expect(await timesOf("mondays")).toEqual([
        "2031-03-03T12:00Z",
        ...daily("2031-03-10", "2031-03-24", "11:00", week),
      ]);
      // Of 9 March there is no quarter past two in Chicago: what was due then begins with the run of a quarter past three.
      expect(await timesOf("threefold")).toEqual(
        [
          ["2031-03-08T07:15Z", "2031-03-08T08:15Z", "2031-03-08T09:15Z"],
          ["2031-03-09T07:15Z", "2031-03-09T08:15Z"],
          ["2031-03-10T06:15Z", "2031-03-10T07:15Z", "2031-03-10T08:15Z"],
        ].flat(),
      );
    },
    monthTimeoutMs,
  );

  test(
    "begin one run of a time that the clock shows twice, and of months in which nothing ran the last time of a day alone",
    async () => {
      const since = Object.fromEntries(
        await Promise.all(
          Object.keys(schedules).map(async (name) => [name, (await timesOf(name)).length] as const),
        ),
      );
      const newTimesOf = async (name: string) => (await timesOf(name)).slice(since[name]);
      await engine.jump(Date.parse("2031-10-15T00:00:30Z") - engine.now());
      await pass("2031-10-15", "2031-10-25", []);
      await beginsAt("nightly", "2031-10-26T00:30Z");
      // Half past two for the second time.
      await until("2031-10-26T01:31Z");
      await pass("2031-10-26", "2031-11-13", ["2031-11-01", "2031-11-02", "2031-11-03"]);
      expect(await newTimesOf("nightly")).toEqual([
        ...daily("2031-10-14", "2031-10-26", "00:30"),
        ...daily("2031-10-27", "2031-11-13", "01:30"),
      ]);
      expect(await newTimesOf("mondays")).toEqual([
        ...daily("2031-10-20", "2031-10-27", "11:00", week),
        ...daily("2031-11-03", "2031-11-10", "12:00", week),
      ]);
      expect(await newTimesOf("threefold")).toEqual(
        [
          ["2031-11-01T06:15Z", "2031-11-01T07:15Z", "2031-11-01T08:15Z"],
          ["2031-11-02T06:15Z", "2031-11-02T08:15Z", "2031-11-02T09:15Z"],
          ["2031-11-03T07:15Z", "2031-11-03T08:15Z", "2031-11-03T09:15Z"],
        ].flat(),
      );
      const all = (await Promise.all(Object.keys(schedules).map(runsOf))).flat();
      expect(all).toHaveLength(30 + 31 + 4 + 4 + 8 + 9);
      expect(all.filter(({ status }) => status !== "succeeded")).toEqual([]);
    },
    monthTimeoutMs,
  );
});

describe("our own events, as the engine hands them to the function", () => {
  const on = (event: string) =>
    `on: { event: ${event}, inputs: { id: "\${{ event.id }}" } }
inputs: { type: object, required: [id], properties: { id: { type: integer } } }`;
  const begunBy = async (workflow: string) =>
    (
      await owner<{ id: number; status: string }[]>`
        SELECT (r.inputs_json ->> 'id')::integer AS id, r.status FROM runs r
        JOIN workflows f ON f.id = r.workflow_id WHERE f.name = ${workflow} ORDER BY r.id`
    ).map(({ id, status }) => `${id}:${status}`);
  const propose = async () => (await product.propose(proposals.arNote())).proposal;

  beforeAll(async () => {
    // Somebody may have to be told of what happens: the engine carries that as well.
    await owner`
      INSERT INTO channel_accounts (tenant_id, kind, external_id, label, sealed, opened_at, opened_by_label)
      VALUES (${product.tenantId}, 'slack', 'T1', 'Slack', 'v1.x', clock_timestamp(), 'Pat')`;
    for (const event of ["created", "approved", "applied", "rejected", "expired", "cancelled"])
      await publish(product, `workflow: on-${event}\n${on(`proposal.${event}`)}\n${one}`);
    await publish(
      product,
      `workflow: answers\n${on("proposal.rejected")}\nlimits: { writes: 1 }\nsteps:\n${noteStep({ to: "Again" })}`,
    );
  });

  test("begin a run of each workflow that waits for them, and the run is done", async () => {
    const { id: applied } = await proposeAndApprove(product, proposals.arNote());
    await engine.settled();
    const withdrawn = await propose();
    await withdrawProposal(product.agent, withdrawn.id, product.gateway);
    await engine.settled();
    const left = await propose();
    await engine.advance("73h", { by: "24h" });
    const done = (...ids: number[]) => ids.map((id) => `${id}:succeeded`);
    expect(await begunBy("on-created")).toEqual(done(applied, withdrawn.id, left.id));
    expect(await begunBy("on-approved")).toEqual(done(applied));
    expect(await begunBy("on-applied")).toEqual(done(applied));
    expect(await begunBy("on-cancelled")).toEqual(done(withdrawn.id));
    expect(await begunBy("on-expired")).toEqual(done(left.id));
  });

  test("begin a run by the end of a push and of a run, and none by the end of a run that an event began", async () => {
    await publish(product, `workflow: on-push\n${on("push.applied")}\n${one}`);
    await publish(product, `workflow: on-end\n${on("run.succeeded")}\n${one}`);
    await publish(product, `workflow: plain\n${one}`);
    const { pushId } = await proposeAndApprove(product, proposals.arNote());
    await engine.settled();
    const { run } = await startRun(product.approver, { workflow: "plain", inputs: {} }, product.gateway);
    await engine.advance("3m");
    expect(await begunBy("on-push")).toEqual([`${pushId}:succeeded`]);
    expect(await begunBy("on-end")).toEqual([`${run.id}:succeeded`]);
  });

  test("begin none by what a run proposed, whatever becomes of it", async () => {
    const before = await begunBy("on-created");
    const rejected = await propose();
    await product.decide(product.approver, rejected, { decision: "reject", comment: "No" });
    await engine.settled();
    const [asked] = await owner<{ id: number; payload_hash: string }[]>`
      SELECT a.id, a.payload_hash FROM proposed_actions a JOIN steps s ON s.proposed_action_id = a.id`;
    await product.decide(product.admin, asked!, { decision: "reject", comment: "No" });
    await engine.advance("2m");
    expect(await begunBy("on-rejected")).toEqual([`${rejected.id}:succeeded`]);
    expect(await begunBy("answers")).toEqual([`${rejected.id}:failed_terminal`]);
    expect((await begunBy("on-created")).slice(before.length)).toEqual([`${rejected.id}:succeeded`]);
  });

  test("and after all of it no job of the engine's has failed", async () => {
    expect(await product.failedJobs()).toEqual([]);
  });
});
