import type { TenantTransaction } from "@/db/client";
import { type OutcomeRow, listNewOutcomes } from "@/db/queries/messages/outcomes";
import { insertMessages, listReachablePeople, savePlans } from "@/db/queries/messages/planning";
import { type ChannelKind, carriesActions } from "@/lib/core/message/message";
import { type Decider, outcomeVerdicts, wantsOutcomes } from "@/lib/core/message/routing/outcome-verdicts";
import { quietHoursOf } from "@/lib/core/message/routing/quiet-hours";
import { sightIn } from "@/lib/gateway/read/actions/sight";
import { type Reachable, reachableOf } from "./people";
import { messagesOf, peopleOf } from "./planned";

interface Planning {
  actions: readonly number[];
  kinds: readonly ChannelKind[];
  now: Date;
}

/** Tells whoever decided on one of these actions that its write went wrong. Each outcome of an action is planned once, and again where its write was replayed. */
export async function planOutcomes(
  tx: TenantTransaction,
  tenantId: number,
  { actions, kinds, now }: Planning,
): Promise<void> {
  if (actions.length === 0) return;
  const outcomes = await listNewOutcomes(tx, tenantId, actions);
  if (outcomes.length === 0) return;
  const people = (await listReachablePeople(tx, tenantId, kinds)).map(reachableOf);
  for (const outcome of outcomes) {
    const deciders = [];
    for (const person of people)
      if (outcome.deciders.includes(person.userId)) deciders.push(await deciderOf(tx, person, outcome));
    const verdicts = outcomeVerdicts(outcome, deciders, now);
    const subject = {
      interaction_id: null,
      action_id: outcome.actionId,
      outcome: outcome.kind,
      outcome_round: outcome.round,
    };
    const messages = messagesOf(subject, verdicts);
    if (messages.length > 0) await insertMessages(tx, tenantId, { messages, now });
    await savePlans(tx, tenantId, { plans: [{ ...subject, rule: null, people: peopleOf(verdicts) }], now });
  }
}

async function deciderOf(
  tx: TenantTransaction,
  person: Reachable,
  { bySignature, dismissedBy, at }: OutcomeRow,
): Promise<Decider> {
  const { userId, name, accounts, preferences } = person;
  const isPreferred = (kind: ChannelKind): boolean => {
    const preference = preferences[kind];
    if (preference === undefined) return wantsOutcomes(null);
    const { questions, tier_min: tierMin, outcomes, changed_at: changedAt } = preference;
    return Date.parse(at) >= Date.parse(changedAt) && wantsOutcomes({ questions, tierMin, outcomes });
  };
  return {
    userId,
    name,
    approved: !bySignature,
    seesContent: (await sightIn(tx, person)).seesContent,
    dismissed: dismissedBy.includes(userId),
    quietHours: quietHoursOf(person),
    reach: accounts
      .filter(({ kind }) => carriesActions(kind))
      .map(({ id, kind }) => ({ kind, accountId: id, isPreferred: isPreferred(kind) })),
  };
}
