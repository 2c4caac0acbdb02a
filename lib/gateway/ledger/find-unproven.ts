import type { TenantTransaction } from "@/db/client";
import { type InteractionRow, type ResponseRow, listResponses } from "@/db/queries/interactions/interactions";
import { listQuestionsOfRuns } from "@/db/queries/interactions/questions-of-runs";
import { type FullReceipt, listReceiptsOfRuns } from "@/db/queries/workflows/receipts";
import { listCallsOfRuns } from "@/db/queries/workflows/model-calls";
import { listProofsOfRuns } from "@/db/queries/workflows/step-proofs";
import type { SubjectEvidence } from "@/lib/core/ledger/replay/evidence";
import { isGenuineAnswer, isGenuineQuestion } from "./seals/interaction-seal";
import { isProvenCall } from "./seals/call-seal";
import { findSeal } from "./seals/event-seals";
import { isGenuineReceipt, isGenuineRequest } from "./seals/receipt-seal";
import { isProven } from "./seals/step-proof";

/**
 * Whether the app itself did what the rows of ended runs say. A step is asked for its seal by those that follow it, and nothing follows
 * the last one: whoever holds the database could otherwise have a run succeed whose last request nobody sent. Nothing else asks for
 * the seals of most receipts, and evidence shows them.
 */

export interface Unproven {
  kind: "step_unsealed" | "receipt_unsealed" | "call_unsealed" | "question_unsealed";
  runId: number;
  /** `Step pay was not done by Countersign` */
  text: string;
}

type Subject = Pick<SubjectEvidence, "id" | "links">;

const runsAtOnce = 50;
/** Each may hold a result of 200 kB. */
const receiptsPerPage = 100;

/**
 * Only of runs whose beginning carries a seal under a key that is still known: later seals are under that key or a later one. Whatever is
 * older was found by an earlier verification, and is believed from then on.
 */
export async function findUnproven(
  tx: TenantTransaction,
  tenantId: number,
  subjects: readonly Subject[],
): Promise<Unproven[]> {
  const ids = subjects.filter((subject) => isBegunUnderKnownKey(tenantId, subject)).map(({ id }) => id);
  const found: Unproven[] = [];
  for (let start = 0; start < ids.length; start += runsAtOnce) {
    const runIds = ids.slice(start, start + runsAtOnce);
    for (const find of [findSteps, findReceipts, findCalls, findQuestions])
      found.push(...(await find(tx, tenantId, runIds)));
  }
  return found;
}

async function findSteps(tx: TenantTransaction, tenantId: number, runIds: number[]): Promise<Unproven[]> {
  const proofs = await listProofsOfRuns(tx, tenantId, runIds);
  return proofs
    .filter((proof) => !isProven({ tenantId, runId: proof.runId }, proof))
    .map(({ runId, stepId, item }) => ({
      kind: "step_unsealed",
      runId,
      text: `Step ${item === null ? stepId : `${stepId} (item ${item})`} was not done by Countersign: its seal is missing or does not fit.`,
    }));
}

async function findReceipts(tx: TenantTransaction, tenantId: number, runIds: number[]): Promise<Unproven[]> {
  const found: Unproven[] = [];
  for (let afterId = 0; ;) {
    const page = await listReceiptsOfRuns(tx, tenantId, runIds, { afterId, limit: receiptsPerPage });
    for (const receipt of page) {
      const why = faultOf(tenantId, receipt);
      if (why === null) continue;
      const text = `Receipt ${receipt.idempotencyKey}: Countersign did not write ${why}.`;
      found.push({ kind: "receipt_unsealed", runId: receipt.runId, text });
    }
    if (page.length < receiptsPerPage) return found;
    afterId = page.at(-1)!.id;
  }
}

/** A run's costs are the sum of its calls. */
async function findCalls(tx: TenantTransaction, tenantId: number, runIds: number[]): Promise<Unproven[]> {
  const calls = await listCallsOfRuns(tx, tenantId, runIds);
  return calls
    .filter((call) => !isProvenCall(call))
    .map(({ runId, stepName, attempt, provider, model }) => ({
      kind: "call_unsealed",
      runId,
      text: `Step ${stepName}, attempt ${attempt}: Countersign did not write what its call of ${provider}/${model} used.`,
    }));
}

/** A run's evidence has the answers to its questions, with their authors. */
async function findQuestions(tx: TenantTransaction, tenantId: number, runIds: number[]): Promise<Unproven[]> {
  const questions = await listQuestionsOfRuns(tx, tenantId, runIds);
  const responses = await listResponses(
    tx,
    tenantId,
    questions.map(({ id }) => id),
  );
  return questions.flatMap((question): Unproven[] => {
    const own = responses.filter(({ interactionId }) => interactionId === question.id);
    const why = isGenuineQuestion(question)
      ? own.every((response, index) => isGenuineAnswer(asSealed(question, response, index), response.seal))
        ? null
        : "all that was said to it"
      : "it";
    const text = `Question ${question.id}: Countersign did not write ${why}.`;
    return why === null ? [] : [{ kind: "question_unsealed", runId: question.executionId!, text }];
  });
}

const asSealed = (question: InteractionRow, response: ResponseRow, index: number) => ({
  ...response,
  tenantId: question.tenantId,
  questionSeal: question.seal,
  number: index + 1,
});

/** Null: the app wrote all of it. A receipt that is open says of no end. */
function faultOf(tenantId: number, receipt: FullReceipt): string | null {
  if (!isGenuineRequest(receipt)) return "what it says was asked";
  if (receipt.status === "started" || isGenuineReceipt(tenantId, receipt)) return null;
  return "how it says that ended";
}

const isBegunUnderKnownKey = (tenantId: number, { links }: Pick<Subject, "links">): boolean =>
  links.some(({ bodyText }) => {
    const seal = findSeal(tenantId, bodyText);
    return seal === "current" || seal === "previous";
  });
