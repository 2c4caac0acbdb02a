/** This room offers what can be done with an action besides deciding it. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { actionKey } from "@/components/data/actions";
import { useCallback, useMemo, useRef, useState, type ReactNode } from "react";
import { useDecisions } from "@/components/action/decide/decisions";
import { NOT_LOADED } from "@/components/action/decide/outcome";
import { announce } from "@/components/ui/announcer";
import { lazyDialog } from "@/components/ui/sheets/lazy-dialog";
import type { ActionDetail, ActionSummary } from "@/lib/contract/actions/action-view";
import { AmendContext, type AmendFlow, type AmendState } from "./amend-context";
import type { DialogVerb } from "./dialog-verbs";
import type { VerbResult, VerbInput } from "./send-verb";

/**
 * From a tap on Edit, Undo and their like to the server's answer, for cards and the detail alike. A verb that takes words
 * opens a dialog, and so does proposing again; retrying is one tap. One request per action at a time, and nothing is shown before
 * the answer.
 */
const EditDialog = lazyDialog(() => import("./edit-dialog").then((module) => module.EditDialog));
const VerbDialog = lazyDialog(() => import("./verb-dialog").then((module) => module.VerbDialog));

const ReproposeDialog = lazyDialog(() =>
  import("./repropose-dialog").then((module) => module.ReproposeDialog),
);
/** Sends it with code that comes with the first of them. */
async function sendOnceLoaded(action: ActionSummary, input: VerbInput): Promise<VerbResult> {
  const code = await import("./send-verb").catch(() => null);
  if (code) return code.sendVerb(action, input);
  const { code: name, text: detail } = NOT_LOADED;
  const problem = { type: "about:blank", title: "Not sent", status: 0, code: name, detail };
  return { answered: { ok: false, problem }, answer: { ...NOT_LOADED, versionId: null } };
}

type Open =
  | { dialog: "edit"; detail: ActionDetail }
  | { dialog: DialogVerb | "repropose"; action: ActionSummary }
  | null;

export function AmendFlowProvider({ children }: { children: ReactNode }) {
  const [states, setStates] = useState<ReadonlyMap<number, AmendState>>(new Map());
  const [open, setOpen] = useState<Open>(null);
  const inFlight = useRef(new Set<number>());
  const queries = useQueryClient();
  const { put } = useDecisions();

  const run = useCallback(
    async (action: ActionSummary, input: VerbInput) => {
      if (inFlight.current.has(action.id)) return null;
      inFlight.current.add(action.id);
      const { verb } = input;
      setStates((before) => new Map(before).set(action.id, { phase: "sending", verb }));
      const { answered, answer } = await sendOnceLoaded(action, input);
      inFlight.current.delete(action.id);
      setStates((before) => new Map(before).set(action.id, { phase: "answered", verb, answer }));
      const supersedes = verb === "edit" || (verb === "repropose" && action.status === "pending");
      const ended = answered.ok && (supersedes || verb === "withdraw" || verb === "cancel");
      // An action that has ended leaves its list, as after a decision.
      if (ended) put(action.id, { ...answer, leaves: true });
      else announce(`#${action.id}: ${answer.text}`);
      for (const key of [actionKey(action.id), ["list"], ["overview"], ["notices"]]) {
        void queries.invalidateQueries({ queryKey: key });
      }
      return answered;
    },
    [put, queries],
  );
  const flow = useMemo<AmendFlow>(
    () => ({
      states,
      run,
      edit: (detail) => setOpen({ dialog: "edit", detail }),
      ask: (dialog, action) => setOpen({ dialog, action }),
    }),
    [states, run],
  );
  const close = () => setOpen(null);
  return (
    <AmendContext value={flow}>
      {children}
      {open?.dialog === "edit" && <EditDialog detail={open.detail} onClose={close} />}
      {open?.dialog === "repropose" && <ReproposeDialog action={open.action} onClose={close} />}
      {open && open.dialog !== "edit" && open.dialog !== "repropose" && (
        <VerbDialog verb={open.dialog} action={open.action} onClose={close} />
      )}
    </AmendContext>
  );
}
