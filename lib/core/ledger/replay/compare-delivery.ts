import { canonicalText, sha256Hex } from "@/lib/core/ledger/payload-hash";
import { compareLetters } from "./compare-letters";
import type { EventBody } from "./event-body";
import type { ActionEvidence, DraftEvidence } from "./evidence";
import { type FaultList, printable } from "./fault";
import { type PushFate, fatesOf } from "./push-fates";

interface PushRow {
  id: number;
  payload_hash: string;
  action_key: string;
}

interface ReceiptRow {
  push_id: number;
  idempotency_key: string;
  status: string;
}

/** Pushes, receipts, dead letters, the applied mirror, the draft and versions of caches, against the events that speak of them. */
export function compareDelivery(
  bodies: readonly EventBody[],
  evidence: ActionEvidence,
  list: FaultList,
): void {
  compareVersions(evidence, list);
  const pushes = evidence.pushes.map((push) => ({
    row: JSON.parse(push.evidence) as PushRow,
    outcome: JSON.parse(push.outcome) as { status: string },
    text: push.outcome,
  }));
  const approval = bodies.find(({ type }) => type === "hitl.approved");
  if (!approval) {
    if (pushes.length > 0) list.add("push_without_event", "A push is queued that no approval speaks of.");
    return compareEnd(bodies, evidence, list);
  }
  comparePushes(approval, bodies[0]!, evidence, list);
  const fates = fatesOf(
    bodies,
    pushes.map(({ row }) => row.id),
  );
  for (const { row, outcome, text } of pushes) {
    const fate = fates.get(row.id)!;
    for (const { seq } of fate.copies ?? [])
      list.add("event_repeated", `Push ${row.id} was over: what ends it once more is a copy.`, seq);
    if (!fate.statuses.has(outcome.status))
      list.add(
        "push_status_differs",
        `Push ${row.id} is ${printable(outcome.status)}; its events leave it ${[...fate.statuses].join(" or ")}.`,
      );
    else compareOutcome(row, outcome.status, text, fate, evidence, list);
  }
  compareRest(bodies, pushes, list);
  compareReceipts(pushes, evidence, list);
  compareLetters(bodies, evidence, list);
  compareEnd(bodies, evidence, list);
}

/** The lines as they were queued by the approval. */
function comparePushes(
  { rows, seq, details }: EventBody,
  proposal: EventBody,
  { pushes }: ActionEvidence,
  list: FaultList,
): void {
  const ids = pushes.map(({ evidence }) => (JSON.parse(evidence) as PushRow).id);
  const named = details.push_id;
  if (pushes.length === 0 || (typeof named === "number" && !ids.includes(named)))
    return list.add("push_missing", "The push of an approved action is gone.", seq);
  const stranger = pushes.find(
    ({ evidence }) => (JSON.parse(evidence) as PushRow).payload_hash !== proposal.details.payload_hash,
  );
  const sealed = sha256Hex(pushes.map(({ evidence }) => evidence).join("\n"));
  if (stranger || (rows?.pushes !== undefined && rows.pushes !== sealed))
    list.add("push_differs", "Its pushes are not those that the approval queued.", seq);
}

/** In these a push rests until a person or a probe acts, so that outcome and receipt are as the last event left them. */
const restsIn = ["applied", "stale", "dead", "unknown"];

function compareOutcome(
  row: PushRow,
  status: string,
  outcome: string,
  fate: PushFate,
  { receipts }: ActionEvidence,
  list: FaultList,
): void {
  const { settled } = fate;
  if (!restsIn.includes(status) || settled?.rows?.push === undefined) return;
  if (settled.rows.push !== sha256Hex(outcome))
    list.add(
      "push_outcome_differs",
      `The outcome of push ${row.id} is not the one that was settled.`,
      settled.seq,
    );
  const receipt = receipts.find(
    (text) => (JSON.parse(text) as ReceiptRow).idempotency_key === row.action_key,
  );
  if (settled.rows.receipt !== undefined && receipt === undefined)
    list.add("receipt_missing", `The receipt of push ${row.id} is gone.`, settled.seq);
  else if (settled.rows.receipt !== (receipt && sha256Hex(receipt)))
    list.add(
      "receipt_differs",
      `The receipt of push ${row.id} is not the one that was settled.`,
      settled.seq,
    );
}

