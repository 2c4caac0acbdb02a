import { type TenantTransaction, inTenant } from "@/db/client";
import { listActionsWithNewOutcomes } from "@/db/queries/messages/outcomes";
import {
  listActionsToPlan,
  listQuestionsToPlan,
  takePlanRequests,
} from "@/db/queries/messages/plan-requests";
import type { Gateway } from "@/lib/gateway/context";
import { type Subjects, planMessages } from "./plan-messages";
import { planOutcomes } from "./plan-outcomes";

/** Chooses the questions and actions to plan: those that changed, and at intervals everything that is open. */

const REQUESTS_PER_CALL_MAX = 200;
const CALLS_MAX = 5_000;

/** Plans the subjects of all plan requests. After a fault they stay in the queue for the next call. @throws the fault. */
export async function planChanged(tenantId: number, gateway: Gateway): Promise<void> {
  let isAll = false;
  for (let call = 0; call < CALLS_MAX; call += 1) {
    const requests = await inTenant(gateway.database, tenantId, async (tx) => {
      const taken = await takePlanRequests(tx, REQUESTS_PER_CALL_MAX);
      const questions = [...new Set(taken.flatMap(({ interactionId }) => interactionId ?? []))];
      const actions = [...new Set(taken.flatMap(({ actionId }) => actionId ?? []))];
      if (questions.length + actions.length > 0) await plan(tx, tenantId, { questions, actions }, gateway);
      // In this transaction, so that the request stays in the queue if this fails.
      if (taken.some(({ interactionId, actionId }) => interactionId === null && actionId === null))
        await planPages(tenantId, gateway, (work) => work(tx));
      return taken;
    });
    isAll ||= requests.length < REQUESTS_PER_CALL_MAX;
    if (isAll) return;
  }
}

/** Plans everything that is open, and the ends of writes, for changes whose request or event was lost. */
export const planEverything = (tenantId: number, gateway: Gateway): Promise<void> =>
  planPages(tenantId, gateway, (work) => inTenant(gateway.database, tenantId, work));

type InTransaction = (work: (tx: TenantTransaction) => Promise<number>) => Promise<number>;

async function planPages(tenantId: number, gateway: Gateway, inTransaction: InTransaction): Promise<void> {
  const page = (after: number) => ({ after, limit: REQUESTS_PER_CALL_MAX });
  const through = async (planPage: (tx: TenantTransaction, after: number) => Promise<number[]>) => {
    let after = 0;
    for (let call = 0; call < CALLS_MAX; call += 1) {
      const last = await inTransaction(async (tx) => (await planPage(tx, after)).at(-1) ?? after);
      if (last === after) return;
      after = last;
    }
  };
  await through(async (tx, after) => {
    const questions = (await listQuestionsToPlan(tx, tenantId, page(after))).map(({ id }) => id);
    if (questions.length > 0) await plan(tx, tenantId, { questions, actions: [] }, gateway);
    return questions;
  });
  await through(async (tx, after) => {
    const actions = (await listActionsToPlan(tx, tenantId, page(after))).map(({ id }) => id);
    if (actions.length > 0) await plan(tx, tenantId, { questions: [], actions }, gateway);
    return actions;
  });
  await through(async (tx, after) => {
    const actions = await listActionsWithNewOutcomes(tx, tenantId, page(after));
    await planOutcomes(tx, tenantId, { actions, ...toolsOf(gateway) });
    return actions;
  });
}

const toolsOf = ({ channels, clock }: Gateway) => ({
  kinds: channels.map(({ kind }) => kind),
  now: clock.now(),
});

async function plan(
  tx: TenantTransaction,
  tenantId: number,
  subjects: Subjects,
  gateway: Gateway,
): Promise<void> {
  await planMessages(tx, tenantId, { ...subjects, ...toolsOf(gateway) });
  await planOutcomes(tx, tenantId, { actions: subjects.actions, ...toolsOf(gateway) });
}
