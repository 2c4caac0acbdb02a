"use client";

/** One for the page: each rendering asks, and a new one takes the browser longer than its answer. */
let query: MediaQueryList | undefined;

/** Same width as Tailwind's md. */
const deskQuery = () => (query ??= window.matchMedia("(min-width: 768px)"));

/** True where the detail stands beside the list; below that width it covers the list. */
export const isDesk = (): boolean => deskQuery().matches;

export function watchDesk(listener: () => void): () => void {
  deskQuery().addEventListener("change", listener);
  return () => deskQuery().removeEventListener("change", listener);
}
