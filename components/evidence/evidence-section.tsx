/** This room shows evidence bundles: whether one is sealed, and its contents in plain English. */
"use client";
import Link from "next/link";
import { useRead } from "@/components/data/use-read";
import { Definitions } from "@/components/ui/definitions";
import { Icon } from "@/components/ui/icons/icon";
import { RelativeTime } from "@/components/ui/time";
import type { EvidenceState } from "@/lib/contract/monitoring/evidence";
import {
  type EvidencePlace,
  UNSEALED_WORDS,
  evidenceHref,
  sizeText,
} from "@/lib/view/evidence/evidence-words";
import { evidenceFileHref, evidenceStateHref } from "./addresses";
import { FileLink } from "./file-link";

interface EvidenceSectionProps {
  place: EvidencePlace;
  /** Absent: it is read first. */
  initial?: EvidenceState;
}

/** How the evidence of a run or an action stands; a sealed one is read and taken away from here. */
export function EvidenceSection({ place, initial }: EvidenceSectionProps) {
  const query = useRead<EvidenceState>(["evidence", place.kind, place.id], evidenceStateHref(place), {
    refetchInterval: ({ state }) => (isSettled(state.data?.state) ? false : 10_000),
    ...(initial && { initialData: initial }),
  });
  const state = query.data;
  if (!state)
    return (
      <p className="text-sm text-ink-2">
        {query.isError
          ? "It could not be read whether the evidence is sealed."
          : "Reading whether it is sealed…"}
      </p>
    );
  return (
    <div className="grid gap-3" data-testid="evidence" data-state={state.state}>
      {state.sealed ? <Sealed place={place} sealed={state.sealed} /> : <Unsealed state={state} />}
    </div>
  );
}

/** Neither a sealed bundle nor a row that somebody wrote changes any more. */
const isSettled = (state: EvidenceState["state"] | undefined): boolean =>
  state === "sealed" || state === "refused";

export function Unsealed({ state: { state, available_at: at, faults } }: { state: EvidenceState }) {
  if (state === "refused")
    return (
      <div className="grid gap-2 text-sm text-bad">
        <p>{UNSEALED_WORDS.refused}</p>
        <ul className="grid list-disc gap-1 pl-5">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      </div>
    );
  return (
    <p className="flex items-start gap-2 text-sm text-ink-2">
      <Icon name="hourglass" className="mt-0.5 size-4 shrink-0" />
      <span>
        {UNSEALED_WORDS[state as keyof typeof UNSEALED_WORDS]}
        {at !== null && (
          <>
            {" "}
            <RelativeTime iso={at} />.
          </>
        )}
      </span>
    </p>
  );
}

function Sealed({ place, sealed }: { place: EvidencePlace; sealed: NonNullable<EvidenceState["sealed"]> }) {
  return (
    <>
      <Definitions
        className="text-sm max-md:grid-cols-1! max-md:gap-y-0.5! max-md:[&>dd]:pb-1.5 max-md:[&>dt]:text-xs"
        rows={{
          Sealed: (
            <>
              <RelativeTime iso={sealed.sealed_at} />, at checkpoint {sealed.checkpoint_seq}
            </>
          ),
          "SHA-256": mono(sealed.sha256),
          "Key’s fingerprint": mono(sealed.key_fingerprint ?? sealed.key_id),
        }}
      />
      <div className="flex flex-wrap gap-2 max-md:*:flex-1">
        <Link
          href={evidenceHref(place)}
          className="inline-flex min-h-[38px] items-center justify-center gap-2 rounded-lg border border-line-strong bg-panel px-3.5 text-sm font-medium hover:bg-sunken max-md:min-h-11"
        >
          Read it
        </Link>
        <FileLink href={evidenceFileHref(place)} name={`Download, ${sizeText(sealed.size_bytes)}`} />
      </div>
    </>
  );
}

const mono = (text: string) => <span className="font-mono text-xs break-all">{text}</span>;
