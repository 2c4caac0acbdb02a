import { afterAll } from "vitest";
import { amendmentsOf } from "./amendments";
import { type World, type WorldOptions, openWorld } from "./world";

/** The world of one test file. It is closed after the file's last test. */
export async function useWorld(options?: WorldOptions): Promise<World> {
  const world = await openWorld(options);
  afterAll(() => world.close());
  return world;
}

/** A world and the verbs that amend its actions. Its ledger must be intact after the last test. */
export async function useAmendments(options: WorldOptions = {}) {
  const world = await useWorld(options);
  const verbs = amendmentsOf(world);
  afterAll(verbs.expectIntact);
  return { world, verbs, superuser: world.superuser };
}
