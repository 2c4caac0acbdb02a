import { expect, test, vi } from "vitest";
import { findLongNumbers } from "@/lib/core/values/text-safety";
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
  vi.mocked(findLongNumbers).mockClear();
  await expect(send('\\"'.repeat(87_000))).rejects.toMatchObject({ code: "malformed_json" });
  // The search is linear on valid JSON alone: on this body it took nine seconds when it came before the parser.
  expect(findLongNumbers).not.toHaveBeenCalled();
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
