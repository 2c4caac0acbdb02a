import { expect, test, vi } from "vitest";
import { findMisread } from "@/lib/core/values/text-safety";
import { z } from "zod";
import { readJsonBody } from "./json-body";

vi.mock("@/lib/core/values/text-safety", { spy: true });

const anything = z.unknown();
const send = (body: string) =>
  readJsonBody(
    new Request("http://test/", { method: "POST", headers: { "content-type": "application/json" }, body }),
    anything,
  );

test("a body of escaped quotes that never end is refused at once, not after a quadratic search", async () => {
  vi.mocked(findMisread).mockClear();
  await expect(send('\\"'.repeat(87_000))).rejects.toMatchObject({ code: "malformed_json" });
  // The search is linear on valid JSON alone: on this body it took nine seconds when it came before the parser.
  expect(findMisread).not.toHaveBeenCalled();
});

test("a document nested deeper than any schema is refused, also with a long number at its bottom", async () => {
  const depth = 20_000;
  await expect(send(`${"[".repeat(depth)}12345678901234567890${"]".repeat(depth)}`)).rejects.toMatchObject({
    status: expect.toSatisfy((status: number) => status === 400 || status === 422),
  });
});

test("a number that would be rounded is named by its place, and the digits within text are left alone", async () => {
  await expect(
    send('{"changes":[{"to":12345678901234567890}],"note":"12345678901234567890"}'),
  ).rejects.toMatchObject({
    code: "number_too_long",
    issues: [{ path: "changes[0].to" }],
  });
  await expect(send('{"note":"12345678901234567890"}')).resolves.toEqual({ note: "12345678901234567890" });
});

test.each([
  ['{"to":1,"to":2}', "to"],
  ['{"to":1,"to":1}', "to"],
  ['{"changes":[{"to":1},{"to":1, "\\u0074o" : 2}]}', "changes[1].to"],
  ['{"a":{"b":{}},"a":{}}', "a"],
  ['{"a":[[],[{"b":{"c":1,"d":"\\"}","c":[]}}]]}', "a[1][0].b.c"],
  ['{"":1,"":2}', ""],
])("a name that one object holds twice is refused by its place: %s", async (body, path) => {
  await expect(send(body)).rejects.toMatchObject({ status: 422, code: "repeated_name", issues: [{ path }] });
});

test.each([
  '{"to":1,"from":{"to":2},"then":[{"to":3},{"to":4}]}',
  '{"to":"\\"to\\": 1, \\"to\\": 2","note":["to","to"]}',
  '{"constructor":1,"__proto__":{"to":1},"toString":2}',
  '["a",":","a",":"]',
  '" : "',
])("a name that stands again elsewhere, or within text, is not repeated: %s", async (body) => {
  await expect(send(body)).resolves.toEqual(JSON.parse(body));
});
