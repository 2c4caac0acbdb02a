import {
  type Checkpoint,
  type SigningKey,
  multirangeOf,
  signCheckpoint,
  signingKeyOf,
} from "@/lib/core/ledger/checkpoint";
import { leafOf } from "@/lib/core/ledger/merkle";
import { inclusionProof, levelsOf } from "@/lib/core/ledger/merkle-proof";
import { canonicalText, sha256Hex } from "@/lib/core/ledger/payload-hash";
import type { BundledAction, BundledCheckpoint, BundledEvent } from "@/lib/core/ledger/bundle/files";
import type { BundleContents } from "@/lib/core/ledger/bundle/make-bundle";

/** Bundles of any size, without a database. */

export const exampleKey: SigningKey = signingKeyOf(Buffer.alloc(32, 7).toString("base64"));
const tenantId = 3;
const payloadHash = sha256Hex("payload");
const policy = { version: 1, hash: sha256Hex("policy"), rule: "people decide" };
const at = (second: number) => new Date(Date.UTC(2026, 10, 27, 9, 0, second)).toISOString();

function bodyAt(actionId: number, seq: number, last: number): string {
  const ended = seq === last;
  return canonicalText({
    v: 2,
    tenant_id: tenantId,
    type: seq === 1 ? "hitl.proposed" : ended ? "hitl.cancelled" : "test.noted",
    entity_type: "proposed_action",
    entity_id: actionId,
    seq,
    at: at(seq),
    actor: { kind: "agent", label: "pricing" },
    details:
      seq === 1 ? { payload_hash: payloadHash, action_type: "ar_note", policy, agent_id: 5 } : { n: seq },
    state: { status: ended ? "cancelled" : "pending" },
  });
}

/** An action that was withdrawn, with so many events; each checkpoint covers `perCheckpoint` of them among others' events. */
export function exampleContents(count: number, perCheckpoint = 100, actionId = 8421): BundleContents {
  let previous = "";
  const chained = Array.from({ length: count }, (_, index) => {
    const body = bodyAt(actionId, index + 1, count);
    const event = {
      id: 1_000 + index * 3,
      prev_hash: previous,
      hash: sha256Hex(`${previous}\n${body}`),
      body,
    };
    previous = event.hash;
    return event;
  });
  const events: BundledEvent[] = [];
  const checkpoints: BundledCheckpoint[] = [];
  for (let from = 0; from < count; from += perCheckpoint) {
    const own = chained.slice(from, from + perCheckpoint);
    const covered = own.flatMap(({ id, hash }) => [
      { id, hash },
      { id: id + 1, hash: sha256Hex(`another company's ${id}`) },
    ]);
    const checkpoint = checkpointOver(covered, checkpoints.at(-1) ?? null);
    checkpoints.push(checkpoint);
    const levels = levelsOf(covered.map(leafOf));
    for (const [index, event] of own.entries())
      events.push({
        ...event,
        entity_type: "proposed_action",
        entity_id: actionId,
        seq: from + index + 1,
        checkpoint: checkpoint.seq,
        proof: inclusionProof(levels, index * 2),
      });
  }
  return {
    subject: {
      kind: "proposed_action",
      id: actionId,
      tenant_id: tenantId,
      status: "cancelled",
      ended_at: at(count),
    },
    sealedAt: at(count + 60),
    run: null,
    steps: [],
    actions: [exampleAction(actionId, { seq: count, hash: previous }, at(count))],
    decisions: [],
    receipts: { actions: [], steps: [] },
    costs: [],
    questions: [],
    events,
    checkpoints: { links: "whole", checkpoints },
  };
}

function checkpointOver(
  covered: readonly { id: number; hash: string }[],
  before: BundledCheckpoint | null,
): BundledCheckpoint {
  const seq = (before?.seq ?? 0) + 1;
  const signed: Checkpoint = signCheckpoint(
    {
      v: 1,
      tenant_id: tenantId,
      seq,
      prev_hash: before?.hash ?? "",
      events: multirangeOf(covered.map(({ id }) => id)),
      count: covered.length,
      root: levelsOf(covered.map(leafOf)).at(-1)![0]!.toString("hex"),
      unsealed: "{}",
      sealed_at: at(seq),
      key_id: exampleKey.id,
    },
    exampleKey,
  );
  return { seq, ...signed };
}

function exampleAction(id: number, chain: BundledAction["chain"], endedAt: string): BundledAction {
  return {
    id,
    status: "cancelled",
    action_type: "ar_note",
    entity: { type: "customer", ref: "Coastal Pantry" },
    payload_sha256: payloadHash,
    fields: ["note"],
    tier: { level: 1, rule: "notes", raised_from: null, claimed: null },
    proposed_by: { agent_id: 5, agent: "pricing", on_behalf_of: null, author: null, model: null },
    policy: { ...policy, approvals: 1, step_up: false },
    live_reading: { read_at: at(0), sha256: sha256Hex("facts"), precondition: true },
    decided: null,
    ended: { at: endedAt, by: "pricing" },
    applied_at: null,
    supersedes: null,
    superseded_by: null,
    undo_of: null,
    created_at: at(0),
    expires_at: at(3_600),
    pushes: [],
    chain,
  };
}
