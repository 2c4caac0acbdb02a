"use client";
import { ReadFailure } from "@/components/data/read-failure";
import { PageSection } from "@/components/ui/page";
import { Skeleton } from "@/components/ui/states";
import { countWords } from "@/lib/view/words";
import { DiffLines } from "./diff-lines";
import { useDiff } from "./queries";

interface ComparisonProps {
  id: number;
  from: number;
  to: number;
}

/** The differences between two versions, line by line. */
export function Comparison({ id, from, to }: ComparisonProps) {
  const { data, ...query } = useDiff(id, from, to);
  return (
    <PageSection
      title={`From version ${from} to version ${to}`}
      aside={
        data && (
          <p className="text-xs text-ink-3">
            {countWords(data.added, "line")} added, {data.removed} removed
          </p>
        )
      }
    >
      <Changes data={data} query={query} className="max-h-[32rem]" />
    </PageSection>
  );
}

/** The same within a dialog. */
export function ComparisonWithin({ id, from, to }: ComparisonProps) {
  const { data, ...query } = useDiff(id, from, to);
  return <Changes data={data} query={query} className="max-h-60" />;
}

type Query = Pick<ReturnType<typeof useDiff>, "error" | "refetch" | "isError">;

interface ChangesProps {
  data: ReturnType<typeof useDiff>["data"];
  query: Query;
  /** How high it may be. */
  className: string;
}

function Changes({ data, query, className }: ChangesProps) {
  if (data) return <DiffLines lines={data.lines} label="Changes, line by line" className={className} />;
  if (query.isError) return <ReadFailure title="The versions could not be compared" query={query} />;
  return <Skeleton words="Comparing…" lines={6} />;
}
