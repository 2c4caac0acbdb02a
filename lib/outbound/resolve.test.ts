import { afterEach, expect, test } from "vitest";
import type { Endpoint } from "./check-url";
import { allowedAddresses, resolveByServers } from "./resolve";
import { type Zone, serveNames } from "./testing/name-server";

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

const endpoint = (host: string, isOpen = false): Endpoint => ({
  url: new URL(`https://${host}/`),
  host,
  port: 443,
  secure: true,
  isOpen,
});

async function resolverOf(zone: Zone) {
  const { server, close } = await serveNames(zone);
  open.push(close);
  const resolve = resolveByServers([server]);
  return (host: string, signal = new AbortController().signal) => resolve(endpoint(host), signal);
}

test("a name's addresses of both families are found, and of one where it has no other", async () => {
  const resolve = await resolverOf((name, family) => {
    if (family === 4) return name.startsWith("both.") ? ["93.184.215.14", "10.0.0.1"] : [];
    return ["2606:2800:220:1:0:0:0:1"];
  });
  expect(await resolve("both.example.com")).toEqual(["93.184.215.14", "10.0.0.1", "2606:2800:220:1::1"]);
  expect(await resolve("six.example.com")).toEqual(["2606:2800:220:1::1"]);
});

test("a name that does not exist, or has no address, is an error with a code", async () => {
  const resolve = await resolverOf((name) => (name.startsWith("none.") ? null : []));
  await expect(resolve("none.example.com")).rejects.toMatchObject({ code: "ENOTFOUND" });
  await expect(resolve("empty.example.com")).rejects.toMatchObject({ code: "ENODATA" });
});

test("the end of the attempt ends the questions to a silent name server", async () => {
  const end = new AbortController();
  const resolve = await resolverOf(() => void end.abort());
  await expect(resolve("silent.example.com", end.signal)).rejects.toMatchObject({ code: "ECANCELLED" });
});

test("an open address may stand in the machine's own list of hosts", async () => {
  const addresses = await resolveByServers()(endpoint("localhost", true), new AbortController().signal);
  expect(addresses.every((address) => ["127.0.0.1", "::1"].includes(address))).toBe(true);
});

test("one address that is not public keeps all of a name's addresses from being used", () => {
  const name = endpoint("hooks.example.com");
  expect(allowedAddresses(name, ["93.184.215.14", "2606:4700::1111"])).toHaveLength(2);
  expect(allowedAddresses(name, ["93.184.215.14", "::1"])).toBeNull();
  expect(allowedAddresses(name, ["127.0.0.1", "2606:4700::1111"])).toBeNull();
  expect(allowedAddresses(endpoint("hooks.example.com", true), ["127.0.0.1"])).toEqual(["127.0.0.1"]);
});

test("the ninth address is not used, but it is checked", () => {
  const eight = Array.from({ length: 8 }, (_, index) => `93.184.215.${index + 1}`);
  expect(allowedAddresses(endpoint("hooks.example.com"), [...eight, "93.184.215.14"])).toEqual(eight);
  expect(allowedAddresses(endpoint("hooks.example.com"), [...eight, "10.0.0.1"])).toBeNull();
});
