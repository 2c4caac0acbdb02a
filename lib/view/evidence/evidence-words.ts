/** Evidence bundles in words, and their addresses. */

import type { EvidenceState } from "@/lib/contract/monitoring/evidence";
import type { BundledDecision, BundledPush } from "@/lib/core/ledger/bundle/files";
import type { BundleSubject } from "@/lib/core/ledger/bundle/statement";
import { formatCount } from "@/lib/view/decimal";

export interface EvidencePlace {
  kind: BundleSubject;
  id: number;
}

/** The address of the page that shows the bundle. */
export const evidenceHref = ({ kind, id }: EvidencePlace): string =>
  kind === "run" ? `/runs/${id}/evidence` : `/proposed-actions/${id}/evidence`;
/** The words for a subject that is not sealed yet. */
export const UNSEALED_WORDS: Record<Exclude<EvidenceState["state"], "sealed">, string> = {
  open: "Everything that happens here is sealed into one signed file at the first checkpoint after its end.",
  waiting: "It has ended. Its evidence is sealed at the next checkpoint, which is due",
  unsigned: "It has ended, and waits: this installation has no key to sign evidence with.",
  refused:
    "It has ended, and its evidence is not sealed: Countersign did not write all of it. Somebody wrote into the database past the app. The ledger’s verification names it as well.",
};

export function sizeText(bytes: number): string {
  return bytes < 1_000_000
    ? `${formatCount(Math.ceil(bytes / 1_000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

const CHANNELS: Readonly<Record<string, string>> = {
  page: "on the page of the action",
  api: "by the API",
  bulk: "together with others",
  policy: "by the policy, under a standing authorisation",
  slack: "in Slack",
  mail: "by mail",
};

/** `Approved by` */
export function decisionVerb({ decision, outcome }: BundledDecision): string {
  if (outcome === "vote_recorded") return "One of several approvals, by";
  return decision === "approve" ? "Approved by" : "Rejected by";
}

/** `on the page of the action, with a second factor` */
export function proofWords({ proof: { channel, step_up: stepUp } }: BundledDecision): string {
  const where = CHANNELS[channel] ?? channel;
  return stepUp ? `${where}, with a second factor for this very payload` : where;
}

/** How the read-back of a line ended. */
export function readbackWords({ readback, status }: BundledPush): string {
  if (!readback) return status === "applied" ? "Nothing was read back." : "Nothing was written to read back.";
  const wrong = readback.fields.filter(({ matches }) => !matches).map(({ field }) => field);
  if (wrong.length === 0)
    return `Read back: ${readback.fields.map(({ field }) => field).join(", ")} as approved.`;
  return `Read back: ${wrong.join(", ")} not as approved.`;
}
