"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { announce } from "@/components/ui/announcer";
import { useSubmission } from "@/components/ui/forms/use-submission";
import { act } from "@/lib/operations/act";
import { versionHref } from "@/lib/view/workflows/version-choice";
import { WORKFLOWS_KEY, workflowKey } from "@/components/workflows/queries";

/** Stores a text and shows the version that it became. `onStored` is called before, while the editor is still in view. */
export function useStoreVersion(onStored: () => void) {
  const router = useRouter();
  const queries = useQueryClient();
  const submission = useSubmission();
  const store = async (source: string, workspace: string | undefined) => {
    const form = new FormData();
    form.set("workspace", workspace ?? "");
    const stored = await submission.send(
      () => act("storeVersion", { source, ...(workspace === undefined ? {} : { workspace }) }),
      form,
    );
    if (!stored) return;
    announce(
      `Version ${stored.number} of ${stored.name} is stored. It is not in force until it is published.`,
    );
    void queries.invalidateQueries({ queryKey: WORKFLOWS_KEY });
    void queries.invalidateQueries({ queryKey: workflowKey(stored.id) });
    router.push(versionHref(stored.id, { version: stored.number, from: null, to: null }));
    onStored();
  };
  return { submission, store };
}
