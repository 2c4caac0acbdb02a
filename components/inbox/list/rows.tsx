"use client";
import { lazy, Suspense, useEffect, useImperativeHandle, useState } from "react";
import { focusCard, type RowsProps } from "./rows-contract";

const VirtualRows = lazy(() => import("./virtual-rows").then((module) => ({ default: module.VirtualRows })));

/**
 * The list's rows. The first screen is plain and comes with the page; what makes ten thousand rows scroll is a fifth of
 * the page's own code and takes over as soon as it has come.
 */
export function Rows(props: RowsProps) {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHydrated(true), 0);
    return () => clearTimeout(timer);
  }, []);
  if (!hydrated) return <FirstRows {...props} />;
  return (
    <Suspense fallback={<FirstRows {...props} />}>
      <VirtualRows {...props} />
    </Suspense>
  );
}

const firstScreenRows = 12;

function FirstRows({ ids, renderRow, label, ref }: RowsProps) {
  useImperativeHandle(ref, () => ({ reveal: () => {}, focusRow: focusCard }));
  return (
    <div role="feed" aria-label={label} aria-busy="true">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {ids.slice(0, firstScreenRows).map((id, index) => (
          <div key={id}>{renderRow(index)}</div>
        ))}
      </div>
    </div>
  );
}
