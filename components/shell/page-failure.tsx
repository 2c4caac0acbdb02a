"use client";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";

/** A page that could not be rendered. Earlier decisions stand: they live in the database, not on this page. */
export function PageFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <main tabIndex={-1} data-content className="mx-auto max-w-xl p-7 max-md:p-4">
      <Failure
        title="This page could not be loaded"
        text="Something failed on our side. Nothing you decided is lost; every decision the server confirmed stands. Try again, and if it keeps failing tell an admin what time it is now."
      >
        <div className="flex gap-2">
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
          <Button size="small" tone="quiet" onClick={() => window.location.assign("/proposed-actions")}>
            Open the inbox
          </Button>
        </div>
      </Failure>
    </main>
  );
}
