export interface ScriptLogLine {
  level: "debug" | "audit" | "error" | "emergency";
  title: string;
  details: unknown;
}

/** N/log; lines go to whoever watches the simulator. */
export function createLogModule(write: (line: ScriptLogLine) => void) {
  const at = (level: ScriptLogLine["level"]) => (options: { title: string; details?: unknown }) =>
    write({ level, title: options.title, details: options.details ?? null });
  return { debug: at("debug"), audit: at("audit"), error: at("error"), emergency: at("emergency") };
}
