import { inTenant } from "@/db/client";
import { insertEditToken } from "@/db/queries/actions/edit-tokens";
import { newEditToken } from "@/lib/auth/session/tokens";
import type { ProposalView } from "@/lib/contract/actions/proposal";
import type { Person } from "@/lib/core/access/principal";
import { DEFAULT_POLICY_TEXT } from "@/lib/policy/default-policy.cedar";
import { policyHash } from "@/lib/policy/engine";
import { sealPolicy } from "@/lib/policy/policy-seal";
import { addStandingAuthorisation } from "@/lib/gateway/access/found-company";
import type { World } from "./world";

/** Edit tokens, traces and policies for tests of deciding. */

type Proposal = Pick<ProposalView, "id" | "payload_hash">;

/** Steps up without the typing: a token for one decision of one person on one payload. */
export async function mintEditToken(
  world: World,
  person: Person,
  proposal: Proposal,
  more: { decision?: "approve" | "reject"; validSeconds?: number; payloadHash?: string } = {},
): Promise<string> {
  const use = {
    tenantId: person.tenantId,
    userId: person.userId,
    actionId: proposal.id,
    payloadHash: more.payloadHash ?? proposal.payload_hash,
    decision: more.decision ?? "approve",
  };
  const token = newEditToken(use);
  await inTenant(world.db.database, person.tenantId, (tx) =>
    insertEditToken(tx, { ...use, tokenHash: token.hash, validSeconds: more.validSeconds ?? 300 }),
  );
  return token.token;
}

/** Signs the standing authorisation of note attachments, which are then approved without a person. */
export function signForNotes(
  { owner }: World,
  signer: Person,
  more: { perDayMax?: number; actionTypes?: string[]; validDays?: number } = {},
): Promise<number> {
  return addStandingAuthorisation(owner, signer.tenantId, {
    actionTypes: ["note_attachment"],
    perDayMax: 10_000,
    policyVersion: 1,
    signedByUserId: signer.userId,
    signedByLabel: signer.name,
    validDays: 30,
    ...more,
  });
}

/** Everything a decision could write about one action, as text: equal before and after means that nothing was written. */
export async function traceOf(world: World, actionId: number): Promise<string> {
  const [row] =
    await world.owner`SELECT to_jsonb(a) AS action FROM proposed_actions a WHERE id = ${actionId}`;
  const [rest] = await world.owner`
    SELECT (SELECT jsonb_agg(to_jsonb(d) ORDER BY d.id) FROM decisions d WHERE d.action_id = ${actionId}) AS decisions,
           (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.id) FROM ns_pending_pushes p WHERE p.action_id = ${actionId}) AS pushes,
           (SELECT jsonb_agg(to_jsonb(e) ORDER BY e.id) FROM events e WHERE e.entity_id = ${actionId} AND e.entity_type = 'proposed_action') AS events,
           (SELECT jsonb_agg(to_jsonb(t) ORDER BY t.id) FROM edit_tokens t WHERE t.action_id = ${actionId}) AS tokens,
           (SELECT jsonb_agg(o.event_id ORDER BY o.id) FROM outbox o WHERE (o.body_json ->> 'action_id')::bigint = ${actionId}) AS outbox`;
  return JSON.stringify({ row, rest }, null, 1);
}

/** Puts further statements, or another text, in force for a tenant, as set-up does: nobody is the author of what it decides. */
export async function putPolicyInForce(
  { owner }: World,
  tenantId: number,
  change: (text: string) => string,
): Promise<void> {
  const text = change(DEFAULT_POLICY_TEXT);
  const [current] = await owner<{ version: number; text: string }[]>`
    SELECT version, cedar_text AS text FROM policies WHERE tenant_id = ${tenantId} ORDER BY version DESC LIMIT 1`;
  if (current?.text === text) return;
  const next = { version: (current?.version ?? 0) + 1, hash: policyHash(text) };
  const seal = sealPolicy({ tenantId, ...next });
  await owner.begin(async (tx) => {
    await tx`
      INSERT INTO policies (tenant_id, version, hash, cedar_text, note, created_by_label, seal)
      VALUES (${tenantId}, ${next.version}, ${next.hash}, ${text}, 'test', 'test', ${seal})`;
    await tx`SELECT record_policy(${tenantId}::bigint, ${next.version}, 'system', 'test', '{}')`;
  });
}

export function withoutStatement(text: string, id: string): string {
  return text.replace(new RegExp(`@id\\("${id}"\\)[^;]*;`), "");
}
