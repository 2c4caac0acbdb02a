"use client";
import { Icon } from "@/components/ui/icons/icon";
import { type RefObject, useRef, useState } from "react";
import { useKeys } from "@/components/keyboard/use-keys";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";
import { type ListFilter, usesFilterRow } from "@/lib/view/views";

/** The search field and the filter row: whether they are there, and how they come and go. */
export interface Find {
  searching: boolean;
  input: RefObject<HTMLInputElement | null>;
  beginSearch: () => void;
  endSearch: () => void;
  filtersShown: boolean;
  toggleFilters: () => void;
}

export function useFind(filter: ListFilter): Find {
  const [searching, setSearching] = useState(filter.q !== null);
  const [filtersShown, setFiltersShown] = useState(usesFilterRow(filter));
  const input = useRef<HTMLInputElement>(null);
  const beginSearch = () => {
    setSearching(true);
    requestAnimationFrame(() => input.current?.focus());
  };
  useKeys([{ key: "/", run: beginSearch }]);
  return {
    searching,
    input,
    beginSearch,
    endSearch: () => setSearching(false),
    filtersShown,
    toggleFilters: () => setFiltersShown(!filtersShown),
  };
}

/** In the header at a desk, beside the thumb on a phone. */
export function FindButtons({ find, className }: { find: Find; className?: string }) {
  return (
    <div className={cn("flex items-center gap-1", className)}>
      <Button
        tone="quiet"
        size="icon"
        aria-label="Filters"
        aria-expanded={find.filtersShown}
        onClick={find.toggleFilters}
        className={cn(find.filtersShown && "bg-sunken!")}
      >
        <Icon name="list-filter" className="size-4" />
      </Button>
      <button
        type="button"
        onClick={find.beginSearch}
        aria-label="Search"
        className="flex size-8 items-center justify-center gap-1.5 rounded-lg text-ink-2 hover:bg-sunken max-md:size-11 md:w-auto md:px-1.5"
      >
        <Icon name="search" className="size-4" />
        <Kbd>/</Kbd>
      </button>
    </div>
  );
}
