"use client";
import { useRouter } from "next/navigation";
import { ConfirmSheet } from "@/components/ui/sheets/confirm-sheet";
import type { AgentView } from "@/lib/contract/agents";
import { act } from "@/lib/operations/act";
import { countWords } from "@/lib/view/words";

export function RevokeAgent({ agent, onClose }: { agent: AgentView; onClose: () => void }) {
  const router = useRouter();
  const waiting =
    agent.pending === 0
      ? "None of its proposals waits."
      : `What it proposed (${countWords(agent.pending, "proposal")} waiting) stays in the inbox, to be decided or rejected.`;
  return (
    <ConfirmSheet
      title={`Revoke ${agent.name}?`}
      sentence={`Its keys are nobody's from its next call on, and neither it nor its name comes back. ${waiting}`}
      press="Revoke"
      send={() => act("revokeAgent", { id: agent.id })}
      tone="danger"
      onAnswer={() => {
        router.refresh();
        return `${agent.name} is revoked.`;
      }}
      onClose={onClose}
    />
  );
}
