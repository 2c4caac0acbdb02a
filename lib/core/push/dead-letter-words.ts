import { RECONCILE_ROUNDS_MAX } from "./retry";

/** Tells administrators how to handle a dead letter, and whether reconciliation will put its push back. */

const repair = "Mend it in NetSuite, then replay the letter.";
const toDoByCode: Readonly<Record<string, string>> = {
  CLOSED_TRAN_PRD:
    "The accounting period is closed. Open it and replay, or cancel the write and have it proposed with another date.",
  USER_ERROR: `A rule or script of your account refused the values. ${repair}`,
  INVALID_FLD_VALUE: `NetSuite does not take a value for its field. ${repair}`,
  SSS_MISSING_REQD_ARGUMENT: `The record demands a field that the write does not carry. ${repair}`,
  PAYLOAD_HASH_MISMATCH:
    "What is stored is not what was approved. Do not replay: verify the ledger and treat it as an intrusion.",
  PAYLOAD_OUTDATED:
    "It was approved under an earlier release, and this one does not send it any more. Cancel it and have it proposed again.",
  POLICY_DENIED:
    "The policy changed after the approval, or cannot be read. Look at the policy in force before you replay.",
  RECEIPT_EXISTS:
    "A receipt says that something else was written under this key. Look at the record in NetSuite before anything else.",
  RECEIPT_UNPROVEN:
    "Its receipt is from before receipts were sealed, or somebody wrote it in the database. Look at the record in NetSuite, and verify the ledger.",
  PROPOSAL_UNPROVEN:
    "The proposal was written or changed in the database. Do not replay: verify the ledger and treat it as an intrusion.",
  APPROVAL_UNPROVEN:
    "The approval was written in the database, past the app. Do not replay: verify the ledger and treat it as an intrusion.",
  ACTION_KEY_REUSED:
    "NetSuite knows this write's key from another one, as after a restore. Do not replay; see the runbook.",
  NOT_AS_APPROVED:
    "Something else stands under its key than was approved, written in the database. Do not replay: verify the ledger and treat it as an intrusion. It stays open until that row is gone.",
  UNKNOWN_ACTION_TYPE: "The RESTlet in NetSuite is older than this app. Deploy netsuite/sdf, then replay.",
  UNKNOWN_FIELD: "The RESTlet in NetSuite is older than this app. Deploy netsuite/sdf, then replay.",
  PROBE_REFUSED:
    "It may have been written. Look at the record in NetSuite first; replay only if the old value stands there.",
  TOO_LATE:
    "NetSuite's clock runs ahead of the database's by more than PUSH_LEASE_SECONDS, so that every write seems to come too late. Nothing was written. Set the database's clock, or raise PUSH_LEASE_SECONDS; then replay.",
  TOO_EARLY:
    "NetSuite's clock runs behind the database's by more than a minute, so a write could begin long after its time. Nothing was written. Set the database's clock; then replay.",
  PROBED_NOT_WRITTEN: "Nothing was written in three tries. See whether NetSuite answers at all, then replay.",
  ECONNREFUSED: "NetSuite could not be reached. See whether it answers, then replay.",
  NOT_CONNECTED:
    "No connection to NetSuite came about. See whether it answers, and `npm run netsuite:check`; then replay.",
  ENOTFOUND: "NetSuite's address is not known. Check NETSUITE_ACCOUNT, then replay.",
  TIMEOUT: "NetSuite did not answer in time. See whether it is slow or down, then replay.",
};

/** One or two sentences for administrators. */
export function deadLetterToDo(code: string, failureClass: string): string {
  if (Object.hasOwn(toDoByCode, code)) return toDoByCode[code]!;
  return failureClass === "terminal"
    ? "NetSuite refuses this write as it is. Find out why before you replay it."
    : "Look at the record in NetSuite and at what stopped the write, then replay it.";
}

export interface DeadPushFacts {
  pushStatus: string;
  failureClass: string | null;
  reconcileRounds: number;
}

/** Says whether reconciliation or a person handles this letter next; `nobody`: its push is no longer dead. */
export type Outlook =
  { who: "reconciliation"; roundsLeft: number } | { who: "person" } | { who: "nobody"; pushStatus: string };

/** The classes that listRevivablePushes (db/queries/pushes/push-delivery.ts) puts back. */
const revivable: ReadonlySet<string> = new Set(["transient", "not_executed", "unknown"]);

/** The next to handle a dead push. Reconciliation revives passing failures for a limited number of rounds. */
export function outlookOf({ pushStatus, failureClass, reconcileRounds }: DeadPushFacts): Outlook {
  if (pushStatus !== "dead") return { who: "nobody", pushStatus };
  const roundsLeft = RECONCILE_ROUNDS_MAX - reconcileRounds;
  if (failureClass !== null && revivable.has(failureClass) && roundsLeft > 0)
    return { who: "reconciliation", roundsLeft };
  return { who: "person" };
}
