"use client";
import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { createContext, useCallback, useContext, useMemo, useRef, useState, type ReactNode } from "react";
import { useDecisions } from "@/components/action/decide/decisions";
import { announce } from "@/components/ui/announcer";
import type { ActionDetail, ActionSummary } from "@/lib/contract/action-view";
import type { LifecycleVerb } from "@/lib/core/action/amend-rules";
import type { LifecycleAnswer } from "./amend-words";
import { sendVerb, type VerbInput } from "./send-verb";

/**
 * From a tap on Edit, Undo and their like to the server's answer, for cards and the detail alike. What needs words opens a
 * dialog; re-proposing and retrying are one tap. One request per action at a time, and nothing is shown before the answer.
 */
const EditDialog = dynamic(() => import("./edit-dialog").then((module) => module.EditDialog), { ssr: false });
const VerbDialog = dynamic(() => import("./verb-dialog").then((module) => module.VerbDialog), { ssr: false });

export type VerbState =
  | { phase: "sending"; verb: LifecycleVerb }
  | { phase: "answered"; verb: LifecycleVerb; answer: LifecycleAnswer };
export type DialogVerb = "undo" | "withdraw" | "cancel";

interface LifecycleFlow {
  states: ReadonlyMap<number, VerbState>;
  edit: (detail: ActionDetail) => void;
  ask: (verb: DialogVerb, action: ActionSummary) => void;
  /** Resolves with the server's answer; null while another request for the same action is on its way. */
  run: (action: ActionSummary, input: VerbInput) => Promise<LifecycleAnswer | null>;
}
type Open = { dialog: "edit"; detail: ActionDetail } | { dialog: DialogVerb; action: ActionSummary } | null;

const FlowContext = createContext<LifecycleFlow | null>(null);

export function LifecycleFlowProvider({ children }: { children: ReactNode }) {
  const [states, setStates] = useState<ReadonlyMap<number, VerbState>>(new Map());
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
      const answer = await sendVerb(action, input);
      inFlight.current.delete(action.id);
      setStates((before) => new Map(before).set(action.id, { phase: "answered", verb, answer }));
      const ended = answer.tone !== "bad" && (verb === "edit" || verb === "withdraw" || verb === "cancel");
      // What has ended leaves its list, as a decision does.
      if (ended) put(action.id, { ...answer, leaves: true });
      else announce(`#${action.id}: ${answer.text}`);
      for (const key of [["action", action.id], ["list"], ["overview"]]) {
        void queries.invalidateQueries({ queryKey: key });
      }
      return answer;
    },
    [put, queries],
  );
  const flow = useMemo<LifecycleFlow>(
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
    <FlowContext.Provider value={flow}>
      {children}
      {open?.dialog === "edit" && <EditDialog detail={open.detail} onClose={close} />}
      {open && open.dialog !== "edit" && (
        <VerbDialog verb={open.dialog} action={open.action} onClose={close} />
      )}
    </FlowContext.Provider>
  );
}

export function useLifecycleFlow(): LifecycleFlow {
  const flow = useContext(FlowContext);
  if (!flow) throw new Error("useLifecycleFlow stands outside its LifecycleFlowProvider");
  return flow;
}
