import { expect, test } from "vitest";
import { parseOpenAddresses } from "./open-addresses";

test("a list of hosts with ports becomes open addresses, and an empty text none", () => {
  expect(parseOpenAddresses("127.0.0.1:9000, localhost:9001,[::1]:443,")).toEqual([
    { host: "127.0.0.1", port: 9000 },
    { host: "localhost", port: 9001 },
    { host: "[::1]", port: 443 },
  ]);
  expect(parseOpenAddresses("")).toEqual([]);
});

test.each([
  "localhost",
  "localhost:",
  "localhost:0",
  "localhost:080",
  "localhost:65536",
  "localhost:*",
  "*:80",
  "http://localhost:80",
  "localhost:80/path",
  "user@localhost:80",
  "LOCALHOST:80",
  "127.1:80",
  "2130706433:80",
  "[::0:1]:80",
  "::1:80",
  "10.0.0.0/8:80",
  "localhost:80 localhost:81",
  "localhost:80,nothing",
])("%s opens nothing, since it is not an exact host and port as a URL spells them", (text) => {
  expect(parseOpenAddresses(text)).toBeNull();
});
