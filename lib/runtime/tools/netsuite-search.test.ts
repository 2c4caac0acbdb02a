import { readFileSync } from "node:fs";
import { Big } from "big.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { expectProblemAtMark, withSteps, working } from "@/lib/runtime/definitions/testing/at-mark";
import { checkWorkflow } from "@/lib/runtime/definitions/check-workflow";
import type { RunView } from "@/lib/contract/workflows/runs";
import { until } from "@/lib/gateway/testing/race";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";

const runs = await useRuns();
const { account, owner, tenantId } = runs;
const shipped = readFileSync(new URL("../../../workflows/bid-repricing.yaml", import.meta.url), "utf8");

const step = (input: string) => withSteps(`id: bids\ntool: netsuite.search\nwith: ${input}`);

describe("the check", () => {
  test.each([
    ["more rows than NetSuite gives", "invalid", "{ search: customsearch_bids, rows_max: ‸1001 }"],
    ["a filter by a join", "invalid", "{ search: customsearch_bids, filters: { item.cost: ‸1 } }"],
    ["a filter by a formula", "invalid", "{ search: customsearch_bids, filters: { formulatext: ‸1 } }"],
    ["a filter by nothing", "invalid", '{ search: customsearch_bids, filters: { bid: ‸"" } }'],
    ["a filter by a list", "invalid", "{ search: customsearch_bids, filters: { bid: ‸[a, b] } }"],
    [
      "more filters than a search takes",
      "invalid",
      `{ search: customsearch_bids, filters: ‸{ ${Array.from({ length: 11 }, (_, at) => `f${at}: 1`).join(", ")} } }`,
    ],
    ["a search by its number", "invalid", "{ search: ‸770 }"],
  ] as const)("finds %s at its place: %s", (_, code, input) => expectProblemAtMark(code, step(input)));

  test("takes values of inputs as filters, and knows of the result that `complete` is true or false", () => {
    const search =
      'id: bids\ntool: netsuite.search\nwith: { search: customsearch_bids, filters: { sku: "${{ inputs.sku }}" } }';
    const use = (value: string) => checkWorkflow(withSteps(search, working(value))).problems;
    expect(use('"${{ steps.bids.output.complete ? 1 : 2 }}"')).toBeNull();
    expect(use('"${{ steps.bids.output.rows.size() }}"')).toBeNull();
    expectProblemAtMark(
      "expression_type",
      withSteps(search, working('"${{ ‸steps.bids.output.complete + 1 }}"')),
    );
  });
});

const isOver = ({ status }: RunView) => status === "succeeded" || status === "failed_terminal";

/** Publishes, starts, and works until the run is so far. */
async function work(source: string, inputs: Record<string, string> = {}, isSoFar = isOver): Promise<RunView> {
  await runs.publish(source);
  const { id } = await runs.start(/^workflow: (\S+)/m.exec(source)![1]!, { inputs });
  await until("the run being so far", async () => {
    await runs.workOff();
    return isSoFar(await runs.look(id));
  });
  return runs.look(id);
}

/** A workflow of one search, under a name of its own. */
const searching = (name: string, input: string) =>
  `workflow: ${name}\nsteps:\n  - { id: bids, tool: netsuite.search, with: ${input} }\n`;

describe("a run", () => {
  test("of workflows/bid-repricing.yaml proposes a price that restores the margin, for each bid below the floor and for no other", async () => {
    const run = await work(shipped, { floor: "0.2" }, ({ steps }) => {
      return steps.length > 3 && steps.every(({ status }) => status !== "ready" && status !== "running");
    });
    const { rows, complete } = (await runs.outputOf(run.id, "bids")) as {
      rows: Record<string, string>[];
      complete: boolean;
    };
    expect(complete).toBe(true);
    expect(rows).toHaveLength(102);
    const below = rows.filter(({ price, cost }) => new Big(price!).minus(cost!).div(price!).lt("0.19995"));
    expect(below).toHaveLength(10);

    expect(stepsOf(run)).toEqual([
      "bids:succeeded",
      "below:succeeded",
      expect.stringMatching(/^raise:/),
      ...below.map((_, item) => `raise.${item}:waiting_approval`),
    ]);
    const proposed = await owner<{ status: string; payload: Payload; reason: string }[]>`
      SELECT status, payload_text::jsonb AS payload, reason FROM proposed_actions
      WHERE tenant_id = ${tenantId} ORDER BY id`;
    const byBid = (a: string[], b: string[]) => a.join().localeCompare(b.join());
    expect(
      proposed
        .map(({ payload: { entity_ref, context, changes } }) => [
          context.bid_id!,
          entity_ref,
          context.customer!,
          changes[0]!.from,
          changes[0]!.to,
        ])
        .sort(byBid),
    ).toEqual(
      below
        .map(({ bid, sku, customer, price, cost }) => [
          bid!,
          sku!,
          customer!,
          price!,
          new Big(cost!).div("0.8").round(2, Big.roundHalfUp).toFixed(),
        ])
        .sort(byBid),
    );
    expect(new Set(proposed.map(({ status }) => status))).toEqual(new Set(["pending"]));
    expect(proposed.map(({ reason }) => reason)).toContainEqual(
      expect.stringMatching(/^The margin of .+ on \d+ is \.1\d+, below 0\.2\.$/),
    );
    expect(await account.control("GET", "ledger")).toMatchObject({ count: 0 });
  });

  test("sees that its result was cut off, and may narrow it", async () => {
    const cut = await work(searching("cut", "{ search: customsearch_bid_margins, rows_max: 4 }"));
    expect(await runs.outputOf(cut.id, "bids")).toMatchObject({ rows: { length: 4 }, complete: false });
    const narrow = await work(
      `${searching("narrow", '{ search: customsearch_bid_margins, filters: { bid: "${{ inputs.bid }}" } }')}inputs: { type: object, required: [bid], properties: { bid: { type: string } } }`,
      { bid: "B5910" },
    );
    const { rows, complete } = (await runs.outputOf(narrow.id, "bids")) as {
      rows: object[];
      complete: boolean;
    };
    expect(complete).toBe(true);
    expect(rows).toHaveLength(6);
    expect(rows).toEqual(rows.map(() => expect.objectContaining({ customer: "Coastal Pantry" })));
  });

  test("fails at once where NetSuite refuses the search, and says why", async () => {
    const run = await work(searching("gone", "{ search: customsearch_gone }"));
    expect(run).toMatchObject({
      status: "failed_terminal",
      error: { step: "bids", message: expect.stringContaining("no saved search customsearch_gone") },
    });
    expect(run.steps[0]).toMatchObject({ attempt: 1, last_error: { code: "record_refused" } });
  });

  test("tries again where NetSuite does not answer, and goes on then", async () => {
    await account.fault("service_unavailable", { op: "search" });
    onTestFinished(async () => void (await account.control("DELETE", "faults")));
    const run = await work(searching("again", "{ search: customsearch_bid_margins }"), {}, ({ steps }) => {
      return steps[0]!.status === "failed_retryable";
    });
    expect(stepsOf(run)).toEqual(["bids:failed_retryable"]);
    expect(run.steps[0]).toMatchObject({ last_error: { code: "unavailable" } });
    await runs.letTimeCome(run.id);
    await until("the run's end", async () => {
      await runs.workOff();
      return isOver(await runs.look(run.id));
    });
    expect(await runs.look(run.id)).toMatchObject({ status: "succeeded" });
  });
});

interface Payload {
  entity_ref: string;
  context: Record<string, string>;
  changes: { from: string; to: string }[];
}
