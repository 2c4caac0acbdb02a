import { UntrustedText } from "@/components/ui/untrusted-text";
import type { JobDetail } from "@/lib/contract/monitoring/jobs";

/** The value that a job or a step returned, folded; or the reason why it is not shown. */
export function ValueBox({ name, output }: { name: string; output: JobDetail["output"] }) {
  if (output.shown === "withheld")
    return (
      <p className="text-xs text-ink-3">
        Its result is not shown: a scheduled job serves every company of this installation.
      </p>
    );
  if (output.shown === "too_large")
    return <p className="text-xs text-ink-3">Its result is too large to be shown here.</p>;
  if (output.value === null || output.value === undefined) return null;
  return (
    <details className="text-sm">
      <summary className="w-fit rounded text-xs text-ink-2 underline-offset-2 hover:underline max-md:py-3">
        {name}
      </summary>
      <pre className="mt-1 max-h-80 overflow-y-auto rounded-lg bg-sunken p-3 font-mono text-xs leading-5 break-all whitespace-pre-wrap">
        <UntrustedText>{JSON.stringify(output.value, null, 2)}</UntrustedText>
      </pre>
    </details>
  );
}
