import { expect, test } from "vitest";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { call, installWorld, tokenOf } from "./testing/over-http";

const world = await useWorld();
installWorld(world);
const token = await tokenOf(world, world.approver);
const ask = (q: string, path = "/api/proposed-actions") =>
  call(`${path}?status=all&q=${encodeURIComponent(q)}`, { method: "GET", token });

test.each([
  ["of 10,000 characters", "a".repeat(10_000), "validation_failed"],
  ["with a NUL", "a\0b", "unsupported_character"],
])("a search %s is refused with 422, in the list and in its counts", async (_what, q, code) => {
  for (const path of ["/api/proposed-actions", "/api/proposed-actions/counts"]) {
    const { status, body } = await ask(q, path);
    expect({ status, ...body }, path).toMatchObject({ status: 422, code });
  }
});

test.each([
  "%",
  "_",
  "\\",
  "\\\\%_",
  "'",
  '"',
  "{}",
  "{,}",
  "NULL",
  "\u202e",
  "\ufdfa".repeat(50),
  "é́́́",
  "#",
  "#0",
  " ",
])("a search for %j is answered", async (q) => {
  expect((await ask(q)).status).toBe(200);
  expect((await ask(q, "/api/proposed-actions/counts")).status).toBe(200);
});
