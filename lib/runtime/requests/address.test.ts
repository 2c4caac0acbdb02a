import { describe, expect, test } from "vitest";
import { readAddress } from "./address";

const read = (text: string) => {
  const found = readAddress(text);
  return "url" in found ? found.url.href : found.refusal;
};

describe("an address", () => {
  test.each([
    ["https://a.example", "https://a.example/"],
    ["https://A.example:443/x", "https://a.example/x"],
    ["https://a.example:8443/x?q=%70&r=a//../b", "https://a.example:8443/x?q=%70&r=a//../b"],
    ["https://a.example/%70ayments/1", "https://a.example/payments/1"],
    ["https://a.example/PAYMENTS/v1%2e5/%7eann/", "https://a.example/PAYMENTS/v1.5/~ann/"],
    ["https://a.example/a%c3%a4;v=1/%2570", "https://a.example/a%C3%A4;v=1/%2570"],
  ])("%s has one spelling", (text, spelling) => {
    expect(read(text)).toBe(spelling);
    expect(read(spelling)).toBe(spelling);
  });
  test.each([
    "https://a.example//payments",
    "https://a.example/x//",
    "https://a.example/./payments",
    "https://a.example/x/../payments",
    "https://a.example/x/%2e%2E/payments",
    "https://a.example/x/.%2e",
    "https://a.example/x/..;/payments",
    "https://a.example/x%2fpayments",
    "https://a.example/x%5Cpayments",
    "https://a.example\\payments",
    "https://a.example/a b",
    "https://a.example/a\tb",
    "https://a.example/a\n\nBody: {}",
    "https://a.example/a\u202eb",
    "https://１27.0.0.1/x",
    "https://%61.example/x",
    "https://good.example@a.example/x",
    "https://a.example/x#y",
    "https:///a.example/x",
    "https://a.example:99999/x",
  ])("%j is refused, because readers and servers disagree about it", (text) => {
    expect(readAddress(text)).toMatchObject({ refusal: expect.any(String) });
  });
});
