"use client";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { readingFailure } from "./get-json";

interface ReadFailureProps {
  title: string;
  query: { error: unknown; refetch: () => unknown };
}

/** Stands where the answer of a GET would, says why there is none and tries again. */
export function ReadFailure({ title, query }: ReadFailureProps) {
  return (
    <Failure title={title} text={readingFailure(query.error)}>
      <Button size="small" onClick={() => void query.refetch()}>
        Try again
      </Button>
    </Failure>
  );
}
