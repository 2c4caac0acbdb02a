"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { announce } from "@/components/ui/announcer";
import { SelectField } from "@/components/ui/forms/select-field";
import type { AgentKey, AgentView } from "@/lib/contract/agents";
import { act } from "@/lib/operations/act";
import { NewKey } from "./new-key";
import { FormSheet } from "@/components/ui/sheets/form-sheet";

const graces = [
  { value: "0", name: "At once: whatever uses it fails until it has the new one" },
  { value: "1", name: "In one hour" },
  { value: "8", name: "In eight hours" },
  { value: "24", name: "In a day" },
];

export function RotateKey({ agent, onClose }: { agent: AgentView; onClose: () => void }) {
  const router = useRouter();
  const [issued, setIssued] = useState<AgentKey | null>(null);
  const send = (form: FormData) =>
    act("rotateAgentKey", { id: agent.id, grace_hours: Number(form.get("grace_hours")) });
  const done = (result: AgentKey) => {
    announce(`${agent.name} has a new key.`);
    router.refresh();
    setIssued(result);
  };
  if (issued) return <NewKey issued={issued} onClose={onClose} />;
  return (
    <FormSheet
      title={`Rotate the key of ${agent.name}?`}
      description="You see the new key once. A leaked key is stopped at once; a planned change may leave time."
      failed="The key was not changed"
      press="Rotate key"
      pressed="Rotating…"
      tone="danger"
      send={send}
      onDone={done}
      onClose={onClose}
    >
      <SelectField
        id="grace"
        name="grace_hours"
        label={`The present key (${agent.key_prefix}…) stops`}
        options={graces}
        data-focus-first
      />
    </FormSheet>
  );
}
