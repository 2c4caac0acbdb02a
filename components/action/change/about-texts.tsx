import { Fragment } from "react";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { LongText } from "./long-text";

interface AboutTextsProps {
  action: ActionSummary;
  /** Stands next to them already. */
  besides: string;
  whole?: boolean;
}

/** The customer and the short facts of an action, each after a dot. A text of the payload has an edge, which it cannot forge. */
export function AboutTexts({ action, besides, whole = true }: AboutTextsProps) {
  const customer = { words: "", text: action.customer };
  return [customer, ...action.about].map(({ words, text }, index) => {
    if (words === "" && (text === null || text === besides)) return null;
    return (
      <Fragment key={index}>
        {" · "}
        {words}
        {words !== "" && text !== null && " "}
        {text !== null && <LongText action={action} text={text} whole={whole} endOf="details" edge />}
      </Fragment>
    );
  });
}
