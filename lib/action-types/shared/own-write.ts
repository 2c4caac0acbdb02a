import { movesNoMoney } from "./customer";
import type { ActionTypeDefinition } from "./definition";

/** Shared by the types that write to tables of our own, which nobody else can reach. */
export const ownWrite = {
  destination: "internal",
  effect: "create",
  pinnedIds: [],
  facts: [],
  afterExternalEdit: null,
  weigh: (payload) => movesNoMoney(payload.entity_type === "customer" ? payload.entity_ref : null),
  undo: () => null,
} as const satisfies Partial<ActionTypeDefinition>;
