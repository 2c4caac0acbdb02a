/** This room shows the writes that gave up. */
"use client";
import { useSearchParams } from "next/navigation";
import { useMemo, useState } from "react";
import { PagedList } from "@/components/data/paged-list";
import { usePages } from "@/components/data/use-pages";
import { useViewer } from "@/components/data/viewer";
import { EmptyState } from "@/components/ui/states";
import type { DeadLetter, DeadLetters as Page } from "@/lib/contract/monitoring/dead-letters";
import { mayAdminister } from "@/lib/core/access/principal";
import { letterPath, type LetterFilter, parseLetterFilter } from "./letter-filter";
import { countWords } from "@/lib/view/words";
import { Letter } from "./dead-letter";
import { LetterFilters } from "./letter-filters";
import { PageFrame } from "@/components/ui/page";
import { act } from "@/lib/operations/act";
import { ConfirmButton } from "@/components/ui/sheets/confirm-button";

interface DeadLettersProps {
  initial: { filter: LetterFilter; first: Page };
}

/** Writes that NetSuite did not accept: what, why, who moves each on, and for administrators the way back to the queue. */
export function DeadLetters({ initial }: DeadLettersProps) {
  const params = useSearchParams();
  const filter = useMemo(() => parseLetterFilter((name) => params.get(name)), [params]);
  const isInitial = initial.filter.replayed === filter.replayed && initial.filter.cause === filter.cause;
  const list = usePages<Page>({
    queryKey: ["dead-letters", filter],
    path: (cursor) => letterPath(filter, cursor),
    first: isInitial ? initial.first : null,
  });
  const [answered, setAnswered] = useState<ReadonlyMap<number, DeadLetter>>(new Map());
  const [asked, setAsked] = useState<DeadLetter | null>(null);
  const [tab, setTab] = useState(filter.replayed);
  if (tab !== filter.replayed) {
    setTab(filter.replayed);
    setAnswered(new Map());
  }
  // A letter that was replayed here stays in its place with the server's answer until the page is left; one that somebody else
  // replays stays for as long as the viewer is asked about it.
  const kept = [...answered.values(), ...(asked && !answered.has(asked.id) ? [asked] : [])];
  const letters = filter.replayed ? list.items : withKept(list.items, kept);
  return (
    <PageFrame
      title="Dead letters"
      text="Approved writes that NetSuite did not accept. See what stopped each one; an admin can replay it once the cause is gone."
    >
      <LetterFilters filter={filter} causes={list.pages[0]?.causes ?? []} />
      {!filter.replayed && <Drain />}
      <PagedList
        list={list}
        name="dead letters"
        empty={<NoLetters filter={filter} />}
        isEmpty={letters.length === 0}
        more="Show older"
      >
        <ul
          className="grid gap-3"
          aria-label={filter.replayed ? "Replayed dead letters" : "Dead letters"}
          aria-busy={list.query.isPlaceholderData}
        >
          {letters.map((letter) => (
            <li key={letter.id}>
              <Letter
                letter={letter}
                isAnswered={answered.has(letter.id)}
                onAnswered={() => setAnswered((before) => new Map(before).set(letter.id, letter))}
                onAsked={(isAsked) => setAsked(isAsked ? letter : null)}
              />
            </li>
          ))}
        </ul>
      </PagedList>
    </PageFrame>
  );
}

function withKept(letters: readonly DeadLetter[], kept: readonly DeadLetter[]): DeadLetter[] {
  const here = new Set(letters.map((letter) => letter.id));
  const departed = kept.filter((letter) => !here.has(letter.id));
  return [...letters, ...departed].sort((a, b) => b.id - a.id);
}

function NoLetters({ filter }: { filter: LetterFilter }) {
  if (filter.cause)
    return (
      <EmptyState
        title="None with this cause"
        text={`No dead letter here was caused by ${filter.cause}. Choose “Any cause” to see the others.`}
      />
    );
  return filter.replayed ? (
    <EmptyState
      title="Nothing has been replayed yet"
      text="A dead letter that went back to the queue appears here, with the person who put it back and the time."
    />
  ) : (
    <EmptyState
      title="No dead letters"
      text="A write that fails three times, or once in a way that trying again cannot mend, lands here with its payload and the error NetSuite gave."
    />
  );
}

function Drain() {
  const admin = mayAdminister(useViewer().role);
  const [answer, setAnswer] = useState<string | null>(null);
  if (!admin) return <p className="text-sm text-ink-2">Replaying and draining need the admin role.</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <ConfirmButton
        label="Drain now…"
        title="Drain now?"
        description="Every approved write that waits and is due is asked for at once, unknown ones are looked up, and dead ones that would go back to the queue by themselves go back now. Kill switches and a halted lane still hold."
        press="Drain now"
        pressed="Asking…"
        send={() => act("drainPushes")}
        rereads={[["dead-letters"], ["overview"]]}
        done={({ requested, revived }) => {
          const words =
            requested === 0
              ? "Nothing waited."
              : `Asked for ${countWords(requested, "write")}; ${countWords(revived, "dead letter")} went back to the queue.`;
          setAnswer(words);
          return words;
        }}
      />
      <p className="min-w-0 flex-1 text-sm text-ink-2" data-testid="drain-answer">
        {answer ?? "Asks at once for every write that waits, instead of at the next reconciliation."}
      </p>
    </div>
  );
}
