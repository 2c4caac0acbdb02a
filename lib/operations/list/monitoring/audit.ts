import { z } from "zod";
import {
  auditStateSchema,
  auditVerifySchema,
  checkpointListSchema,
  checkpointsQuerySchema,
  eventListSchema,
  eventsQuerySchema,
  verifyBodySchema,
  verifyQuerySchema,
} from "@/lib/contract/monitoring/audit";
import { exportCheckpoints, exportLedger } from "@/lib/gateway/ledger/export-ledger";
import { readAuditState, readCheckpoints, readEvents } from "@/lib/gateway/ledger/read-audit";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { StreamedAnswer, defineOperation, ok } from "@/lib/operations/frame/operation";

/** The proof of the ledger: verifying, checkpoints, events, and files to take away. */

const ndjson = "application/x-ndjson";
const file = (description: string) => ({ 200: { description, schema: z.string(), type: ndjson } });
const asFile = ({ stream, name }: { stream: ReadableStream<Uint8Array>; name: string }) =>
  new StreamedAnswer(stream, {
    "content-type": ndjson,
    "content-disposition": `attachment; filename="${name}"`,
  });

export const audit = {
  verifyLedger: defineOperation("GET /api/audit/verify", {
    summary: "Replay the ledger against its rows and its signed checkpoints",
    role: "admin",
    query: verifyQuerySchema,
    answers: ok(auditVerifySchema),
    verb: (person, request) => verifyLedger(person, request),
  }),
  verifyLedgerAgainst: defineOperation("POST /api/audit/verify", {
    summary: "The same, and whether the ledger still leads to a checkpoint that was exported earlier",
    role: "admin",
    body: verifyBodySchema,
    example: { mode: "full" },
    answers: ok(auditVerifySchema),
    verb: (person, request) => verifyLedger(person, request),
  }),
  readAuditState: defineOperation("GET /api/audit", {
    summary: "The last verifications, the newest checkpoint, and whether checkpoints are missed",
    role: "admin",
    answers: ok(auditStateSchema),
    verb: (person) => readAuditState(person),
  }),
  readEvents: defineOperation("GET /api/audit/events", {
    summary: "Events of the ledger, newest first",
    role: "admin",
    query: eventsQuerySchema,
    answers: ok(eventListSchema),
    verb: (person, query) => readEvents(person, query),
  }),
  readCheckpoints: defineOperation("GET /api/audit/checkpoints", {
    summary: "Signed checkpoints, newest first",
    role: "admin",
    query: checkpointsQuerySchema,
    answers: ok(checkpointListSchema),
    verb: (person, query) => readCheckpoints(person, query),
  }),
  exportCheckpoints: defineOperation("GET /api/audit/checkpoints/export", {
    summary: "Every checkpoint as a file, one a line, oldest first",
    role: "admin",
    answers: file("NDJSON"),
    verb: async (person) => asFile(exportCheckpoints(person)),
  }),
  exportLedger: defineOperation("GET /api/audit/export", {
    summary: "The ledger with the rows that it speaks about as a file, for `npm run verify`",
    role: "admin",
    answers: file("NDJSON"),
    verb: async (person) => asFile(exportLedger(person)),
  }),
};
