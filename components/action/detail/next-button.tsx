"use client";
import { GuardedButton } from "@/components/ui/hand/guarded-button";
import type { Guard } from "@/components/ui/hand/use-guard";
import { Kbd } from "@/components/ui/kbd";

/**
 * On to the next action that waits. It decides nothing, but what it brings stands where the last one stood. While nothing
 * waits it keeps its place: a button that comes later moves what stands beside it.
 */
export function NextButton({ guard, onNext }: { guard: Guard; onNext: (() => void) | null }) {
  return (
    <GuardedButton
      guard={guard}
      name="next"
      title="The next one that waits"
      ended={onNext ? null : "Nothing else waits."}
      {...(onNext ? { onPress: onNext } : {})}
    >
      Next <Kbd className="border-current/40! bg-transparent! text-current! opacity-60">N</Kbd>
    </GuardedButton>
  );
}
