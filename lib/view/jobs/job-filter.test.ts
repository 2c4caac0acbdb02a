import { expect, test } from "vitest";
import { parseRunFilter, runFilterHref, runsQueryOf } from "./job-filter";

const parse = (address: string) => {
  const search = new URLSearchParams(address);
  return parseRunFilter((name) => search.get(name));
};

test("an address and its filter say the same", () => {
  for (const address of [
    "/runs",
    "/runs?state=failed",
    "/runs?started=clock",
    "/runs?state=failed&function=push-action",
    "/runs?action=8421",
  ])
    expect(runFilterHref(parse(address.split("?")[1] ?? ""))).toBe(address);
});

test("what an address holds beyond that means nothing", () => {
  const odd = parse("state=odd&function=a%20b&started=me&action=0x1");
  expect(runFilterHref(odd)).toBe("/runs");
  expect(parse("action=99999999999999999999").actionId).toBeNull();
});

test("one function is asked for whoever started it; otherwise events or the clock", () => {
  expect(runsQueryOf(parse("")).get("started_by")).toBe("event");
  expect(runsQueryOf(parse("started=clock")).get("started_by")).toBe("clock");
  const one = runsQueryOf(parse("function=push-action&started=clock"));
  expect([one.get("function"), one.get("started_by")]).toEqual(["push-action", null]);
});
