import { expect, test } from "vitest";
import { takePool } from "@/db/testing/take-pool";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { flipForEveryTenant } from "./set-global-switch";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";

const world = await useWorld({ database: { poolMax: 3 } });
const { admin, gateway } = world;
/** A switch that waits for a connection of the pool would wait for ever. */
const timeout = 30_000;

test(
  "a switch is engaged and released while every connection of the pool is taken",
  { timeout },
  async () => {
    await takePool(gateway.database);
    for (const engaged of [true, false]) {
      const { switches } = await flipSwitch(
        world.owner,
        admin,
        { name: "ns_writes", engaged, reason: "a test" },
        gateway,
      );
      expect(switches.find(({ name }) => name === "ns_writes")).toMatchObject({ engaged });
    }
  },
);

test(
  "a switch for every tenant is engaged while every connection of the pool is taken",
  { timeout },
  async () => {
    await world.addTenant();
    await takePool(gateway.database);
    const change = { name: "ns_writes", engaged: true, reason: "a test" } as const;
    const changed: number[] = [];
    const { switches } = await flipForEveryTenant(
      { kind: "operator", name: "Olaf" },
      change,
      gateway.database,
      (tenantId) => changed.push(tenantId),
    );
    expect(switches.find(({ name }) => name === "ns_writes")).toMatchObject({ engaged: true });
    expect(changed).toHaveLength(2);
  },
);
