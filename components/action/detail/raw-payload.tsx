import { UntrustedText } from "@/components/ui/untrusted-text";
import type { ActionDetail } from "@/lib/contract/action-view";

/** The very text that is hashed and executed; line breaks are the screen's own. */
export function RawPayload({ detail }: { detail: ActionDetail }) {
  return (
    <div className="grid gap-2">
      <p className="text-xs text-ink-3">
        The exact text that is hashed and executed. SHA-256{" "}
        <span className="font-mono break-all">{detail.payload_hash}</span>
      </p>
      <pre
        className="rounded-[9px] border bg-panel p-3 font-mono text-xs leading-5 break-all whitespace-pre-wrap"
        data-testid="payload-text"
      >
        <UntrustedText>{detail.payload_text}</UntrustedText>
      </pre>
    </div>
  );
}
