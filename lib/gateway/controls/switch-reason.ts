import { AppError } from "@/lib/core/errors";

/** The reason without the spaces around it. @throws AppError validation_failed 422 where there is none. */
export function requireReason(text: string): string {
  const reason = text.trim();
  if (reason !== "") return reason;
  throw new AppError(
    "validation_failed",
    "Say why: the reason is shown to everybody and kept in the ledger.",
    {
      issues: [{ path: "reason", message: "must not be empty" }],
    },
  );
}
