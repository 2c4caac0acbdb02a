import type { ActionSummary } from "@/lib/contract/action-view";
import { LongText } from "./long-text";

interface AboutTextsProps {
  action: ActionSummary;
  /** Stands next to them already. */
  besides: string;
  whole?: boolean;
}

/** The customer and the short facts of an action, each after a dot. */
export function AboutTexts({ action, besides, whole = true }: AboutTextsProps) {
  return [action.customer, ...action.details].map(
    (text, index) =>
      text &&
      text !== besides && (
        <span key={index}>
          {" · "}
          <LongText action={action} text={text} whole={whole} endOf="details" />
        </span>
      ),
  );
}
