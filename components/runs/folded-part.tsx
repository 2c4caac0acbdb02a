"use client";
import { Fragment } from "react";
import { ClockTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { AttemptView } from "@/lib/contract/workflows/runs";
import { attemptWords } from "@/lib/view/runs/attempt-words";
import { measuredText } from "@/lib/view/time";

interface FoldedPartProps {
  attempts?: readonly AttemptView[];
  /** Hashes by the names of their values. */
  hashes?: Readonly<Record<string, string>>;
}

/** A part that opens on request: a step's attempts, or the hashes of values that are not shown here. */
export function FoldedPart({ attempts = [], hashes = {} }: FoldedPartProps) {
  return attempts.length > 0 ? <Attempts attempts={attempts} /> : <Hashes hashes={hashes} />;
}

function Hashes({ hashes }: Required<Pick<FoldedPartProps, "hashes">>) {
  return (
    <dl className="mt-1 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-0.5 rounded-lg bg-sunken p-3 font-mono text-2xs">
      {Object.entries(hashes).map(([name, hash]) => (
        <Fragment key={name}>
          <dt className="text-ink-3">
            <UntrustedText>{name}</UntrustedText>
          </dt>
          <dd className="min-w-0 break-all">{hash}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Lists the attempts that ended: when each began and how long it took, its error, and when the next one could begin. */
function Attempts({ attempts }: { attempts: readonly AttemptView[] }) {
  return (
    <ol className="mt-1 grid divide-y rounded-lg bg-sunken px-3 py-1.5" aria-label="Attempts, oldest first">
      {attempts.map((one) => (
        <li key={one.attempt} data-attempt={one.attempt} className="grid gap-0.5 py-1.5">
          <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5 text-ink-2">
            <span className="font-mono text-ink-3">{one.attempt}</span>
            <span className="font-medium text-ink">{attemptWords(one)}</span>
            <Times attempt={one} />
            {one.next_eligible_at !== null && (
              <span>
                next from <ClockTime iso={one.next_eligible_at} className="font-mono" />
              </span>
            )}
            <span className="text-ink-3">
              worker <span className="font-mono">{one.worker.slice(0, workerLength)}</span>
            </span>
          </p>
          {one.error && (
            <p className="break-words text-ink-2">
              <span className="font-mono text-ink-3">{one.error.code}</span>{" "}
              <UntrustedText>{one.error.message}</UntrustedText>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Enough to tell workers apart. */
const workerLength = 8;

function Times({ attempt: { started_at: began, ended_at: ended } }: { attempt: AttemptView }) {
  if (began === null)
    return (
      <span>
        until <ClockTime iso={ended} className="font-mono" />
      </span>
    );
  return (
    <span>
      <ClockTime iso={began} className="font-mono" />, took{" "}
      <span className="font-mono">{measuredText(Math.max(0, Date.parse(ended) - Date.parse(began)))}</span>
    </span>
  );
}
