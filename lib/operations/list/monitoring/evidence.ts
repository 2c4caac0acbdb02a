import { z } from "zod";
import { evidencePeriodSchema, evidenceStateSchema } from "@/lib/contract/monitoring/evidence";
import { exportPeriod } from "@/lib/gateway/evidence/export-period";
import { type EvidenceFile, readEvidenceFile, readEvidenceState } from "@/lib/gateway/evidence/read-evidence";
import { Answer, StreamedAnswer, defineOperation, ok } from "@/lib/operations/frame/operation";

/** Evidence: the sealed bundle of one run or action, and a period's population for auditors. */

const dsse = "application/vnd.dsse.envelope.v1+json";
const ndjson = "application/x-ndjson";
const bundle = {
  200: {
    description:
      "A DSSE envelope around an in-toto statement, for `npm run verify`. Before it is sealed: 409 `not_sealed` with `available_at`.",
    schema: z.string(),
    type: dsse,
  },
};
const refusals = ["not_allowed", "not_found", "not_sealed"] as const;
const attached = (name: string, type: string) => ({
  "content-type": type,
  "content-disposition": `attachment; filename="${name}"`,
});
const asFile = ({ name, text }: EvidenceFile) => new Answer(200, text, attached(name, dsse));

export const evidence = {
  readRunEvidence: defineOperation("GET /api/runs/{id}/evidence", {
    summary: "The sealed evidence bundle of a run as a file",
    answers: bundle,
    refusals,
    verb: async (person, { id }) => asFile(await readEvidenceFile(person, { kind: "run", id })),
  }),
  readActionEvidence: defineOperation("GET /api/proposed-actions/{id}/evidence", {
    summary: "The sealed evidence bundle of a proposed action as a file",
    answers: bundle,
    refusals,
    verb: async (person, { id }) => asFile(await readEvidenceFile(person, { kind: "proposed_action", id })),
  }),
  readRunEvidenceState: defineOperation("GET /api/runs/{id}/evidence/state", {
    summary: "Whether the evidence bundle of a run is sealed, and when it will be",
    answers: ok(evidenceStateSchema),
    refusals: ["not_allowed", "not_found"],
    verb: (person, { id }) => readEvidenceState(person, { kind: "run", id }),
  }),
  readActionEvidenceState: defineOperation("GET /api/proposed-actions/{id}/evidence/state", {
    summary: "Whether the evidence bundle of a proposed action is sealed, and when it will be",
    answers: ok(evidenceStateSchema),
    refusals: ["not_allowed", "not_found"],
    verb: (person, { id }) => readEvidenceState(person, { kind: "proposed_action", id }),
  }),
  exportEvidencePeriod: defineOperation("GET /api/audit/evidence", {
    summary: "What ended in a period: counts, the ends of the sequences, and every bundle with its SHA-256",
    role: "admin",
    query: evidencePeriodSchema,
    answers: { 200: { description: "NDJSON", schema: z.string(), type: ndjson } },
    verb: async (person, period) => {
      const { name, stream } = exportPeriod(person, period);
      return new StreamedAnswer(stream, attached(name, ndjson));
    },
  }),
};
