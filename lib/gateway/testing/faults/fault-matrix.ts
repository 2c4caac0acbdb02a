import { onTestFinished } from "vitest";
import {
  type ActionType,
  INTERNAL_ACTION_TYPES,
  RESTLET_ACTION_TYPES,
  ROLL_ACTION_TYPES,
  actionTypeOf,
} from "@/lib/action-types/registry";
import type { ActionTypeDefinition } from "@/lib/action-types/shared/definition";
import type { ActionStatus } from "@/lib/core/action/proposed-action";
import type { PushStatus } from "@/lib/core/push/push";
import type { WriteVerdict } from "@/lib/core/push/verdict";
import type { FaultKind } from "@countersign/netsuite-simulator";
import { type Account, openAccount } from "@/netsuite/testing/open-account";

/**
 * The course of an approved action of each type under each fault: the verdict of the write, push and action after the first
 * delivery, and their end once holds have passed and probes and retries are worked through.
 * The fault strikes the second line of a roll, and the destination's interface of an internal write.
 * A row follows from the type's definition. A fault without its cell does not compile.
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
  "duplicate_delivery",
  "permission_removed",
] as const satisfies readonly FaultKind[];
export type MatrixFault = (typeof MATRIX_FAULTS)[number];

/** Longer than the client waits under this fault, and under no other. */
export const slowMs = 1_400;

/** The account of one walk under a fault. It is closed after the test. */
export async function useAccountOf(fault: MatrixFault): Promise<Account> {
  const account = await openAccount({ client: { timeoutMs: fault === "slow_commit" ? 1_000 : 30_000 } });
  onTestFinished(() => account.close());
  return account;
}

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

const isApplied = (attempts: number): Stand => ({ push: "applied", action: "applied", attempts });
const isStale: Stand = { push: "stale", action: "stale", attempts: 0 };
const waits = (push: "queued" | "unknown", attempts: number): Stand => ({
  push,
  action: "approved",
  attempts,
});

const cellOf = (verdict: Cell["verdict"], afterFirstDelivery: Stand, end: Stand): Cell => ({
  verdict,
  afterFirstDelivery,
  inTheEnd: { ...end, commits: end.push === "applied" ? 1 : 0 },
});

/** The probe that follows at once finds the write. */
const foundAtOnce = cellOf("unknown", isApplied(1), isApplied(1));
/** Nothing is found, and nothing is sent again before the hold has passed. */
const heldThenSentAgain = cellOf("unknown", waits("unknown", 1), isApplied(1));
/** The write arrives during the hold; the probe after it finds it. */
const foundAfterHold = heldThenSentAgain;
const throttled = cellOf("not_executed", waits("queued", 0), isApplied(0));
const stale = cellOf("stale", isStale, isStale);
/** The edit touches nothing that was approved. */
const untouched = cellOf("applied", isApplied(0), isApplied(0));
/** Nothing is wrong with the write: the account lets nobody in, and its lane is halted until a probe of it gets through. */
const laneHalted = cellOf("lane_halt", waits("queued", 0), isApplied(0));

const onTheWay = {
  drop_before_execution: heldThenSentAgain,
  drop_after_commit: foundAtOnce,
  slow_commit: foundAfterHold,
  truncated_json: foundAtOnce,
  request_limit: throttled,
  service_unavailable: heldThenSentAgain,
  duplicate_delivery: untouched,
  permission_removed: laneHalted,
} as const;

type Row<AnyCell> = Record<MatrixFault, AnyCell>;

/** The types that the RESTlet writes itself. They differ in one cell, as their definitions say. */
export const FAULT_MATRIX = rowsOf(RESTLET_ACTION_TYPES, ({ afterExternalEdit }): Row<Cell> => ({
  ...onTheWay,
  external_edit: afterExternalEdit === "untouched" ? untouched : stale,
  deleted_record: stale,
}));

/** In the order of the lines: one on a record of its own, the one that is struck, and the next on that one's record. */
type OfThree<Value> = readonly [elsewhere: Value, struck: Value, nextOnItsRecord: Value];

export interface RollCell {
  /** Of the struck line's first write. */
  verdict: WriteVerdict["class"];
  afterFirstDelivery: { lines: OfThree<PushStatus>; action: ActionStatus };
  inTheEnd: {
    lines: OfThree<PushStatus>;
    action: ActionStatus;
    verification: "verified" | "partial";
    /** Under each line's own key. */
    commits: OfThree<0 | 1>;
  };
}

/** The struck line ends as its own type does. While it is open the next line on its record waits behind it. */
function rollCellOf({ verdict, afterFirstDelivery, inTheEnd }: Cell): RollCell {
  const { push } = afterFirstDelivery;
  const isOpen = push === "queued" || push === "unknown";
  const { commits } = inTheEnd;
  return {
    verdict,
    afterFirstDelivery: {
      lines: ["applied", push, isOpen ? "queued" : "applied"],
      action: isOpen ? "approved" : "applied",
    },
    inTheEnd: {
      lines: ["applied", inTheEnd.push, "applied"],
      action: "applied",
      verification: commits === 1 ? "verified" : "partial",
      commits: [1, commits, 1],
    },
  };
}

export const ROLL_MATRIX = rowsOf(ROLL_ACTION_TYPES, ({ lines }): Row<RollCell> => {
  const ofLine = FAULT_MATRIX.get(lines!.actionType as ActionType)!;
  const cells = MATRIX_FAULTS.map((fault) => [fault, rollCellOf(ofLine[fault])]);
  return Object.fromEntries(cells) as Row<RollCell>;
});

export interface NotApplicable {
  notApplicable: string;
}

const noRecordOfOthers: NotApplicable = {
  notApplicable: "the write makes a row of its own; there is no record that somebody else could have changed",
};
const ofInternal: Row<Cell | NotApplicable> = {
  drop_before_execution: heldThenSentAgain,
  drop_after_commit: foundAtOnce,
  // A commit whose answer was given up on, and which the database carries out all the same.
  slow_commit: foundAfterHold,
  truncated_json: {
    notApplicable: "an answer within the process is a value, not text that could be cut off",
  },
  request_limit: { notApplicable: "nobody limits our own writes: they share no account with anybody" },
  // The database refuses the connection.
  service_unavailable: heldThenSentAgain,
  external_edit: noRecordOfOthers,
  deleted_record: noRecordOfOthers,
  duplicate_delivery: untouched,
  permission_removed: {
    notApplicable: "the lane is NetSuite's: our own writes pass it, halted or not",
  },
};

export const INTERNAL_MATRIX = rowsOf(INTERNAL_ACTION_TYPES, () => ofInternal);

export function isApplicable<AnyCell extends object>(cell: AnyCell | NotApplicable): cell is AnyCell {
  return !("notApplicable" in cell);
}

export const WHOLE_MATRIX: ReadonlyMap<ActionType, Row<Cell | RollCell | NotApplicable>> = new Map<
  ActionType,
  Row<Cell | RollCell | NotApplicable>
>([...FAULT_MATRIX, ...ROLL_MATRIX, ...INTERNAL_MATRIX]);

function rowsOf<AnyRow>(
  types: readonly ActionType[],
  rowOf: (definition: ActionTypeDefinition) => AnyRow,
): ReadonlyMap<ActionType, AnyRow> {
  return new Map(types.map((type) => [type, rowOf(actionTypeOf(type)!)]));
}