const overIn = ["applied", "stale", "cancelled"];

/** An action ends with the last of its writes: none of them is still to be made, or in doubt. */
function compareRest(
  bodies: readonly EventBody[],
  pushes: readonly { row: PushRow; outcome: { status: string } }[],
  list: FaultList,
): void {
  const end = bodies.find(({ type }) =>
    ["hitl.applied", "hitl.stale", "hitl.cancelled", "hitl.superseded"].includes(type),
  );
  if (!end) return;
  for (const { row, outcome } of pushes)
    if (!overIn.includes(outcome.status))
      list.add(
        "push_not_over",
        `It has ended, and push ${row.id} is still ${printable(outcome.status)}.`,
        end.seq,
      );
}

function compareReceipts(
  pushes: readonly { row: PushRow; outcome: { status: string } }[],
  { receipts }: ActionEvidence,
  list: FaultList,
): void {
  for (const text of receipts) {
    const receipt = JSON.parse(text) as ReceiptRow;
    const push = pushes.find(({ row }) => row.id === receipt.push_id);
    if (!push || push.row.action_key !== receipt.idempotency_key)
      list.add("receipt_without_push", "A receipt belongs to no push of its action.");
    else if (receipt.status === "applied" && push.outcome.status !== "applied")
      list.add(
        "receipt_without_event",
        `A receipt says that push ${push.row.id} was written; no event does.`,
      );
  }
}

/** The row of the mirror and the draft, which stand for a write that was proven. */
function compareEnd(bodies: readonly EventBody[], evidence: ActionEvidence, list: FaultList): void {
  const applied = bodies.find(({ type }) => type === "hitl.applied");
  const [mirror] = evidence.mirror;
  if (applied && mirror === undefined)
    list.add("mirror_missing", "It was applied, and the mirror of applied actions lacks it.", applied.seq);
  if (!applied && mirror !== undefined)
    list.add("mirror_without_event", "The mirror of applied actions has it, and no event says so.");
  if (applied && mirror !== undefined && !isSealed(applied.rows?.mirror, mirror))
    list.add("mirror_differs", "Its row in the mirror is not the one that was sealed.", applied.seq);
  compareDraft(bodies, applied, evidence, list);
}

const isSealed = (hash: string | undefined, text: string) => hash === undefined || hash === sha256Hex(text);

function compareDraft(
  bodies: readonly EventBody[],
  applied: EventBody | undefined,
  { drafts, pushes }: ActionEvidence,
  list: FaultList,
): void {
  const keys = pushes.map(({ evidence }) => (JSON.parse(evidence) as PushRow).action_key);
  const isKept = ({ evidence }: DraftEvidence) =>
    keys.includes((JSON.parse(evidence) as Pick<PushRow, "action_key">).action_key);
  if (!drafts.every(isKept)) list.add("draft_without_push", "A draft is on file that no write of it kept.");
  const draft = drafts.find(isKept);
  if (draft === undefined) {
    if (applied?.rows?.draft !== undefined)
      list.add("draft_missing", "The draft that it wrote is gone.", applied.seq);
    return;
  }
  if (!bodies.some(({ type }) => type === "hitl.approved"))
    list.add("draft_without_event", "A draft is on file that no approval speaks of.");
  if (applied && !isSealed(applied.rows?.draft, draft.evidence))
    list.add("draft_differs", "The draft is not the one that was written.", applied.seq);
  const marked = bodies.findLast(({ type }) => type === "draft.marked");
  const status = marked?.details.status ?? "open";
  if (canonicalText(status) !== canonicalText(draft.status))
    list.add(
      "draft_status_differs",
      `The draft is ${printable(draft.status)}; its events leave it ${printable(status)}.`,
    );
}

function compareVersions({ versions = [] }: ActionEvidence, list: FaultList): void {
  for (const { name, version, made } of versions)
    if (!made)
      list.add(
        "version_without_push",
        `No write of it made version ${version} of the cache ${printable(name)}.`,
      );
}
