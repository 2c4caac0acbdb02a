"use client";
import { useState } from "react";
import { Sheet } from "@/components/ui/sheets/sheet";
import { StepList } from "@/components/ui/sheets/step-list";
import type { AgentView } from "@/lib/contract/agents";
import type { Principal } from "./agent-fields";
import { ChangeAgent } from "./change-agent";
import { RevokeAgent } from "./revoke-agent";
import { RotateKey } from "./rotate-key";

const steps = [
  { key: "rotate", name: "Rotate key…", hint: "A new key; the old one stops at once or after a grace." },
  { key: "change", name: "Change limits…", hint: "How much it may propose, and whom it speaks for." },
  { key: "revoke", name: "Revoke…", hint: "Its keys stop at once, for good." },
] as const;

interface ManageAgentProps {
  agent: AgentView;
  principals: Principal[];
  onClose: () => void;
}

/** One dialog per agent: what can be done, then its question, then its answer. */
export function ManageAgent({ agent, principals, onClose }: ManageAgentProps) {
  const [step, setStep] = useState<(typeof steps)[number] | null>(null);
  switch (step?.key) {
    case "rotate":
      return <RotateKey agent={agent} onClose={onClose} />;
    case "change":
      return <ChangeAgent agent={agent} principals={principals} onClose={onClose} />;
    case "revoke":
      return <RevokeAgent agent={agent} onClose={onClose} />;
    case undefined:
      return (
        <Sheet open onOpenChange={onClose} title={agent.name} description={`Key ${agent.key_prefix}…`}>
          <StepList steps={steps} onChoose={setStep} />
        </Sheet>
      );
  }
}
