"use client";
import { Button } from "@/components/ui/button";
import { SecretOnce } from "@/components/ui/secret-once";
import { Sheet, SheetBody, SheetFooter } from "@/components/ui/sheet";
import type { AgentKey } from "@/lib/contract/people";

export function KeyShown({ made, onClose }: { made: AgentKey; onClose: () => void }) {
  return (
    <Sheet open onOpenChange={onClose} closable={false} title={`The key of ${made.agent.name}`}>
      <SheetBody>
        <SecretOnce
          label="The agent sends it as Authorization: Bearer. It can propose and withdraw, never decide."
          value={made.key}
          text="You see this key once; only its hash is kept."
        />
      </SheetBody>
      <SheetFooter>
        <Button tone="solid" onClick={onClose}>
          I have copied it
        </Button>
      </SheetFooter>
    </Sheet>
  );
}
