import { getEventListeners } from "node:events";
import { beforeEach, expect, test } from "vitest";
import { isListening, nextChange, publishChange } from "@/db/changes";
import { until } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();
const { database } = world.gateway;
const { superuser } = world;

/** The database takes no new connection of the app; those that are open stay. */
async function admitConnections(isAdmitted: boolean): Promise<void> {
  const [row] = await superuser<{ name: string }[]>`SELECT current_database() AS name`;
  await superuser.unsafe(`ALTER DATABASE "${row!.name}" CONNECTION LIMIT ${isAdmitted ? -1 : 0}`);
}
const cutListener = () => superuser`
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND query ILIKE 'listen %'`;
const hears = async () => {
  const change = nextChange(database, world.tenantId, 60_000);
  await publishChange(database, world.tenantId);
  await change;
};

beforeEach(() => database.sql`SELECT 1`);

test("a LISTEN that failed once is tried again, and a wait meanwhile takes its time and fails nobody", async () => {
  await admitConnections(false);
  expect(await isListening(database)).toBe(false);
  await nextChange(database, world.tenantId, 20);
  await admitConnections(true);
  // The try of that wait may still be under way, and fail.
  await until("hearing again", () => isListening(database));
  await hears();
});

test("a LISTEN connection that is lost, and cannot be opened again at once, is noticed and replaced", async () => {
  expect(await isListening(database)).toBe(true);
  await admitConnections(false);
  await cutListener();
  await until("the loss being noticed", async () => !(await isListening(database)));
  await admitConnections(true);
  await until("hearing again", () => isListening(database));
  await hears();
});

test("a stream that waits again and again leaves nothing on its signal", async () => {
  const { signal } = new AbortController();
  for (let turn = 0; turn < 3; turn += 1) await nextChange(database, world.tenantId, 1, signal);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test("whoever waits while the connection is opened looks again once it is", async () => {
  await admitConnections(false);
  await cutListener();
  await until("the loss being noticed", async () => !(await isListening(database)));
  await admitConnections(true);
  await nextChange(database, world.tenantId, 240_000);
  expect(await isListening(database)).toBe(true);
});
