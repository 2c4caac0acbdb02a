import { countWords } from "@/lib/view/words";

/** `120 actions of the last 30 days`: the ones that a preview looked at. */
export const lookedAtWords = ({ looked_at, complete }: { looked_at: number; complete: boolean }): string =>
  `${countWords(looked_at, "action")} of the last 30 days${complete ? "" : " (the newest; there are more)"}`;
