import { Icon } from "@/components/ui/icons/icon";
import { EmptyState } from "@/components/ui/states";
import type { JobsSource } from "@/lib/contract/monitoring/jobs";

/** Instead of jobs, where this installation keeps none: where they are looked at, or why there are none. */
export function SourceNote({ source }: { source: Exclude<JobsSource, { kind: "embedded" }> }) {
  if (source.kind === "none")
    return (
      <EmptyState
        title="No Inngest is configured"
        text="Nothing carries work for this installation: approved writes wait. Set INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY, or start it with npm start, which brings an engine along."
      />
    );
  return (
    <EmptyState
      title="Inngest keeps these jobs"
      text="This installation's work is carried by an Inngest of its own, whose dashboard shows every job with its steps, attempts and errors. It asks for its own sign-in. To find a job there, choose its function and the time; its event names the action or push by id."
    >
      <a
        href={source.url}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-[38px] items-center gap-2 rounded-lg border border-solid bg-solid px-3.5 text-sm font-medium text-on-solid max-md:min-h-11"
      >
        Open Inngest’s dashboard <Icon name="external-link" className="size-4" />
      </a>
    </EmptyState>
  );
}
