import { inTenant } from "@/db/client";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import { countSettings } from "@/db/queries/workflows/settings";
import { findWebhook, keepWebhook, listWebhooks } from "@/db/queries/workflows/webhooks";
import { findPublication, findVersion, findWorkflow } from "@/db/queries/workflows/workflows";
import type { NewWebhook, Webhooks } from "@/lib/contract/workflows/webhooks";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { parseExactJson } from "@/lib/core/values/exact-json";
import { whyNotStorable } from "@/lib/core/values/storable";
import { isoOf } from "@/lib/core/values/time";
import { spendStepUp } from "@/lib/gateway/access/step-up/spend-step-up";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { baseUrl } from "@/lib/gateway/read/proposals/action-url";
import { newWebhookSecret, verifyWebhook } from "@/lib/outbound";
import { type Json, ValueError } from "@/lib/runtime/values/evaluate";
import { definitionOf } from "@/lib/runtime/versions/definition-of";
import { requireWorkflow } from "@/lib/runtime/versions/require-workflow";
import { countAsAuthor } from "@/lib/runtime/versions/workflow-agent";
import { versionInForce } from "@/lib/runtime/versions/workflow-view";
import { openWebhookKey, sealWebhookKey } from "@/lib/secrets/workflow-secret";
import { beginTriggered } from "./triggered";

const KEY_MADE = "workflow.webhook_key_made" as const;

/** Without a word on which of the two it was: no such address, or not signed with its key. */
const refused = () =>
  new AppError(
    "unauthenticated",
    "This call is not signed as Standard Webhooks has it, with this address's key.",
  );

/**
 * A call from outside, signed as Standard Webhooks has it: begins a run, once for each webhook-id.
 * @throws AppError unauthenticated 401 for an address or signature that is none; malformed_json 400; not_in_force,
 *   idempotency_conflict 409; validation_failed 422; rate_limited 429.
 */
export async function receiveWebhook(
  id: number,
  { headers, body }: { headers: { get(name: string): string | null }; body: string },
  gateway: Gateway = getGateway(),
): Promise<{ created: boolean; runId: number }> {
  const webhook = await findWebhook(gateway.database, id);
  const opened = webhook && openWebhookKey(webhook, webhook.sealed);
  if (!webhook || !opened) throw refused();
  const verified = verifyWebhook({ headers, body, keys: [opened.key], now: gateway.clock.now() });
  if (!verified.ok) throw refused();
  const { tenantId, workflowId, name } = webhook;
  const found = await inTenant(gateway.database, tenantId, async (tx) => {
    // A key that was replaced, and that somebody put back into the row.
    if (opened.number !== (await countSettings(tx, { tenantId, workflowId, type: KEY_MADE, name })))
      throw refused();
    const workflow = (await findWorkflow(tx, tenantId, { id: workflowId }))!;
    const versionId = versionInForce(tenantId, workflowId, await findPublication(tx, tenantId, workflowId));
    const version = versionId === null ? null : await findVersion(tx, tenantId, workflowId, versionId);
    return { workflow, on: version ? (definitionOf(version).on ?? []) : [] };
  });
  const event = parsed(body);
  const index = found.on.findIndex((trigger) => trigger.webhook === name);
  if (index < 0)
    throw new AppError(
      "not_in_force",
      `No version of ${found.workflow.name} is in force that waits for ${name}.`,
    );
  const occasion = {
    tenantId,
    workflow: found.workflow.name,
    type: "webhook" as const,
    event,
    ref: verified.id,
    at: gateway.clock.now(),
    label: `webhook ${name}`,
  };
  try {
    return await beginTriggered(found.on, index, occasion, gateway);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw new AppError("validation_failed", `The workflow cannot read this body: ${error.message}`, {
      issues: [{ path: "body", message: error.message }],
    });
  }
}

function parsed(body: string): Json {
  const value = parseExactJson(body);
  if (value === undefined) throw new AppError("malformed_json", "The body is not JSON.");
  const why = whyNotStorable(value);
  if (why)
    throw new AppError("validation_failed", `The body ${why}.`, { issues: [{ path: "body", message: why }] });
  return value as Json;
}

/** The addresses of a workflow, without their keys. @throws AppError not_allowed 403; not_found 404. */
export async function readWebhooks(
  admin: Person,
  workflowId: number,
  gateway: Gateway = getGateway(),
): Promise<Webhooks> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  const rows = await inTenant(gateway.database, tenantId, async (tx) => {
    await requireWorkflow(tx, tenantId, workflowId);
    return listWebhooks(tx, tenantId, workflowId);
  });
  return {
    items: rows.map(({ id, name, setByLabel: by, setAt }) => ({
      id,
      name,
      url: urlOf(id),
      by,
      at: isoOf(setAt),
    })),
  };
}

/**
 * Makes the address of a webhook that the workflow names, or a new key for it: the former one counts no more. The key is shown once,
 * and whoever makes it counts as an author of what the workflow proposes.
 * The step-up's subject is `<workflow's id>/<name>`.
 * @throws AppError not_allowed, session_required 403; not_found 404; step_up_missing, step_up_invalid 428.
 */
export async function makeWebhook(
  admin: Person,
  { id: workflowId, name }: { id: number; name: string },
  gateway: Gateway = getGateway(),
): Promise<NewWebhook> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  const key = newWebhookSecret();
  return inTenant(gateway.database, tenantId, async (tx) => {
    const workflow = await requireWorkflow(tx, tenantId, workflowId);
    await spendStepUp(tx, admin, { purpose: "make_webhook_key", subject: `${workflowId}/${name}` });
    await countAsAuthor(tx, admin, workflow.agentId, "webhook_key_made");
    await appendEvent(tx, {
      ...byPerson(admin),
      entityType: "workflow",
      entityId: workflowId,
      type: KEY_MADE,
      details: { name: workflow.name, webhook: name, by_user_id: admin.userId },
    });
    // Its own event counts, and another key waits for it.
    const number = await countSettings(tx, { tenantId, workflowId, type: KEY_MADE, name });
    const sealed = sealWebhookKey({ workflowId, name, number }, key);
    const { id } = await keepWebhook(tx, { tenantId, workflowId, name, sealed, by: admin.name });
    return { id, name, url: urlOf(id), key };
  });
}

const urlOf = (id: number) => `${baseUrl()}/api/triggers/${id}`;
