import { expect, test } from "vitest";
import { parseVersionChoice, versionHref } from "./version-choice";

const parse = (address: string) => {
  const search = new URLSearchParams(address);
  return parseVersionChoice((name) => search.get(name));
};

test("an address and its choice say the same", () => {
  for (const address of ["/workflows/7", "/workflows/7?version=3", "/workflows/7?version=3&from=2&to=3"])
    expect(versionHref(7, parse(address.split("?")[1] ?? ""))).toBe(address);
});

test("anything else in an address means nothing, nor does a comparison of one version with itself", () => {
  expect(versionHref(7, parse("version=0&from=-1&to=x"))).toBe("/workflows/7");
  expect(versionHref(7, parse("from=2"))).toBe("/workflows/7");
  expect(versionHref(7, parse("from=2&to=2"))).toBe("/workflows/7");
});
