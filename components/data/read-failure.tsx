"use client";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/states";
import { readingFailure } from "./get-json";

interface ReadFailureProps {
  title: string;
  error: unknown;
  onRetry: () => void;
}

/** Stands where the answer of a GET would, says why there is none and tries again. */
export function ReadFailure({ title, error, onRetry }: ReadFailureProps) {
  return (
    <Failure title={title} text={readingFailure(error)}>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </Failure>
  );
}
