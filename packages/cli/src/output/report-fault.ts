import { ApiError, CountersignError } from "@countersign/sdk";
import { EXIT, Stop } from "../exit.js";
import type { Io } from "../io.js";
import { plain } from "./plain.js";

/** Faults in words or as JSON on stderr, and the exit code of each. */

interface Fault {
  exit: number;
  error: {
    kind: string;
    code: string | null;
    message: string;
    errors: readonly { path: string; message: string }[];
  };
  correlationId?: string | null;
}

export function reportFault(
  io: Io,
  error: unknown,
  options: { json: boolean; inOptions?: (path: string) => string },
): number {
  const fault = faultOf(error);
  const errors = fault.error.errors.map(({ path, message }) => ({
    path: options.inOptions?.(path) ?? path,
    message,
  }));
  if (options.json) {
    const { kind, code, message } = fault.error;
    const id = fault.correlationId ? { correlation_id: fault.correlationId } : {};
    io.err(JSON.stringify({ error: { kind, code, message, errors, ...id } }));
    return fault.exit;
  }
  io.err(`countersign: ${plain(fault.error.message)}`);
  for (const { path, message } of errors) io.err(`  ${plain(path)} ${plain(message)}`);
  if (fault.correlationId) io.err(`  quote ${plain(fault.correlationId)} when you ask about it`);
  return fault.exit;
}

function faultOf(error: unknown): Fault {
  if (error instanceof Stop)
    return {
      exit: error.exit,
      error: { kind: "command", code: null, message: error.message, errors: error.errors },
    };
  if (error instanceof ApiError) {
    const { code, errors, problem, status, correlationId } = error;
    const kind = "refused";
    return {
      exit: exitOfRefusal(status, errors.length),
      error: { kind, code, message: problem.detail, errors },
      correlationId,
    };
  }
  if (error instanceof CountersignError)
    return {
      exit: EXIT.fault,
      error: { kind: kinds[error.name] ?? "fault", code: codeOf(error), message: error.message, errors: [] },
    };
  if (error instanceof Error && error.name === "AbortError")
    return {
      exit: EXIT.fault,
      error: { kind: "aborted", code: null, message: "Interrupted; nothing was withdrawn.", errors: [] },
    };
  const message = `Something went wrong in this command: ${error instanceof Error ? error.message : String(error)}`;
  return { exit: EXIT.fault, error: { kind: "fault", code: null, message, errors: [] } };
}

const kinds: Record<string, string> = {
  ConnectionError: "connection",
  UnexpectedAnswerError: "unexpected_answer",
  ConfigError: "configuration",
};

const codeOf = (error: CountersignError): string | null => (error as { fault?: string }).fault ?? null;

/** A field that is wrong is the caller's argument; everything else that is refused is not. */
function exitOfRefusal(status: number, errors: number): number {
  if (status >= 500) return EXIT.fault;
  return errors > 0 && (status === 400 || status === 422) ? EXIT.usage : EXIT.refused;
}
