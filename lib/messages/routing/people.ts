import type { OpenActionRow, OpenQuestionRow, ReachablePersonRow } from "@/db/queries/messages/planning";
import { trustedRole } from "@/lib/auth/session/role-seal";
import { type Role, mayDecide } from "@/lib/core/access/principal";
import { isResponder } from "@/lib/core/interaction/responders";
import { carriesActions } from "@/lib/core/message/message";
import { USUAL_DIGEST_MINUTE } from "@/lib/core/message/routing/digest";
import { quietHoursOf } from "@/lib/core/message/routing/quiet-hours";
import type { Reach, RoutedPerson, RoutedSubject } from "@/lib/core/message/routing/routing";

/** Rows, as routing weighs them: a person beside one question or one action. */

/** Somebody with the role that the app itself gave them. */
export interface Reachable extends ReachablePersonRow {
  role: Role;
}

export const reachableOf = (row: ReachablePersonRow): Reachable => ({ ...row, role: trustedRole(row) });

/** Questions where they did not say otherwise: by the channel that whoever asks chose, where it reaches them, else by each. */
export function besideQuestion(person: Reachable, question: OpenQuestionRow): RoutedPerson {
  const isPreferred = (kind: Reach["kind"]) => person.preferences[kind]?.questions ?? true;
  const isChosen = person.accounts.some(({ kind }) => kind === question.channel && isPreferred(kind));
  const reach = reachOf(person, (kind) => isPreferred(kind) && (!isChosen || kind === question.channel));
  return { ...timesOf(person), mayAct: isResponder(question, person), reach };
}

/** Actions from the tier on that they chose, and none from before their choice. */
export function besideAction(
  person: Reachable,
  { tier, createdAt }: OpenActionRow,
  forbidden: ReadonlySet<number>,
): RoutedPerson {
  const accounts = person.accounts.filter(({ kind }) => carriesActions(kind));
  const reach = reachOf({ accounts }, (kind) => {
    const preference = person.preferences[kind];
    if (preference === undefined || preference.tier_min === null || tier < preference.tier_min) return false;
    return Date.parse(createdAt) >= Date.parse(preference.changed_at);
  });
  return { ...timesOf(person), mayAct: mayDecide(person.role) && !forbidden.has(person.userId), reach };
}

const reachOf = (
  { accounts }: Pick<Reachable, "accounts">,
  isPreferred: (kind: Reach["kind"]) => boolean,
): Reach[] => accounts.map(({ id, kind }) => ({ kind, accountId: id, isPreferred: isPreferred(kind) }));

function timesOf(person: Reachable): Omit<RoutedPerson, "mayAct" | "reach"> {
  const { userId, name, role, awayFrom, awayUntil, deputyUserId } = person;
  return {
    userId,
    name,
    role,
    quietHours: quietHoursOf(person),
    digest: {
      timeZone: person.timeZone ?? person.tenantZone,
      minute: person.digestAt ?? USUAL_DIGEST_MINUTE,
      isChosen: person.digestAt !== null,
    },
    away:
      awayFrom === null || awayUntil === null
        ? null
        : { from: new Date(awayFrom), until: new Date(awayUntil), deputyUserId },
  };
}

export const questionSubject = (row: OpenQuestionRow, chosenAt: Date | null): RoutedSubject => ({
  about: "question",
  tier: null,
  type: row.type,
  workspace: row.workspace,
  amountCents: null,
  endsAt: new Date(row.endsAt),
  chosenAt,
});

export const actionSubject = (row: OpenActionRow, chosenAt: Date | null): RoutedSubject => ({
  about: "action",
  tier: row.tier,
  type: row.type,
  workspace: row.workspace,
  amountCents: row.amountCents,
  endsAt: new Date(row.endsAt),
  chosenAt,
});
