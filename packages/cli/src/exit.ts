/** The exit codes, which scripts rely on. */
export const EXIT = {
  done: 0,
  /** No answer, or a fault of ours. */
  fault: 1,
  /** Wrong arguments, or fields that are not valid: the message names them. */
  usage: 2,
  rejected: 3,
  /** It ended otherwise than by a decision: expired, withdrawn, superseded, stale, failed, cancelled. */
  ended: 4,
  pending: 5,
  /** Countersign, or this command for your safety, refused. */
  refused: 6,
  /** The file was read, and is not the evidence that was signed. */
  evidenceFalse: 7,
} as const;

export const EXIT_HELP = `
Exit codes: 0 done · 1 fault · 2 wrong arguments or fields · 3 rejected · 4 expired, withdrawn, superseded, stale ·
5 still pending · 6 refused · 7 evidence false`;

/** Ends a command with a message of its own. */
export class Stop extends Error {
  constructor(
    readonly exit: number,
    message: string,
    /** The arguments or fields that are wrong. */
    readonly errors: readonly { path: string; message: string }[] = [],
  ) {
    super(message);
  }
}

export function exitOfStatus(status: string): number {
  if (status === "pending") return EXIT.pending;
  if (status === "rejected") return EXIT.rejected;
  return status === "approved" || status === "applied" ? EXIT.done : EXIT.ended;
}
