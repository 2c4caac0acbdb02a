"use client";
import { useQueryClient } from "@tanstack/react-query";
import { latestApproval, ownDecisions } from "@/components/action/decide/take-back/own-decisions";
import { actionKey, readRow } from "@/components/data/actions";
import { useViewer } from "@/components/data/viewer";
import { useCommands } from "@/components/keyboard/commands";
import { useKeys } from "@/components/keyboard/use-keys";
import { announce } from "@/components/ui/announcer";
import { useAmendFlow } from "./amend-context";
import { offersOf } from "./amend-words";

const KEY = "u";

/**
 * U, where nothing can be taken back any more: undoes the action on screen if that was applied, else one's own latest
 * approval.
 */
export function UndoKey() {
  const commands = useCommands();
  const latest = latestApproval(ownDecisions.use());
  const { role } = useViewer();
  const { ask } = useAmendFlow();
  const queries = useQueryClient();
  const undoLatest = async (id: number) => {
    const detail = await queries
      .fetchQuery({ queryKey: actionKey(id), queryFn: () => readRow(id), staleTime: 0 })
      .catch(() => null);
    if (!detail) return announce(`#${id} could not be read.`);
    const offer = offersOf(detail, role).find(({ verb }) => verb === "undo");
    if (offer?.whyNot === null) ask("undo", detail);
    else announce(`#${id}: ${offer?.whyNot ?? detail.may.undo.why ?? "It cannot be undone."}`);
  };
  useKeys([
    {
      key: KEY,
      run: () => {
        const offered = commands.find(({ key }) => key === KEY);
        if (offered) offered.run();
        else if (latest) void undoLatest(latest.id);
      },
    },
  ]);
  return null;
}
