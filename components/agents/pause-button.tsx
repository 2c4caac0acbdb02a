"use client";
import { lazily } from "@/components/ui/lazily";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import type { PausableAgent } from "./pause-dialogs";

// Their code comes with the first press.
const PauseAgent = lazily(() => import("./pause-dialogs").then((module) => module.PauseAgent));
const ResumeAgent = lazily(() => import("./pause-dialogs").then((module) => module.ResumeAgent));

/** Pauses the agent, or lets a paused one go on. */
export function PauseButton({ agent }: { agent: PausableAgent }) {
  const isPaused = agent.status === "paused";
  const Dialog = isPaused ? ResumeAgent : PauseAgent;
  return (
    <DialogButton
      aria-label={`${isPaused ? "Resume" : "Pause"} ${agent.name}`}
      renderDialog={(onClose) => <Dialog agent={agent} onClose={onClose} />}
    >
      {isPaused ? "Resume…" : "Pause…"}
    </DialogButton>
  );
}
