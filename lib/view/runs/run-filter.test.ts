import { expect, test } from "vitest";
import { RUN_STATUSES } from "@/lib/core/run/run";
import { RUN_STATES, parseRunFilter, runFilterHref, runsQueryOf } from "./run-filter";

const parse = (address: string) => {
  const search = new URLSearchParams(address);
  return parseRunFilter((name) => search.get(name));
};

test("an address and its filter say the same", () => {
  for (const address of [
    "/runs",
    "/runs?state=approval",
    "/runs?workflow=bid-repricing",
    "/runs?state=failed&workflow=a",
  ])
    expect(runFilterHref(parse(address.split("?")[1] ?? ""))).toBe(address);
});

test("anything else in an address means nothing", () => {
  expect(runFilterHref(parse("state=odd&workflow=A%20b"))).toBe("/runs");
});

test("every status of a run is found by one state", () => {
  const statuses = Object.values(RUN_STATES).flatMap((state): readonly string[] => state.statuses);
  expect(statuses.toSorted()).toEqual([...RUN_STATUSES].toSorted());
});

test("a state asks for all of its statuses", () => {
  expect(runsQueryOf(parse("state=going")).get("status")).toBe(
    "queued,running,waiting_input,failed_retryable",
  );
  expect(runsQueryOf(parse("")).get("status")).toBeNull();
});
