"use client";
import { SecretSheet } from "@/components/ui/sheets/secret-sheet";
import type { AgentKey } from "@/lib/contract/agents";

export function NewKey({ issued, onClose }: { issued: AgentKey; onClose: () => void }) {
  return (
    <SecretSheet
      title={`The key of ${issued.agent.name}`}
      label="The agent sends it as Authorization: Bearer. It can propose and withdraw, never decide."
      value={issued.key}
      text="You see this key once; only its hash is kept."
      onClose={onClose}
    />
  );
}
