import { afterAll } from "vitest";
import { amendmentsOf } from "./amendments";
import { type World, type WorldOptions, openWorld } from "./world";

/** The world of one test file. It is closed after the file's last test. */
export async function useWorld(options?: WorldOptions): Promise<World> {
  const world = await openWorld(options);
  afterAll(() => world.close());
  return world;
}

/** Tests age rows by hand, and the verification finds that. */
const aged = ["row_differs", "expiry_differs"];

/**
 * A world and the verbs that amend its actions. Its ledger must be intact after the last test, but for faults of the
 * kinds that the file's tests cause by hand.
 */
export async function useAmendments({
  changedByHand = [],
  ...options
}: WorldOptions & { changedByHand?: readonly string[] } = {}) {
  const world = await useWorld(options);
  const verbs = amendmentsOf(world);
  afterAll(() => verbs.expectIntact([...aged, ...changedByHand]));
  return { world, verbs, superuser: world.superuser };
}
