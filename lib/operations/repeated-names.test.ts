import { expect, test } from "vitest";
import { traceOf } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { agentKeyIn, call, installWorld, tokenOf } from "./testing/over-http";

/** A body with two values under one name says two things. Readers differ in which of them they take. */

const world = await useWorld();
installWorld(world);
const agent = await agentKeyIn(world);
const approver = await tokenOf(world, world.approver);
const rowsOf = async () =>
  (await world.owner`SELECT count(*)::int AS n FROM proposed_actions`)[0]!.n as number;

test("a proposal with two values for one field is refused by its place, and leaves no row", async () => {
  const before = await rowsOf();
  const raw = JSON.stringify(proposals.creditLimit(61_000)).replace(/("to":)/, '"to":"61500",$1');
  expect(JSON.parse(raw)).toMatchObject(proposals.creditLimit(61_000));
  const { status, body } = await call("/api/v1/proposals", { token: agent, raw });
  expect(status).toBe(422);
  expect(body).toMatchObject({ code: "repeated_name", errors: [{ path: "changes[0].to" }] });
  expect(await rowsOf()).toBe(before);
});

test.each([
  [
    "decide",
    (hash: string) => `{"decision":"reject","payload_hash":"${hash}","decision":"approve"}`,
    "decision",
  ],
  [
    "bulk-decide",
    (hash: string, id: number) =>
      `{"decision":"approve","items":[{"id":1,"payload_hash":"${hash}","id":${id}}]}`,
    "items[0].id",
  ],
])(
  "a decision that says two things is refused by its place and decides nothing: %s",
  async (verb, rawOf, path) => {
    const { proposal } = await world.propose(proposals.arNote());
    const before = await traceOf(world, proposal.id);
    const address = verb === "decide" ? `${proposal.id}/decide` : verb;
    const { status, body } = await call(`/api/proposed-actions/${address}`, {
      token: approver,
      raw: rawOf(proposal.payload_hash, proposal.id),
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "repeated_name", errors: [{ path }] });
    expect(await traceOf(world, proposal.id)).toBe(before);
  },
);
