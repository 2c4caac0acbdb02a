import postgres from "postgres";
import { afterAll, beforeEach, expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { flipSwitch as flipRow, listSwitches } from "@/db/queries/controls/kill-switches";
import type { Person } from "@/lib/core/access/principal";
import { isReleased } from "@/lib/gateway/controls/switch-seal";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { releaseWithSeal } from "./release-switch";
import { setKillSwitch } from "./set-kill-switch";

/** A release in the product, while others flip the same switch. */

const world = await useWorld();
const { owner, gateway } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());
let tenantId: number;
let admin: Person;
beforeEach(async () => {
  const tenant = await world.addTenant();
  tenantId = tenant.tenantId;
  admin = await tenant.person("Boss", "admin");
});

const set = (engaged: boolean) =>
  flipSwitch(owner, admin, { name: "ns_writes", engaged, reason: "why" }, gateway);
const rowOf = async () =>
  (await inTenant(gateway.database, tenantId, (tx) => listSwitches(tx, tenantId))).find(
    (row) => row.tenantId === tenantId && row.name === "ns_writes",
  )!;
const flip = (release: { after: number; seal: string }) =>
  flipRow(gateway.database, tenantId, { name: "ns_writes", reason: "why", byLabel: "Boss", release });
/** As whoever holds the app's database role. */
const forge = () =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    await tx`SELECT flip_switch(${tenantId}, name, false, 'why', 'Boss', flips, NULL) FROM kill_switches
      WHERE tenant_id = ${tenantId} AND name = 'ns_writes'`;
  });

test("one that meets a flip of the role reads again, and seals the counter that is there", async () => {
  await set(true);
  let tries = 0;
  await releaseWithSeal({
    read: rowOf,
    flip: async (release) => {
      tries += 1;
      if (tries === 1) await forge();
      return flip(release);
    },
  });
  expect(tries).toBe(2);
  expect(isReleased(await rowOf())).toBe(true);
});

test("one that meets a flip at each try is refused, and releases nothing", async () => {
  await set(true);
  const releasing = releaseWithSeal({
    read: rowOf,
    flip: async (release) => {
      await forge();
      return flip(release);
    },
  });
  await expectRefusal(releasing, "changed");
  expect(isReleased(await rowOf())).toBe(false);
});

test("it ends no stop that was engaged since it was read", async () => {
  const { switches } = await set(true);
  const { since } = switches.find(({ name }) => name === "ns_writes")!;
  const releasing = releaseWithSeal(
    {
      read: rowOf,
      flip: async (release) => {
        for (const engaged of [false, true]) await set(engaged);
        return flip(release);
      },
    },
    since!,
  );
  await expectRefusal(releasing, "changed");
  expect(await rowOf()).toMatchObject({ engaged: true });
});

test("of five at once each is answered, and one of them is an event", async () => {
  await set(true);
  await Promise.all(Array.from({ length: 5 }, () => set(false)));
  expect(await rowOf()).toMatchObject({ engaged: false, flips: 2 });
  expect(
    await owner`SELECT 1 FROM events WHERE tenant_id = ${tenantId} AND event_type = 'kill_switch.released'`,
  ).toHaveLength(1);
});

test("the role writes no event into a switch's chain, so that the next engagement finds it as it was", async () => {
  const { id } = await rowOf();
  const body = (seq: number) =>
    JSON.stringify({
      type: "kill_switch.engaged",
      entity_type: "kill_switch",
      entity_id: id,
      seq,
      tenant_id: tenantId,
      actor: { kind: "person", label: "Boss" },
    });
  const written = app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    await tx`INSERT INTO events (tenant_id, event_type, entity_type, entity_id, seq, prev_hash, hash, body_text, actor_kind,
        actor_label, occurred_at)
      SELECT ${tenantId}, 'kill_switch.engaged', 'kill_switch', ${id}, chain_seq + 1, chain_head,
        encode(sha256(convert_to(chain_head || E'\n' || ${body(1)}::text, 'UTF8')), 'hex'), ${body(1)}, 'person', 'Boss', now()
      FROM kill_switches WHERE id = ${id}`;
  });
  await expect(written).rejects.toMatchObject({ code: "CS001" });
  expect((await set(true)).switches.find(({ name }) => name === "ns_writes")).toMatchObject({
    engaged: true,
  });
});

test("without a step-up a switch that the role released stays as it is", async () => {
  await set(true);
  await forge();
  const forged = await rowOf();
  const release = { name: "ns_writes", engaged: false, reason: "why" } as const;
  await expectRefusal(setKillSwitch(admin, release, gateway), "session_required");
  expect(await rowOf()).toEqual(forged);
});
