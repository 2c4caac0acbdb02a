import { keyRing } from "./key-ring";
import { type BoundTo, sealSecret, tryBox } from "./secret-box";

/**
 * A workflow's secrets and the keys of its webhooks, sealed with their name and with how often that one had been set: a box under another
 * name opens as nothing, and so does one that was replaced and that somebody put back (docs/adr/0114).
 */
export interface Setting {
  workflowId: number;
  name: string;
  /** From 1; the newest counts. */
  number: number;
}

export const secretBoundTo = (workflowId: number): BoundTo => `workflow-secret:${workflowId}`;

export const sealWorkflowSecret = (setting: Setting, value: string): string =>
  seal(secretBoundTo(setting.workflowId), setting, value);

/** Null: it was not sealed here for this secret, or another value took its place. */
export const openWorkflowSecret = ({ workflowId, name, number }: Setting, sealed: string): string | null => {
  const opened = open(secretBoundTo(workflowId), name, sealed);
  return opened?.number === number ? opened.value : null;
};

export const webhookKeyBoundTo = (workflowId: number): BoundTo => `webhook-key:${workflowId}`;

export const sealWebhookKey = (setting: Setting, key: string): string =>
  seal(webhookKeyBoundTo(setting.workflowId), setting, key);

/** With its number, which the caller compares once the call is known to be signed. Null: it was not sealed here for this webhook. */
export const openWebhookKey = (
  { workflowId, name }: Omit<Setting, "number">,
  sealed: string,
): { key: string; number: number } | null => {
  const opened = open(webhookKeyBoundTo(workflowId), name, sealed);
  return opened && { key: opened.value, number: opened.number };
};

const seal = (boundTo: BoundTo, { name, number }: Setting, value: string): string =>
  sealSecret(JSON.stringify([name, value, number]), boundTo);

function open(boundTo: BoundTo, name: string, sealed: string): { value: string; number: number } | null {
  const opened = tryBox(sealed, boundTo, keyRing());
  if (!opened) return null;
  const [sealedName, value, number] = JSON.parse(opened.secret) as [string, string, number];
  return sealedName === name ? { value, number } : null;
}
