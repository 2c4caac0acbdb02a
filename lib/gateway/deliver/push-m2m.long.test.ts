import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { createSigner } from "@/lib/destinations/netsuite/credentials";
import type { RequestSigner } from "@/lib/destinations/netsuite/signer";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { newGate } from "@/lib/gateway/testing/race";
import {
  TEST_CLIENT_ID,
  type TestCertificate,
  newCertificate,
  signedBy,
} from "@/netsuite/testing/certificates";
import { testCredentials } from "@/netsuite/testing/open-account";
import { readOverview } from "@/lib/gateway/read/state/read-overview";
import { letTimePass, proposeAndApprove, standOf } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { type World, openWorld } from "@/lib/gateway/testing/world";

/** From approval to the receipt with a certificate instead of a token. */

const first = newCertificate("cert-1");
const second = newCertificate("cert-2");

let world: World;
beforeEach(async () => {
  world = await openWorld(signedBy(first));
});
afterEach(() => world.close());

const push = (pushId: number) => world.push(pushId);
const commitsOf = (actionId: number) => world.commitsOf(actionId);

/** The process starts again with another certificate. */
function restartWith(certificate: TestCertificate, through = (signer: RequestSigner) => signer): void {
  world.gateway.netsuite.close();
  const options = {
    account: testCredentials.account,
    baseUrl: world.account.simulator.url,
    credentials: {
      clientId: TEST_CLIENT_ID,
      certificateId: certificate.id,
      privateKey: certificate.privateKey,
    },
    timeoutMs: 5_000,
    maxConcurrency: 8,
    clock: world.gateway.clock,
  };
  world.gateway.netsuite = createRestletClient({ ...options, signer: through(createSigner(options)) });
}

describe("pushing with a certificate", () => {
  test("an approved action is written, read back and proven", async () => {
    const { id, pushId } = await proposeAndApprove(world, proposals.bidPrice());
    expect(await push(pushId)).toEqual({ outcome: "applied" });
    expect(await world.pushOf(id)).toMatchObject({ status: "applied", verification: "verified" });
    expect(await commitsOf(id)).toHaveLength(1);
  });

  test("a token that is ended in mid-run is renewed, and every action is written once", async () => {
    const actions = [];
    for (const entity_ref of ["Coastal Pantry", "Riverbend Foods", "Harbor Light Hotels"])
      actions.push(await proposeAndApprove(world, proposals.arNote({ entity_ref })));
    const [one, ...rest] = actions;
    expect(await push(one!.pushId)).toEqual({ outcome: "applied" });
    await world.account.control("DELETE", "tokens");
    const outcomes = await Promise.all(rest.map(({ pushId }) => push(pushId)));
    expect(outcomes).toEqual([{ outcome: "applied" }, { outcome: "applied" }]);
    for (const { id } of actions) expect(await commitsOf(id)).toHaveLength(1);
  });

  test("a switch that is engaged while the token is waited for finds nothing leased and nothing on its way", async () => {
    const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
    const [asked, answer] = [newGate(), newGate()];
    restartWith(first, (signer) => {
      const slowly = async <T>(work: () => Promise<T>): Promise<T> => {
        asked.open();
        await answer.opened;
        return work();
      };
      const prepare = signer.prepare && (() => slowly(signer.prepare!));
      return {
        ...signer,
        ...(prepare ? { prepare } : {}),
        authorize: (to) => slowly(() => signer.authorize(to)),
      };
    });
    const delivery = push(pushId);
    await asked.opened;
    const command = { name: "ns_writes", engaged: true, reason: "a test" } as const;
    expect((await flipSwitch(world.owner, world.admin, command, world.gateway)).in_flight).toEqual([]);
    const [row] = await world.owner`SELECT status, lease_attempt FROM ns_pending_pushes WHERE id = ${pushId}`;
    expect(row).toEqual({ status: "queued", lease_attempt: 0 });
    answer.open();
    expect(await delivery).toMatchObject({ outcome: "halted" });
    expect(await commitsOf(id)).toHaveLength(0);
  });

  test("a token endpoint that lies delays the push, which is then written once", async () => {
    const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
    await world.account.control("DELETE", "tokens");
    await world.account.fault("token_lie", { op: "token", lie: "no_token" });
    expect(await push(pushId)).toMatchObject({ outcome: "requeued" });
    expect(await standOf(world, id)).toMatchObject({ push: "queued", attempts: 1 });
    expect(await commitsOf(id)).toHaveLength(0);
    await letTimePass(world, id);
    expect(await push(pushId)).toEqual({ outcome: "applied" });
    expect(await commitsOf(id)).toHaveLength(1);
  });

  test("a revoked certificate halts the lane, which says what to do and goes on with the next certificate", async () => {
    const one = await proposeAndApprove(world, proposals.arNote());
    const two = await proposeAndApprove(world, proposals.arNote({ entity_ref: "Riverbend Foods" }));
    expect(await push(one.pushId)).toEqual({ outcome: "applied" });
    await world.account.control("DELETE", `certificates/${first.id}`);

    expect(await push(two.pushId)).toMatchObject({ outcome: "lane_halted" });
    const { lane } = await readOverview(world.approver, world.gateway);
    expect(lane).toMatchObject({
      state: "halted",
      code: "CERTIFICATE_REFUSED",
      message: expect.stringContaining("Upload a current certificate"),
    });
    expect(await standOf(world, two.id)).toEqual({ push: "queued", action: "approved", attempts: 0 });

    await world.account.control("POST", "certificates", { id: second.id, pem: second.pem });
    restartWith(second);
    await letTimePass(world, two.id);
    expect(await push(two.pushId)).toEqual({ outcome: "applied" });
    expect(await readOverview(world.approver, world.gateway)).toMatchObject({ lane: { state: "open" } });
    for (const { id } of [one, two]) expect(await commitsOf(id)).toHaveLength(1);
  });
});
