"use client";
import { useEffect, useRef } from "react";

/** For what replaces another step: its field takes the focus that the step before had. */
export function useFocusFirst() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
