import type { PersonView } from "@/lib/contract/people/people";
import { type Role, mayAdminister } from "@/lib/core/access/principal";
import { roleWithArticle } from "./roles";

/** Where a person stands, as administrators read it, and who may confirm it. */

export type ConfirmingOperation = "confirmRole" | "confirmLeave" | "confirmRecovery";

export interface PendingConfirmation {
  /** The operation by which another administrator confirms it. */
  operation: ConfirmingOperation;
  /** May this viewer confirm it? */
  mayConfirm: boolean;
  /** In place of the button where the viewer may not: who can. */
  whoCan: string;
}

/** The things about this person that wait for a second administrator. */
export function waitingOf(
  person: PersonView,
  people: readonly PersonView[],
  viewerId: number,
): PendingConfirmation[] {
  const wait = (operation: ConfirmingOperation, byUserId: number | null): PendingConfirmation => {
    const others = people.filter(
      ({ id, role, status }) =>
        status === "active" && mayAdminister(role) && id !== person.id && id !== byUserId,
    );
    return {
      operation,
      mayConfirm: others.some(({ id }) => id === viewerId),
      whoCan: whoCan([...new Set(others.map(({ name }) => name))]),
    };
  };
  return [
    ...(person.pending_role ? [wait("confirmRole", person.pending_role.by_user_id)] : []),
    ...(person.leave_unconfirmed ? [wait("confirmLeave", person.left_by_user_id)] : []),
    ...(person.recovery ? [wait("confirmRecovery", person.recovery.by_user_id)] : []),
  ];
}

const namedMax = 3;

function whoCan(names: readonly string[]): string {
  if (names.length === 0) return "No other administrator is left to confirm it.";
  const named = names.slice(0, namedMax);
  const last = names.length > namedMax ? "another administrator" : named.pop()!;
  const list = named.length > 0 ? `${named.join(", ")} or ${last}` : last;
  return `${list} can confirm it.`;
}

/** The outcome of a role that was given: it holds, or it waits. */
export function roleOutcome(
  name: string,
  role: Role,
  { pending_role }: Pick<PersonView, "pending_role">,
): string {
  return pending_role
    ? `${name} is ${roleWithArticle(pending_role.role)} once another administrator confirms.`
    : `${name} is ${roleWithArticle(role)} now.`;
}
