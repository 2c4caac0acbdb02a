"use client";
import { useState } from "react";
import { useMounted } from "@/components/state/use-mounted";
import { Button } from "@/components/ui/button";
import type { Factor } from "@/lib/contract/actions/decision";
import { type PasskeySubject, hasPasskeySupport, promptPasskey } from "./prompt-passkey";

export interface PasskeyButtonProps {
  /** The one thing that the signature is good for. */
  about: PasskeySubject;
  /** The words on the button: `Approve with a passkey`. */
  press: string;
  disabled?: boolean;
  onFactor: (factor: Factor) => void;
}

/** Takes a passkey in the place of a code. */
export function PasskeyButton({ about, press, disabled = false, onFactor }: PasskeyButtonProps) {
  const mounted = useMounted();
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (!mounted || !hasPasskeySupport()) return null;
  const ask = async () => {
    setAsking(true);
    setRefusal(null);
    const prompted = await promptPasskey(about).catch(() => null);
    setAsking(false);
    if (prompted?.ok) return onFactor(prompted.factor);
    setRefusal(prompted?.words ?? "The server could not be reached. Check the connection and try again.");
  };
  return (
    <div className="grid gap-1.5">
      <p className="flex items-center gap-3 text-xs text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button className="min-h-10 max-md:min-h-11" disabled={disabled || asking} onClick={() => void ask()}>
        {asking ? "Waiting for your passkey…" : press}
      </Button>
      {refusal && (
        <p role="alert" className="text-xs font-medium text-bad">
          {refusal}
        </p>
      )}
    </div>
  );
}
