import { randomUUID } from "node:crypto";
import pino from "pino";
import { currentCorrelation } from "./correlation";

/*
 * Structured logs: ids, codes and durations only, never a payload, a prompt, a token or a secret. The redaction below
 * is only a safety net for mistakes.
 */

/**
 * An error for a log line: name, code, message and stack. It omits the parameters of a database error, because they can
 * be payloads.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const frames = error.stack?.split("\n").filter((line) => line.trimStart().startsWith("at ")) ?? [];
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  const cause = error.cause instanceof Error ? { cause: describeError(error.cause) } : {};
  // Postgres puts values into `detail`; Drizzle puts the statement and its parameters into the message.
  const message = error.message.split(/\n|Failed query:/)[0]!.slice(0, 300) || "a database statement failed";
  return { name: error.name, ...code, message, at: frames.slice(0, 6).map((line) => line.trim()), ...cause };
}

/** A logger that adds the current correlation id to every line. Tests pass a `destination`. */
export function createLog(destination?: pino.DestinationStream, level = process.env.LOG_LEVEL ?? "info") {
  const options: pino.LoggerOptions = {
    level,
    base: { service: "countersign" },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: correlationFields,
    redact: {
      paths: [
        "*.authorization",
        "*.cookie",
        "*.password",
        "*.token",
        "*.secret",
        "*.edit_token",
        "*.payload",
        "*.payload_json",
      ],
      censor: "[redacted]",
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** The correlation id outside requests and jobs. It groups the lines that one process writes at its start. */
const processId = `process-${randomUUID()}`;

function correlationFields(): Record<string, string> {
  const current = currentCorrelation();
  if (!current) return { correlation_id: processId };
  return {
    correlation_id: current.correlationId,
    ...(current.traceId ? { trace_id: current.traceId } : {}),
    ...(current.requestId ? { request_id: current.requestId } : {}),
  };
}

export const log = createLog();
