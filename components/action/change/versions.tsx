import { Fragment } from "react";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { VersionLink } from "./version-link";

type Versioned = Pick<ActionSummary, "supersedes_id" | "superseded_by_id" | "undo_of_id"> & {
  undone_by_id?: number | null;
};

/** The versions before and after an action, each a link. */
export function Versions({ action, separator = "" }: { action: Versioned; separator?: string }) {
  const links = [
    { id: action.undo_of_id, words: "undo of" },
    { id: action.supersedes_id, words: "replaces" },
    { id: action.superseded_by_id, words: "replaced by" },
    { id: action.undone_by_id ?? null, words: "undone by" },
  ].filter((link): link is { id: number; words: string } => link.id !== null);
  return (
    <>
      {links.map(({ id, words }) => (
        <Fragment key={words}>
          {separator}
          <VersionLink id={id} words={`${words} #${id}`} />
        </Fragment>
      ))}
    </>
  );
}
