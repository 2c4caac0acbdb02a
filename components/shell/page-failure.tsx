"use client";

const button =
  "min-h-8 rounded-lg border px-2.5 text-xs font-medium text-ink max-md:min-h-11 max-md:px-3.5 pointer-coarse:min-h-11";

/**
 * A page that could not be rendered. Earlier decisions stand: they live in the database, not on this page. It uses no other
 * component: each page loads this one twice, and would load a copy of each with it.
 */
export function PageFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <main tabIndex={-1} data-content className="mx-auto max-w-xl p-7 max-md:p-4">
      <div
        role="alert"
        className="grid justify-items-start gap-1.5 rounded-lg border border-bad/30 bg-bad-soft p-3 text-sm text-bad"
      >
        <p className="font-semibold">This page could not be loaded</p>
        <p>
          Something failed on our side. Confirmed decisions stand. Try again; if it keeps failing, tell an
          admin the time.
        </p>
        <div className="flex gap-2">
          <button type="button" onClick={onRetry} className={`${button} border-line-strong bg-panel`}>
            Try again
          </button>
          <button
            type="button"
            onClick={() => location.assign("/proposed-actions")}
            className={`${button} border-transparent`}
          >
            Open the inbox
          </button>
        </div>
      </div>
    </main>
  );
}
