import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { listActions as listRows } from "@/db/queries/actions/actions";
import { approve, proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { listActions } from "./list-actions";

/** A list reads the columns that it shows, of fewer than an action's own page. */

const world = await useWorld();
const { gateway, approver, tenantId } = world;

await world.propose(proposals.arNote());
await world.decide(approver, (await world.propose(proposals.arNote())).proposal, { decision: "reject" });
await approve(world, (await world.propose(proposals.bidPrice())).proposal);
await world.push((await proposeAndApprove(world, proposals.arNote())).pushId);
await world.account.fault("closed_period");
await world.push((await proposeAndApprove(world, proposals.arNote())).pushId);

test("an action in a list reads as on its own page, whether it waits, was rejected, is queued, applied or given up", async () => {
  const { items } = await listActions(approver, { status: "all", limit: 10 }, gateway);
  expect(items.map(({ status, push }) => [status, push?.status ?? null])).toEqual([
    ["approved", "dead"],
    ["applied", "applied"],
    ["approved", "queued"],
    ["rejected", null],
    ["pending", null],
  ]);
  for (const item of items) expect(await world.read(item.id)).toMatchObject(item);
});

test("a list reads no column of an action or of its push that it does not show", async () => {
  const { rows } = await inTenant(gateway.database, tenantId, (tx) =>
    listRows(tx, tenantId, { status: "all", seesContent: true, sort: "newest", limit: 10 }, null),
  );
  const columnsOf = (row: object) => Object.keys(row).toSorted();
  expect(columnsOf(rows[0]!.push!)).toEqual([
    "attempts",
    "destination",
    "failureClass",
    "holdUntil",
    "lastErrorJson",
    "nextAttemptAt",
    "status",
  ]);
  for (const hidden of ["payloadJson", "payloadText", "evidenceJson", "weightParts", "reason", "claimToken"])
    expect(columnsOf(rows[0]!.action)).not.toContain(hidden);
});
