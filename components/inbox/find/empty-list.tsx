import { useViewer } from "@/components/data/viewer";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/states";
import { isNarrowed, type ListFilter, type View } from "@/lib/view/views";

const EMPTY: Record<View, { title: string; text: string }> = {
  pending: {
    title: "Nothing waits for you",
    text: "When an agent proposes a write to NetSuite it appears here at once, with what changes, what it is worth and how long it stays valid.",
  },
  approved: {
    title: "Everything approved has been written",
    text: "An approved write is here from the moment you approve it until NetSuite has confirmed it, usually for a few seconds.",
  },
  stale: {
    title: "Nothing went stale",
    text: "When a record changes in NetSuite between approval and writing, the write is held back and appears here. Propose it again from what the record holds by then.",
  },
  history: {
    title: "Nothing has ended yet",
    text: "Every action that was applied, rejected, withdrawn or has expired appears here, with the person who decided it and the proof of what was written.",
  },
};

const LOOKED_AT =
  "Every word of the search was looked for in references, subjects, customers, agents, reasons, fields, tiers and ids, and words that resemble it too.";
const LOOKED_AT_OUTLINES =
  "Content is hidden from viewers: a search looks at references, types, agents, tiers and ids alone.";

interface EmptyListProps {
  filter: ListFilter;
  onClearFilters: () => void;
}

/** A list without rows: nothing is there, or nothing fits what it was narrowed to. */
export function EmptyList({ filter, onClearFilters }: EmptyListProps) {
  const { seesContent } = useViewer();
  if (!isNarrowed(filter)) return <EmptyState {...EMPTY[filter.view]} />;
  return (
    <EmptyState
      title="Nothing matches"
      text={`No action in this list fits the search and filters that are set.${filter.q ? ` ${seesContent ? LOOKED_AT : LOOKED_AT_OUTLINES}` : ""}`}
    >
      <Button size="small" onClick={onClearFilters}>
        Clear search and filters
      </Button>
    </EmptyState>
  );
}
