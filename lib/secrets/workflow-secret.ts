import { keyRing } from "./key-ring";
import { type BoundTo, openSecret, sealSecret, tryBox } from "./secret-box";

export const secretBoundTo = (workflowId: number): BoundTo => `workflow-secret:${workflowId}`;

/** With its name: a box under another name of the same workflow opens as nothing. */
export const sealWorkflowSecret = (workflowId: number, name: string, value: string): string =>
  sealSecret(JSON.stringify([name, value]), secretBoundTo(workflowId));

/** @throws Error for a box that was sealed for another workflow or name. */
export function openWorkflowSecret(workflowId: number, name: string, sealed: string): string {
  const [sealedName, value] = JSON.parse(openSecret(sealed, secretBoundTo(workflowId))) as [string, string];
  if (sealedName !== name) throw new Error("this secret was sealed under another name");
  return value;
}

export const webhookKeyBoundTo = (workflowId: number): BoundTo => `webhook-key:${workflowId}`;

/** With the webhook's name, as a secret. */
export const sealWebhookKey = (workflowId: number, name: string, key: string): string =>
  sealSecret(JSON.stringify([name, key]), webhookKeyBoundTo(workflowId));

/** Null: it was not sealed here for this webhook. */
export function openWebhookKey(workflowId: number, name: string, sealed: string): string | null {
  const opened = tryBox(sealed, webhookKeyBoundTo(workflowId), keyRing());
  if (!opened) return null;
  const [sealedName, key] = JSON.parse(opened.secret) as [string, string];
  return sealedName === name ? key : null;
}
