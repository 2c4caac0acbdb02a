"use client";
import { Icon } from "@/components/ui/icons/icon";
import { useEffect, useRef, useState } from "react";
import { useNow } from "@/components/state/clock";
import { useViewer } from "@/components/data/viewer";
import { OwnWrites } from "@/components/action/decide/own-writes/own-writes";
import { UndecidedLink } from "@/components/action/decide/strip/undecided-link";
import { TakeBackPlace } from "@/components/action/decide/take-back/take-back-place";
import { useOverview } from "@/components/data/overview";
import { openPalette } from "@/components/keyboard/overlay";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";
import { durationText } from "@/lib/view/time";
import { countWords } from "@/lib/view/words";
import { VIEW_WORDS, type ListFilter } from "@/lib/view/views";
import { type Find, FindButtons } from "@/components/inbox/find/find-buttons";
import type { SetFilter } from "@/components/inbox/find/use-filter";
import { formatCount } from "@/lib/view/decimal";

const typingPauseMs = 250;

interface ListHeaderProps {
  filter: ListFilter;
  setFilter: SetFilter;
  find: Find;
  /** The phone's way into bulk selection; absent where nothing can be selected. */
  choosing: boolean;
  onToggleChoosing: (() => void) | null;
  onOpen: (id: number) => void;
}

export function ListHeader({ filter, setFilter, find, choosing, onToggleChoosing, onOpen }: ListHeaderProps) {
  return (
    <div className="@container grid shrink-0 grid-cols-[minmax(0,1fr)] gap-2.5 border-b px-3.5 py-2.5 short:py-1.5">
      <div className="flex items-center gap-1">
        <div className="relative min-w-0 flex-1 bg-bg">
          <div className="flex items-baseline gap-2">
            <h1 className="min-w-0 truncate text-[15px] leading-6 font-semibold tracking-tight">
              {VIEW_WORDS[filter.view].title}
            </h1>
            <OwnWrites className="ml-auto" />
            <UndecidedLink onOpen={onOpen} />
          </div>
          <Summary filter={filter} />
          <TakeBackPlace className="absolute -inset-y-1 right-0 left-20 z-10" />
        </div>
        {onToggleChoosing && (
          <Button
            tone="quiet"
            size="small"
            className="md:hidden"
            aria-pressed={choosing}
            onClick={onToggleChoosing}
          >
            {choosing ? "Done" : "Select"}
          </Button>
        )}
        <FindButtons find={find} className="max-md:hidden" />
        <button
          type="button"
          onClick={openPalette}
          aria-label="Find anything"
          className="flex h-8 items-center rounded-lg px-1 hover:bg-sunken max-md:hidden @max-xs:hidden"
        >
          <Kbd>⌘K</Kbd>
        </button>
      </div>
      {(find.searching || filter.q !== null) && (
        <SearchField
          inputRef={find.input}
          value={filter.q ?? ""}
          onSearch={(q) => setFilter({ q: q || null })}
          onClose={() => {
            find.endSearch();
            setFilter({ q: null });
          }}
        />
      )}
    </div>
  );
}

function Summary({ filter }: { filter: ListFilter }) {
  const { overview } = useOverview();
  const now = useNow();
  const { pending } = overview;
  if (filter.view === "pending") {
    if (pending.total === 0) return <p className="truncate text-xs text-ink-3">Nothing waits</p>;
    const oldest = pending.oldest_created_at
      ? ` · oldest ${durationText(now - Date.parse(pending.oldest_created_at))}`
      : "";
    return (
      <p
        className={cn("truncate text-xs", pending.pile_up ? "font-medium text-warn" : "text-ink-3")}
        title={pending.pile_up_reason ?? undefined}
      >
        {formatCount(pending.total)} waiting{oldest}
        {pending.pile_up && " · piling up"}
      </p>
    );
  }
  if (filter.view === "approved")
    return (
      <p className="truncate text-xs text-ink-3">
        {countWords(overview.approved_not_applied, "write")} on the way
      </p>
    );
  if (filter.view === "stale")
    return <p className="truncate text-xs text-ink-3">{countWords(overview.stale, "action")} held back</p>;
  return <p className="truncate text-xs text-ink-3">Everything that has ended</p>;
}

interface SearchFieldProps {
  inputRef: React.RefObject<HTMLInputElement | null>;
  value: string;
  onSearch: (q: string) => void;
  onClose: () => void;
}

function SearchField({ inputRef, value, onSearch, onClose }: SearchFieldProps) {
  const { seesContent } = useViewer();
  const [text, setText] = useState(value);
  const lastSearch = useRef(value);
  useEffect(() => {
    if (text === lastSearch.current) return;
    const timer = setTimeout(() => {
      lastSearch.current = text;
      onSearch(text.trim());
    }, typingPauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <search className="relative block">
      <Icon name="search" className="absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-ink-3" />
      <input
        ref={inputRef}
        type="search"
        aria-label="Search actions"
        placeholder={seesContent ? "Subject, customer, reason, L5 or #id" : "Reference, agent, L5 or #id"}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
          // From the field to the list: its keys count again, and a phone puts its keyboard away.
          if (event.key === "Enter" && !event.nativeEvent.isComposing) event.currentTarget.blur();
        }}
        className="min-h-9 w-full rounded-lg border border-line-strong bg-panel pr-9 pl-8 text-sm max-md:min-h-11 max-md:text-[16px] [&::-webkit-search-cancel-button]:hidden"
      />
      <button
        type="button"
        aria-label="Clear the search"
        onClick={onClose}
        className="absolute top-1/2 right-0.5 grid size-8 -translate-y-1/2 place-items-center rounded-md text-ink-3 hover:text-ink max-md:size-11"
      >
        <Icon name="x" className="size-4" />
      </button>
    </search>
  );
}
