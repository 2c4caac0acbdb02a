import { isPassingFault } from "@/db/passing-faults";
import { describeError, log } from "@/lib/log";

/**
 * Writes how a request or a question ended. Where that cannot be kept, for a reason that nobody foresaw, `without` is kept: the same
 * end without its result. A receipt that stayed open would have it sent again, for the same answer. Returns what was kept.
 */
export async function keepEnd<End>(
  end: End,
  without: End,
  write: (end: End) => Promise<unknown>,
): Promise<End> {
  try {
    await write(end);
    return end;
  } catch (error) {
    if (isPassingFault(error)) throw error;
    log.error({ error: describeError(error) }, "An answer could not be kept");
    await write(without);
    return without;
  }
}

export const NOT_KEPT = {
  code: "answer_not_kept",
  message: "An answer came, and could not be kept; the log says why.",
};
