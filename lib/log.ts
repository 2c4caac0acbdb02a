import pino from "pino";

/**
 * Structured logs. Never a payload, a prompt, a token or a secret: ids, codes and durations only. The redaction below is
 * a second line for what slips through, not a licence.
 */
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
