import type { ApprovalLink } from "@/db/queries/pushes/pushes";
import { type KeyRing, keyRing } from "@/lib/secrets/key-ring";
import { findHashKey, keyedHash } from "@/lib/secrets/keyed-hash";

/**
 * The app's seal on each decision that it lets through, kept in the decision's event. Nothing is sent without the seals of
 * as many people as were asked for, so that an approval written past the app, by whoever holds the database, sends nothing.
 */
export interface Vote {
  tenantId: number;
  actionId: number;
  payloadHash: string;
  /** The tier that the voter saw: a vote does not prove an approval at another one. */
  riskLevel: number;
  /** Null where a standing authorisation approves. */
  userId: number | null;
  standingAuthorisationId: number | null;
}

export const sealVote = (vote: Vote): string => keyedHash("vote", textOf(vote));

/** The key under which the seal fits. Null: none. */
export const findVoteKey = (
  vote: Vote,
  seal: string | null | undefined,
  keys: KeyRing = keyRing(),
): keyof KeyRing | null => findHashKey("vote", textOf(vote), seal, keys);

/** A rejection is one at any tier. It sends nothing: its seal says who made it. */
type Rejection = Pick<Vote, "tenantId" | "actionId" | "payloadHash" | "userId">;

export const sealRejection = (rejection: Rejection): string => keyedHash("vote", rejectionTextOf(rejection));

export const findRejectionKey = (
  rejection: Rejection,
  seal: string | null | undefined,
  keys: KeyRing = keyRing(),
): keyof KeyRing | null => findHashKey("vote", rejectionTextOf(rejection), seal, keys);

const rejectionTextOf = ({ tenantId, actionId, payloadHash, userId }: Rejection): string =>
  `${tenantId}/${actionId}/${payloadHash}/rejected by person ${userId}`;

function textOf({
  tenantId,
  actionId,
  payloadHash,
  riskLevel,
  userId,
  standingAuthorisationId,
}: Vote): string {
  const voter = userId === null ? `authorisation ${standingAuthorisationId}` : `person ${userId}`;
  return `${tenantId}/${actionId}/${payloadHash}/L${riskLevel}/${voter}`;
}

export interface ApprovedAction {
  tenantId: number;
  actionId: number;
  payloadHash: string;
  riskLevel: number;
  requiredApprovals: number;
  /** The people whose approvals were counted. */
  approvers: readonly number[];
  /** The votes and the approval in the action's chain, oldest first. */
  approvalLinks: readonly ApprovalLink[];
}

/**
 * Why the ledger does not prove the approval of this very payload; null: it does. Every link counts that was weighed, so that
 * each of them needs its seal: one that was written past the app may have made another count.
 */
export function findApprovalFault(action: ApprovedAction): string | null {
  const { payloadHash, requiredApprovals, approvers, approvalLinks } = action;
  const approval = approvalLinks.at(-1);
  if (approval?.type !== "hitl.approved" || approval.payloadHash !== payloadHash)
    return "The ledger has no approval of this payload.";
  const isSealed = (link: ApprovalLink) =>
    link.payloadHash === payloadHash && findVoteKey({ ...action, ...link, payloadHash }, link.seal) !== null;
  // The ledger's JSON may hold anything: two spellings of one person's number are one person.
  const people = new Set(approvalLinks.filter(isSealed).map(({ userId }) => userId && Number(userId)));
  if (!approvalLinks.every(isSealed) || !approvers.every((id) => people.has(id)))
    return "An approval of this was written past the app.";
  // A standing authorisation stands for the approvals: it approves at once, by one link.
  if (approval.userId === null) return null;
  return people.size >= requiredApprovals
    ? null
    : `The app let ${people.size} of ${requiredApprovals} approvals through.`;
}

/** True where a vote for this payload counts under the previous key alone: it is void once that key is removed. */
export function needsPreviousKey(
  action: Omit<ApprovedAction, "requiredApprovals" | "approvers">,
  keys: KeyRing,
): boolean {
  return action.approvalLinks.some(
    (link) =>
      link.payloadHash === action.payloadHash &&
      findVoteKey({ ...action, ...link, payloadHash: action.payloadHash }, link.seal, keys) === "previous",
  );
}
