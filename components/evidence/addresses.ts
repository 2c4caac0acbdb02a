import type { EvidencePlace } from "@/lib/view/evidence/evidence-words";

/** The address of the evidence file. */
export const evidenceFileHref = ({ kind, id }: EvidencePlace): string =>
  kind === "run" ? `/api/runs/${id}/evidence` : `/api/proposed-actions/${id}/evidence`;
export const evidenceStateHref = ({ kind, id }: EvidencePlace): string =>
  kind === "run" ? `/api/runs/${id}/evidence/state` : `/api/proposed-actions/${id}/evidence/state`;
