import type { NewMessage, PlannedPerson } from "@/db/queries/messages/planning";
import type { Verdict } from "@/lib/core/message/routing/routing";

/** Verdicts as rows: the messages that come of them, and why each person was chosen or not. */

type MessageSubject = Pick<NewMessage, "interaction_id" | "action_id" | "outcome" | "outcome_round">;

const DIGEST = { interaction_id: null, action_id: null, outcome: null, outcome_round: 0 };

const WHY_LENGTH_MAX = 300;

/** An action that is told in a digest makes the digest of that day. @param pairs Those who have a message of it already, as `user:account`. */
export const messagesOf = (
  subject: MessageSubject,
  verdicts: readonly Verdict[],
  pairs: ReadonlySet<string> = new Set(),
): NewMessage[] =>
  verdicts.flatMap(({ userId, at, by, why, byRule, urgent, digestOn }) =>
    at === null
      ? []
      : by
          .filter(({ accountId }) => digestOn !== null || !pairs.has(`${userId}:${accountId}`))
          .map(({ accountId }) => ({
            ...(digestOn === null ? subject : DIGEST),
            digest_on: digestOn,
            user_id: userId,
            account_id: accountId,
            next_at: at,
            why: why.slice(0, WHY_LENGTH_MAX),
            by_rule: byRule,
            urgent,
          })),
  );

export const peopleOf = (verdicts: readonly Verdict[]): PlannedPerson[] =>
  verdicts.map(({ userId, name, at, why, digestOn }) => ({
    user_id: userId,
    name,
    told: at !== null,
    why,
    ...(digestOn !== null && { digest: true }),
  }));
