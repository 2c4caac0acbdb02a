import type { NewMessage, PlannedPerson } from "@/db/queries/messages/planning";
import type { Verdict } from "@/lib/core/message/routing/routing";

/** Verdicts as rows: the messages that come of them, and why each person was chosen or not. */

type MessageSubject = Pick<NewMessage, "interaction_id" | "action_id" | "outcome">;

const WHY_LENGTH_MAX = 300;

/** @param pairs Those who have a message of it already, as `user:account`. */
export const messagesOf = (
  subject: MessageSubject,
  verdicts: readonly Verdict[],
  pairs: ReadonlySet<string> = new Set(),
): NewMessage[] =>
  verdicts.flatMap(({ userId, at, by, why, byRule, urgent }) =>
    at === null
      ? []
      : by
          .filter(({ accountId }) => !pairs.has(`${userId}:${accountId}`))
          .map(({ accountId }) => ({
            ...subject,
            user_id: userId,
            account_id: accountId,
            next_at: at,
            why: why.slice(0, WHY_LENGTH_MAX),
            by_rule: byRule,
            urgent,
          })),
  );

export const peopleOf = (verdicts: readonly Verdict[]): PlannedPerson[] =>
  verdicts.map(({ userId, name, at, why }) => ({ user_id: userId, name, told: at !== null, why }));
