"use client";
import { useSteppedUp } from "@/components/step-up/stepped-up";
import { FormSheet } from "@/components/ui/sheets/form-sheet";
import type { AgentView } from "@/lib/contract/people/agents";
import { act } from "@/lib/operations/act";

export type PausableAgent = Pick<AgentView, "id" | "name" | "status">;

interface PauseProps {
  agent: PausableAgent;
  onClose: () => void;
}

export function PauseAgent({ agent, onClose }: PauseProps) {
  return (
    <FormSheet
      asks
      title={`Pause ${agent.name}?`}
      description="From its next call on it proposes nothing, asks nobody and begins no run, until an administrator resumes it with a code. It still reads and withdraws what it proposed. What waits stays in the inbox to be decided, and what was approved is still written."
      press="Pause"
      tone="danger"
      refreshes
      send={() => act("pauseAgent", { id: agent.id })}
      done={() => `${agent.name} is paused.`}
      onClose={onClose}
    />
  );
}

export function ResumeAgent({ agent, onClose }: PauseProps) {
  const steppedUp = useSteppedUp();
  return (
    <FormSheet
      asks
      title={`Resume ${agent.name}?`}
      description="It proposes again from its next call on, within its limits."
      press="Resume"
      refreshes
      send={() => steppedUp("resumeAgent", { id: agent.id }, `Let ${agent.name} propose again`)}
      done={() => `${agent.name} proposes again.`}
      onClose={onClose}
    />
  );
}
