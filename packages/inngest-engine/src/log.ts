export type LogLevel = "info" | "warn" | "error";

/** Receives one line of what the engine did. Details hold ids and messages, never payloads or keys. */
export type Log = (level: LogLevel, message: string, details?: Record<string, unknown>) => void;

/** The default: what an operator must see goes to stderr as one JSON line, the rest is dropped. */
export const logProblems: Log = (level, message, details) => {
  if (level !== "info") console.error(JSON.stringify({ level, message, ...details }));
};

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && typeof error.code === "string" ? ` (${error.code})` : "";
  return `${error.message || error.name}${code}`;
}
