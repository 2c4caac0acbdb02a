import type { ActionTypeDefinition } from "./definition";

/** Shared by the types that write to tables of our own: they move no money, and nobody else can reach the row. */
export const ownWrite = {
  destination: "internal",
  effect: "create",
  pinnedIds: [],
  facts: [],
  afterExternalEdit: null,
  weigh: (payload) => ({
    movementPercent: null,
    impactCents: 0,
    basis: null,
    customerRef: payload.entity_type === "customer" ? payload.entity_ref : null,
    sku: null,
    complete: true,
  }),
  undo: () => null,
} as const satisfies Partial<ActionTypeDefinition>;
