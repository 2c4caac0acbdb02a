import pino from "pino";

/**
 * Structured logs. Never a payload, a prompt, a token or a secret: ids, codes and durations only. The redaction below is
 * a second line for what slips through, not a licence.
 */
/**
 * An error for a log line: its kind, its own words without the parameters a database error carries, and where it arose.
 * Parameters can be payloads.
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

export const log = pino({
  level: process.env.LOG_LEVEL ?? "info",
  base: { service: "countersign" },
  timestamp: pino.stdTimeFunctions.isoTime,
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
});
