"use client";
import { Icon } from "@/components/ui/icons/icon";
import type { useLive } from "@/components/data/actions";
import { readingFailure } from "@/components/data/get-json";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { RelativeTime } from "@/components/ui/time";

/** Says whether the record is still what the agent saw. Drift is loud; agreement is a quiet line with its time. */
export function LiveLine({ live, again = false }: { live: ReturnType<typeof useLive>; again?: boolean }) {
  const button = (
    <button
      type="button"
      onClick={() => !live.isFetching && void live.refetch()}
      // Not disabled: the focus stays.
      aria-disabled={live.isFetching}
      className="inline-flex min-h-6 items-center gap-1 rounded px-1 text-ink-2 underline-offset-2 hover:underline aria-disabled:opacity-60 max-md:min-h-11"
    >
      <Icon name="refresh-cw" className="size-3" /> {live.isFetching ? "Reading…" : "Read again"}
    </button>
  );
  if (!live.data) {
    return (
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
        {live.isError ? readingFailure(live.error) : "Reading the record from NetSuite…"}
        {button}
      </p>
    );
  }
  const data = live.data;
  if (data.state === "unreadable") {
    return (
      <Loud>
        NetSuite could not be read, so nobody can say whether the record is still what the agent saw:{" "}
        {data.reason} {button}
      </Loud>
    );
  }
  if (data.state === "record_missing")
    return (
      <Loud>
        The record no longer exists in NetSuite.{" "}
        {again
          ? "There is nothing to propose again."
          : "Approving would write nothing, so it is not offered."}{" "}
        {button}
      </Loud>
    );
  return (
    <>
      {data.drifted && (
        <Loud>
          The record changed in NetSuite since this was proposed.{" "}
          {again
            ? "Proposed again, it starts from the value that stands there now."
            : data.why_not_approvable === null
              ? "The write does not depend on that value; the figures here start from the present one."
              : "Approving it would write nothing. The figures here start from the present value: propose it from there, or reject it."}
        </Loud>
      )}
      <p className="flex flex-wrap items-center gap-x-1 text-xs text-ink-3">
        <span>
          Read from NetSuite <RelativeTime iso={data.read_at} />
          {data.last_modified_at && ` · last changed ${data.last_modified_at.slice(0, 10)}`}
          {data.last_modified_by && (
            <>
              {" by "}
              <UntrustedText>{data.last_modified_by}</UntrustedText>
            </>
          )}
        </span>
        {button}
      </p>
    </>
  );
}

function Loud({ children }: { children: React.ReactNode }) {
  return (
    <p
      aria-live="polite"
      className="flex gap-2 rounded-lg bg-warn-soft px-3 py-2 text-sm font-medium text-warn"
    >
      <Icon name="triangle-alert" className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
