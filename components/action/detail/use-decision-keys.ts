"use client";
import { type RefObject, useMemo } from "react";
import { useDecisionFlow } from "@/components/action/decide/decision-flow";
import { useOfferCommands } from "@/components/keyboard/commands";
import { useKeys } from "@/components/keyboard/use-keys";
import type { Guard } from "@/components/ui/hand/use-guard";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { pressedEarly, useEarlyPress } from "./early-press";
import { type DecideName, type PressObstacles, whyNotPressed } from "./press-meaning";

interface DecisionKeys {
  action: ActionSummary;
  /** The id that is chosen now: the pane follows it, and decides nothing in between. */
  currentId: RefObject<number | null>;
  guard: Guard;
  standing: PressObstacles;
  /** False: this viewer decides nothing, and the bar says so. */
  offered: boolean;
}

/**
 * A and R, and the same by button and palette. A key belongs to the action that is in view as it is pressed: it decides that
 * one, or is refused in its bar.
 */
export function useDecisionKeys({ action, currentId, guard, standing, offered }: DecisionKeys) {
  const flow = useDecisionFlow();
  const decide = (name: DecideName): string | void => {
    const chosen = currentId.current;
    if (chosen !== action.id) return chosen === null ? undefined : pressedEarly(chosen, name);
    return name === "approve" ? flow.approve(action, { readWhole: true }) : flow.reject(action);
  };
  const press = (name: DecideName) => {
    if (!offered) return;
    const chosen = currentId.current;
    if (chosen !== null && chosen !== action.id) return pressedEarly(chosen, name);
    const why = whyNotPressed(name, standing);
    // It is new for as long as nothing else speaks against it.
    if (standing.held !== null) guard.refuse(name, standing.held);
    else guard.press(name, () => why ?? decide(name));
  };
  useEarlyPress(action.id, guard);
  useKeys([
    { key: "a", run: () => press("approve") },
    { key: "r", run: () => press("reject") },
  ]);
  const whyNotApproved = whyNotPressed("approve", standing);
  const whyNotRejected = whyNotPressed("reject", standing);
  const commands = useMemo(
    () =>
      !offered
        ? []
        : [
            // Behind the palette nobody reads: it asks with the change in a sentence, at every tier.
            {
              name: `Approve #${action.id}…`,
              key: "a",
              whyNot: whyNotApproved,
              run: () => flow.ask(action),
            },
            {
              name: `Reject #${action.id}…`,
              key: "r",
              whyNot: whyNotRejected,
              run: () => flow.reject(action),
            },
          ],
    [action, flow, offered, whyNotApproved, whyNotRejected],
  );
  useOfferCommands("decide", commands);
  return decide;
}
