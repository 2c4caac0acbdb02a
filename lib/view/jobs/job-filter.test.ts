import { expect, test } from "vitest";
import { parseJobFilter, jobFilterHref, jobsQueryOf } from "./job-filter";

const parse = (address: string) => {
  const search = new URLSearchParams(address);
  return parseJobFilter((name) => search.get(name));
};

test("an address and its filter say the same", () => {
  for (const address of [
    "/jobs",
    "/jobs?state=failed",
    "/jobs?started=clock",
    "/jobs?state=failed&function=push-action",
    "/jobs?action=8421",
  ])
    expect(jobFilterHref(parse(address.split("?")[1] ?? ""))).toBe(address);
});

test("anything else in an address means nothing", () => {
  const odd = parse("state=odd&function=a%20b&started=me&action=0x1");
  expect(jobFilterHref(odd)).toBe("/jobs");
  expect(parse("action=99999999999999999999").actionId).toBeNull();
});

test("one function is asked for whoever started it; otherwise events or the clock", () => {
  expect(jobsQueryOf(parse("")).get("started_by")).toBe("event");
  expect(jobsQueryOf(parse("started=clock")).get("started_by")).toBe("clock");
  const one = jobsQueryOf(parse("function=push-action&started=clock"));
  expect([one.get("function"), one.get("started_by")]).toEqual(["push-action", null]);
});
