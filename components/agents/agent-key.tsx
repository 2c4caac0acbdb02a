"use client";
import { SecretSheet } from "@/components/ui/sheets/secret-sheet";
import type { AgentKey } from "@/lib/contract/people";

export function KeyShown({ made, onClose }: { made: AgentKey; onClose: () => void }) {
  return (
    <SecretSheet
      title={`The key of ${made.agent.name}`}
      label="The agent sends it as Authorization: Bearer. It can propose and withdraw, never decide."
      value={made.key}
      text="You see this key once; only its hash is kept."
      onClose={onClose}
    />
  );
}
