import { expect, test } from "vitest";
import { runsQuerySchema } from "@/lib/contract/workflows/runs";
import { RUN_SEARCH_MAX, RUN_STATUSES } from "@/lib/core/run/run";
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
    "/runs?state=failed&workflow=a&trigger=webhook&q=monday-7",
    "/runs?q=Ana+Ruiz",
  ])
    expect(runFilterHref(parse(address.split("?")[1] ?? ""))).toBe(address);
});

test("anything else in an address means nothing", () => {
  expect(runFilterHref(parse("state=odd&workflow=A%20b&trigger=hand&q=%20%00"))).toBe("/runs");
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

test("a search and a trigger are asked of the server, and a search is no longer than it takes", () => {
  const query = runsQueryOf(parse(`trigger=event&q=${"x".repeat(500)}`));
  expect(query.get("trigger_type")).toBe("event");
  expect(query.get("q")).toHaveLength(RUN_SEARCH_MAX);
  expect(runsQuerySchema.safeParse(Object.fromEntries(query)).success).toBe(true);
});
