import type { BundledQuestion } from "@/lib/core/ledger/bundle/files";

/** The answers to a question, as a part of its evidence gives them. */
export const SAID_WORDS: Readonly<Record<string, string>> = {
  answer: "Answer",
  correction: "Correction",
  retraction: "Taken back",
};

const ends: Readonly<Record<string, string>> = {
  responded: "Answered",
  timeout: "Nobody answered in time",
  pending: "Open",
};

export const endOfQuestion = ({
  status,
  cancelled_by: by,
}: Pick<BundledQuestion, "status" | "cancelled_by">): string =>
  by === null ? (ends[status] ?? status) : `Cancelled by ${by}`;
