import type { ServerResponse } from "node:http";
import { afterAll, beforeEach, expect, test } from "vitest";
import { systemClock } from "@/lib/clock";
import { createSender } from "@/lib/outbound";
import { closeReceivers, receivePlainly } from "@/lib/outbound/testing/receiver";
import { refuseResults } from "@/lib/runtime/testing/refuse-results";
import { useRuns } from "@/lib/runtime/testing/use-runs";

const runs = await useRuns();
const { owner, gateway, follow } = runs;

let arrivals = 0;
let answer: (response: ServerResponse) => void;
const port = await receivePlainly((request, response) => {
  request.resume().on("end", () => {
    arrivals += 1;
    answer(response);
  });
});
afterAll(closeReceivers);
Object.assign(gateway, {
  sender: createSender({ ownUrls: [], openAddresses: [{ host: "127.0.0.1", port }], clock: systemClock }),
});
beforeEach(() => {
  arrivals = 0;
});

const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;

test.each<[string, string, string, string, string]>([
  ["NUL in its JSON", "POST", "application/json", '{"a":"\\u0000"}', "holds a NUL character"],
  ["NUL in a text", "GET", "text/plain", "a\u0000b", "holds a NUL character"],
  ["NUL in a key", "PUT", "application/json", '{"\\u0000":1}', "holds a NUL character"],
  ["half a character", "POST", "application/json", '{"a":["\\ud83d"]}', "holds half of a character"],
  ["a number beyond all", "GET", "application/json", '{"price":1e999}', "holds a number beyond all bounds"],
  ["another beyond all", "POST", "application/json", "[-1e999]", "holds a number beyond all bounds"],
  ["levels without an end", "POST", "application/json", deep, "is nested deeper than 100 levels"],
])("an answer that nothing can keep fails the step for good, and is asked for once: %s", async (...row) => {
  const [name, method, type, body, words] = row;
  answer = (response) => void response.writeHead(200, { "content-type": type }).end(body);
  const run = await follow(`workflow: ${name.toLowerCase().replaceAll(" ", "-")}
limits: { writes: 5 }
steps:
  - id: call
    tool: http.request
    with: { method: ${method}, url: "http://127.0.0.1:${port}/", honours_key: true }`);
  expect(run.steps[0]).toMatchObject({
    status: "failed_terminal",
    attempt: 1,
    last_error: { code: "answer_unreadable", message: expect.stringContaining(words) },
  });
  expect(arrivals).toBe(1);
  const receipts = await owner`SELECT status, result_json FROM step_receipts WHERE run_id = ${run.id}`;
  expect([...receipts]).toEqual([{ status: "failed", result_json: null }]);
});

test("an answer's number that would be rounded is handed on as the text of its digits, so that it names no other record", async () => {
  const body = '{"id":9007199254740993,"price":"1.10","share":0.30000000000000004}';
  answer = (response) => void response.writeHead(200, { "content-type": "application/json" }).end(body);
  const run = await follow(`workflow: long-number
limits: { writes: 1 }
steps:
  - { id: call, tool: http.request, with: { method: GET, url: "http://127.0.0.1:${port}/" } }
  - { id: next, tool: transform, with: { value: "\${{ 'record ' + string(steps.call.output.body.id) }}" } }`);
  expect(run.status).toBe("succeeded");
  expect(await runs.outputOf(run.id, "call")).toEqual({
    status: 200,
    body: { id: "9007199254740993", price: "1.10", share: 0.30000000000000004 },
  });
  expect(await runs.outputOf(run.id, "next")).toEqual({ value: "record 9007199254740993" });
});

test("an answer that the database refuses for a reason that nobody foresaw fails the step for good, and is asked for once", async () => {
  answer = (response) => void response.writeHead(200).end("refuse me");
  await refuseResults(owner, "refuse me");
  const run = await follow(`workflow: unforeseen
limits: { writes: 1 }
steps: [{ id: call, tool: http.request, with: { method: GET, url: "http://127.0.0.1:${port}/" } }]`);
  expect(run.steps[0]).toMatchObject({
    status: "failed_terminal",
    attempt: 1,
    last_error: { code: "answer_not_kept" },
  });
  expect(arrivals).toBe(1);
  const receipts = await owner`SELECT status, result_json FROM step_receipts WHERE run_id = ${run.id}`;
  expect([...receipts]).toEqual([{ status: "failed", result_json: null }]);
});

test("a result of our own that nothing can keep fails its step for good as well", async () => {
  const run = await follow(`workflow: own-nul
steps: [{ id: hi, tool: transform, with: { value: '\${{ "a\\u0000b" }}' } }]`);
  expect(run.steps[0]).toMatchObject({
    status: "failed_terminal",
    attempt: 1,
    last_error: { code: "value", message: '`"a\\u0000b"` gives a value that holds a NUL character.' },
  });
});
