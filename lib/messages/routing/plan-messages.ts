/**
 * Plans messages: whom a question or an action is told to, by the company's rules and each person's own times, and why
 * the others are not. The choice itself is made in lib/core/message/routing.
 */

import type { TenantTransaction } from "@/db/client";
import { markMessagesDue } from "@/db/queries/messages/plan-requests";
import {
  type NewMessage,
  type PlanRow,
  insertMessages,
  listChosen,
  listOpenActions,
  listOpenQuestions,
  listReachablePeople,
  savePlans,
} from "@/db/queries/messages/planning";
import { findRouting } from "@/db/queries/messages/routing";
import type { ChannelKind } from "@/lib/core/message/message";
import type { RoutingResult, RoutedPerson, RoutedSubject, Rule } from "@/lib/core/message/routing/routing";
import { chooseRecipients } from "@/lib/core/message/routing/choose-recipients";
import { actionSubject, besideAction, besideQuestion, questionSubject, reachableOf } from "./people";
import { messagesOf, peopleOf } from "./planned";
import { forbiddenBy } from "./policy";

export interface Subjects {
  questions: readonly number[];
  actions: readonly number[];
}

interface Planning extends Subjects {
  kinds: readonly ChannelKind[];
  now: Date;
}

/** Writes the messages of these that are missing, keeps why, and makes those due that are out of date. */
export async function planMessages(
  tx: TenantTransaction,
  tenantId: number,
  planning: Planning,
): Promise<void> {
  const { now } = planning;
  const routed = await routeSubjects(tx, tenantId, planning);
  const messages = routed.flatMap(missingOf);
  if (messages.length > 0) await insertMessages(tx, tenantId, { messages, now });
  if (routed.length > 0) await savePlans(tx, tenantId, { plans: routed.map(planOf), now });
  await markMessagesDue(tx, tenantId, planning);
}

export interface RoutedNow {
  interactionId: number | null;
  actionId: number | null;
  routed: RoutingResult;
  /** As `user:account`. */
  pairs: ReadonlySet<string>;
}

/** Those of these that are open, each with what routing says of it. `rules`: instead of those in force. */
export async function routeSubjects(
  tx: TenantTransaction,
  tenantId: number,
  { questions, actions, kinds, now, rules }: Planning & { rules?: readonly Rule[] },
): Promise<RoutedNow[]> {
  const openQuestions = await listOpenQuestions(tx, tenantId, questions, now);
  const openActions = await listOpenActions(tx, tenantId, actions);
  if (openQuestions.length + openActions.length === 0) return [];
  const people = (await listReachablePeople(tx, tenantId, kinds)).map(reachableOf);
  const inForce = rules ?? (await findRouting(tx, tenantId))?.rules ?? [];
  const chosen = await chosenOf(tx, tenantId, { questions, actions });
  const route = (subject: RoutedSubject, beside: RoutedPerson[]) =>
    chooseRecipients({ rules: inForce, people: beside, subject, now });
  const routed: RoutedNow[] = [];
  for (const row of openQuestions) {
    const { pairs, firstAt } = chosen(row.id, null);
    const beside = people.map((person) => besideQuestion(person, row));
    const said = route(questionSubject(row, firstAt), beside);
    routed.push({ interactionId: row.id, actionId: null, routed: said, pairs });
  }
  for (const row of openActions) {
    const { pairs, firstAt } = chosen(null, row.id);
    const by = (forbidden: ReadonlySet<number>) =>
      route(
        actionSubject(row, firstAt),
        people.map((person) => besideAction(person, row, forbidden)),
      );
    const said = await allowed({ tx, tenantId, actionId: row.id, people, pairs }, by);
    routed.push({ interactionId: null, actionId: row.id, routed: said, pairs });
  }
  return routed;
}

interface Asking {
  tx: TenantTransaction;
  tenantId: number;
  actionId: number;
  people: ReturnType<typeof reachableOf>[];
  pairs: ReadonlySet<string>;
}

/** A person whom the policy does not let decide is not notified; the policy is then asked about each substitute too. */
async function allowed(
  { pairs, people, ...of }: Asking,
  by: (forbidden: ReadonlySet<number>) => RoutingResult,
): Promise<RoutingResult> {
  const forbidden = new Set<number>();
  const cleared = new Set([...pairs].map((pair) => Number(pair.split(":")[0])));
  for (;;) {
    const routed = by(forbidden);
    const unasked = routed.verdicts.filter(({ at, userId }) => at !== null && !cleared.has(userId));
    if (unasked.length === 0) return routed;
    const asked = people.filter((person) => unasked.some(({ userId }) => userId === person.userId));
    for (const userId of await forbiddenBy({ ...of, people: asked })) forbidden.add(userId);
    for (const { userId } of asked) cleared.add(userId);
  }
}

async function chosenOf(tx: TenantTransaction, tenantId: number, subjects: Subjects) {
  const rows = await listChosen(tx, tenantId, subjects);
  const bySubject = new Map(rows.map((row) => [`${row.interactionId}/${row.actionId}`, row]));
  return (interactionId: number | null, actionId: number | null) => {
    const row = bySubject.get(`${interactionId}/${actionId}`);
    return { pairs: new Set(row?.pairs), firstAt: row ? new Date(row.firstAt) : null };
  };
}

const subjectOf = ({ interactionId, actionId }: RoutedNow) => ({
  interaction_id: interactionId,
  action_id: actionId,
  outcome: null,
  outcome_round: 0,
});

const missingOf = (planned: RoutedNow): NewMessage[] =>
  messagesOf(subjectOf(planned), planned.routed.verdicts, planned.pairs);

const planOf = (planned: RoutedNow): PlanRow => ({
  ...subjectOf(planned),
  rule: planned.routed.rule,
  people: peopleOf(planned.routed.verdicts),
});
