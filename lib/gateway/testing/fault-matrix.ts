import type { RestletActionType } from "@/lib/core/field-map";
import type { ActionStatus } from "@/lib/core/proposed-action";
import type { PushStatus } from "@/lib/core/push";
import type { WriteVerdict } from "@/lib/core/verdict";
import type { FaultKind } from "@/netsuite/simulator/faults/fault";

/**
 * What becomes of an approved action of each type under each fault: the verdict of the write, how push and action stand
 * after the first delivery, and how they end once holds have passed and probes and retries are worked through.
 * Rolls are written line by line under the types of their lines; what stays with us has a matrix of its own.
 * A type or a fault without its cell does not compile, and fails the test that walks the matrix.
 */

export const MATRIX_FAULTS = [
  "drop_before_execution",
  "drop_after_commit",
  "slow_commit",
  "truncated_json",
  "request_limit",
  "service_unavailable",
  "external_edit",
  "deleted_record",
] as const satisfies readonly FaultKind[];
export type MatrixFault = (typeof MATRIX_FAULTS)[number];

export interface Stand {
  push: PushStatus;
  action: ActionStatus;
  /** Failed tries that count towards the limit. */
  attempts: number;
}

export interface Cell {
  verdict: WriteVerdict["class"];
  afterFirstDelivery: Stand;
  inTheEnd: Stand & { commits: 0 | 1 };
}

/** The probe that follows at once finds the write. */
const foundAtOnce: Cell = {
  verdict: "unknown",
  afterFirstDelivery: { push: "applied", action: "applied", attempts: 1 },
  inTheEnd: { push: "applied", action: "applied", attempts: 1, commits: 1 },
};
/** Nothing is found, and nothing is sent again before the hold has passed. */
const heldThenSentAgain: Cell = {
  verdict: "unknown",
  afterFirstDelivery: { push: "unknown", action: "approved", attempts: 1 },
  inTheEnd: { push: "applied", action: "applied", attempts: 1, commits: 1 },
};
/** The write arrives during the hold; the probe after it finds it. */
const foundAfterHold: Cell = heldThenSentAgain;
const throttled: Cell = {
  verdict: "not_executed",
  afterFirstDelivery: { push: "queued", action: "approved", attempts: 0 },
  inTheEnd: { push: "applied", action: "applied", attempts: 0, commits: 1 },
};
const stale: Cell = {
  verdict: "stale",
  afterFirstDelivery: { push: "stale", action: "stale", attempts: 0 },
  inTheEnd: { push: "stale", action: "stale", attempts: 0, commits: 0 },
};
/** The edit touches nothing that was approved. */
const untouched: Cell = {
  verdict: "applied",
  afterFirstDelivery: { push: "applied", action: "applied", attempts: 0 },
  inTheEnd: { push: "applied", action: "applied", attempts: 0, commits: 1 },
};

const onTheWay = {
  drop_before_execution: heldThenSentAgain,
  drop_after_commit: foundAtOnce,
  slow_commit: foundAfterHold,
  truncated_json: foundAtOnce,
  request_limit: throttled,
  service_unavailable: heldThenSentAgain,
} as const;

export const FAULT_MATRIX: Record<RestletActionType, Record<MatrixFault, Cell>> = {
  ar_note: { ...onTheWay, external_edit: untouched, deleted_record: stale },
  note_attachment: { ...onTheWay, external_edit: untouched, deleted_record: stale },
  sales_order_line_price: { ...onTheWay, external_edit: stale, deleted_record: stale },
  bid_price_update: { ...onTheWay, external_edit: stale, deleted_record: stale },
  customer_price_update: { ...onTheWay, external_edit: stale, deleted_record: stale },
  item_price_update: { ...onTheWay, external_edit: stale, deleted_record: stale },
  vendor_cost_update: { ...onTheWay, external_edit: stale, deleted_record: stale },
  // A build adds to whatever stock there is: another stock takes nothing from what was approved.
  assembly_build: { ...onTheWay, external_edit: untouched, deleted_record: stale },
  bom_change: { ...onTheWay, external_edit: stale, deleted_record: stale },
  // Names the stock that was on hand, so another stock is not the one that was approved.
  inventory_adjustment: { ...onTheWay, external_edit: stale, deleted_record: stale },
  customer_credit_limit: { ...onTheWay, external_edit: stale, deleted_record: stale },
  customer_credit_revoke: { ...onTheWay, external_edit: stale, deleted_record: stale },
};
