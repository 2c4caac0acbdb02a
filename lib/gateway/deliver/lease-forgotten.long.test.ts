import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import getPort from "get-port";
import { afterAll, expect, test, vi } from "vitest";
import { startForgetfulServer } from "@/db/testing/crashing-server";
import type { RestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { openWorld } from "@/lib/gateway/testing/world";

/** The commit of a lease does not wait for the disk: a database that crashes then has forgotten the lease (docs/adr/0150). */

const folder = await mkdtemp(path.join(tmpdir(), "countersign-crash-"));
const port = await getPort();
const boot = () => startForgetfulServer(folder, port);
let server = await boot();
const world = await openWorld({ database: { superuserUrl: server.url, poolMax: 8 } });
afterAll(async () => {
  server.resumeWalWriter();
  await world.close();
  await server.stop("immediate");
  await rm(server.dataDir, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});
const { push, gateway, commitsOf } = world;
const honest = gateway.netsuite;

/** Done again over faults of the database: a connection that it ended says so at its next use. */
const persist = <T>(attempt: () => Promise<T>): Promise<T> =>
  vi.waitFor(attempt, { timeout: 30_000, interval: 20 });
const crash = async () => {
  await server.stop("immediate");
  server = await boot();
};
const leaseOf = (pushId: number) =>
  persist(async () => {
    const [row] = await world.owner`
      SELECT p.status, p.lease_owner, p.lease_attempt, p.sent_at, r.status AS receipt
      FROM ns_pending_pushes p LEFT JOIN action_receipts r ON r.push_id = p.id WHERE p.id = ${pushId}`;
    return row!;
  });
const through = (write: RestletClient["write"]) => ({ ...gateway, netsuite: { ...honest, write } });

test("a lease that a crash has undone sends nothing, also while its push has another of the same number", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
  const looks: (string | null)[] = [];
  const first = push(
    pushId,
    through(async (request, sending) => {
      expect(await leaseOf(pushId)).toMatchObject({
        status: "pushing",
        lease_attempt: 1,
        receipt: "started",
      });
      await crash();
      expect(await leaseOf(pushId)).toMatchObject({ status: "queued", lease_attempt: 0, receipt: null });
      const second = through(async (...given) => {
        expect(await leaseOf(pushId)).toMatchObject({ status: "pushing", lease_attempt: 1 });
        looks.push(await sending!.confirm());
        return honest.write(...given);
      });
      expect(await persist(() => push(pushId, second))).toEqual({ outcome: "applied" });
      return honest.write(request, sending);
    }),
  );
  expect(await first).toEqual({ outcome: "settled_elsewhere" });
  expect(looks).toEqual([null]);
  expect(await commitsOf(id)).toHaveLength(1);
});

test("a lease that was looked at for the last time outlives a crash, with its receipt", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
  const write = through((request, sending) => {
    const confirm = async () => {
      const notAfter = await sending!.confirm();
      const before = await leaseOf(pushId);
      await crash();
      expect(await leaseOf(pushId)).toEqual(before);
      expect(before).toMatchObject({ status: "pushing", sent_at: expect.any(Date), receipt: "started" });
      return notAfter;
    };
    return honest.write(request, { ...sending!, confirm });
  });
  expect(await persist(() => push(pushId, write))).toEqual({ outcome: "applied" });
  expect(await commitsOf(id)).toHaveLength(1);
});
