import { type EventBody, readBody } from "@/lib/core/ledger/replay/event-body";
import { atSubject, bySubject } from "./check-ledger";
import { type BundleFault, faultOf } from "./fault";
import type { BundledAction, BundledDecision, BundledQuestion, BundledRun } from "./files";
import type { Bundle } from "./read-bundle";

/** The rows of a bundle against what its events say: statuses, ends, payloads, policies, and every decision. */
export function rowFaults(bundle: Bundle): BundleFault[] {
  const { run, actions, questions, decisions, steps, predicate } = bundle;
  const bodies = bySubject(bundle.events.flatMap(({ body }) => readBody(body) ?? []));
  const bodiesOf = (at: string) => bodies.get(at) ?? [];
  const wrong: string[] = [];
  const check = (at: string, agrees: boolean) => {
    if (!agrees && !wrong.includes(at)) wrong.push(at);
  };

  const { kind, id, status, ended_at: endedAt } = predicate.subject;
  const own = kind === "run" ? run : actions.find((action) => action.id === id);
  check("statement", own?.id === id && own.status === status && (!run || run.ended_at === endedAt));
  if (run) {
    const at = atSubject("run", run.id);
    check(at, runAgrees(run, bodiesOf(at)));
  }
  for (const action of actions) {
    const at = atSubject("proposed_action", action.id);
    check(at, actionAgrees(action, bodiesOf(at)));
    const made = decisions.filter(({ action_id: of }) => of === action.id);
    check(`decisions of ${at}`, decisionsAgree(made, bodiesOf(at)));
  }
  for (const question of questions) {
    const at = atSubject("interaction", question.id);
    check(at, questionAgrees(question, bodiesOf(at)));
  }
  const known = new Set(actions.map((action) => action.id));
  for (const decision of decisions) check(`decision ${decision.id}`, known.has(decision.action_id));
  for (const { id: step, proposed_action_id: proposed } of steps)
    check(`step ${step}`, proposed === null || known.has(proposed));
  checkReceipts(bundle, check);
  return wrong.map((at) => faultOf("row_differs", at));
}

/** Bodies of version 1 hold no state: nothing is compared with those. */
const stateOf = (bodies: readonly EventBody[]) => bodies.at(-1)?.state;
const sameTime = (left: unknown, right: string | null) =>
  right === null ? left === undefined || left === null : Date.parse(String(left)) === Date.parse(right);

function runAgrees(run: BundledRun, bodies: readonly EventBody[]): boolean {
  const begun = bodies[0]?.details;
  const end = stateOf(bodies)?.["end"] as Record<string, unknown> | null | undefined;
  return (
    begun?.["inputs_hash"] === run.inputs_sha256 &&
    begun["hash"] === run.workflow.hash &&
    begun["trigger_ref"] === run.trigger.ref &&
    end?.["status"] === run.status &&
    end["writes_used"] === run.writes.used &&
    (end["error_step"] ?? null) === (run.error?.step ?? null) &&
    (end["cancelled_by"] ?? null) === run.cancelled_by &&
    sameTime(end["started_at"], run.started_at) &&
    sameTime(end["ended_at"], run.ended_at)
  );
}

function actionAgrees(action: BundledAction, bodies: readonly EventBody[]): boolean {
  const first = bodies[0]?.details;
  const policy = first?.["policy"] as Record<string, unknown> | undefined;
  const state = stateOf(bodies);
  const isAsProposed =
    first?.["payload_hash"] === action.payload_sha256 &&
    first["action_type"] === action.action_type &&
    policy?.["version"] === action.policy.version &&
    policy["hash"] === action.policy.hash &&
    first["agent_id"] === action.proposed_by.agent_id;
  const isAsItEnded =
    !state ||
    (state["status"] === action.status &&
      (state["decision"] ?? null) === (action.decided?.decision ?? null) &&
      (state["decided_by_label"] ?? null) === (action.decided?.by ?? null) &&
      sameTime(state["applied_at"], action.applied_at));
  return isAsProposed && isAsItEnded;
}

const answering: Readonly<Record<string, string>> = {
  "interaction.answered": "answer",
  "interaction.corrected": "correction",
  "interaction.retracted": "retraction",
};

function questionAgrees(question: BundledQuestion, bodies: readonly EventBody[]): boolean {
  const state = stateOf(bodies);
  const events = bodies.filter(({ type }) => answering[type] !== undefined);
  return (
    bodies[0]?.details["interaction_type"] === question.interaction_type &&
    (!state || state["status"] === question.status) &&
    events.length === question.answers.length &&
    question.answers.every(({ kind, by, place }, index) => {
      const { type, actor, details } = events[index]!;
      return answering[type] === kind && actor.label === by.label && details["place"] === place;
    })
  );
}

const DECIDING = new Set(["hitl.vote_recorded", "hitl.approved", "hitl.rejected"]);

function decisionsAgree(rows: readonly BundledDecision[], bodies: readonly EventBody[]): boolean {
  const events = bodies.filter(({ type }) => DECIDING.has(type));
  return (
    rows.length === events.length &&
    rows.every((row, index) => {
      const { type, actor, details } = events[index]!;
      const policy = details["policy"] as Record<string, unknown> | undefined;
      return (
        details["payload_hash"] === row.payload_sha256 &&
        details["channel"] === row.proof.channel &&
        actor.label === row.by.label &&
        actor.kind === row.by.kind &&
        (type === "hitl.rejected" ? "reject" : "approve") === row.decision &&
        (policy?.["hash"] ?? row.policy.hash) === row.policy.hash
      );
    })
  );
}

/** An applied line has the receipt of its key, and each receipt has its line. */
function checkReceipts({ actions, receipts, steps }: Bundle, check: (at: string, agrees: boolean) => void) {
  const byKey = new Map(receipts.actions.map((receipt) => [receipt.idempotency_key, receipt]));
  const pushes = new Map(actions.flatMap((action) => action.pushes.map((push) => [push.id, push] as const)));
  for (const push of pushes.values())
    check(`push ${push.id}`, push.status !== "applied" || byKey.get(push.key)?.status === "applied");
  for (const receipt of receipts.actions)
    check(`receipt ${receipt.id}`, pushes.get(receipt.push_id)?.key === receipt.idempotency_key);
  const stepIds = new Set(steps.map(({ id }) => id));
  for (const receipt of receipts.steps) check(`step receipt ${receipt.id}`, stepIds.has(receipt.step_id));
}
