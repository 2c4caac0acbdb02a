"use client";
import { useEffect } from "react";
import { createStore } from "@/components/state/store";

/** An entry of the palette for the action on screen; whoever shows an action offers its commands while it is shown. */
export interface Command {
  name: string;
  key: string | null;
  /** Why it cannot be done; null: it can. */
  whyNot: string | null;
  run: () => void;
}

/** In the order of the palette. */
const SOURCES = ["decide", "amend"] as const;
type Source = (typeof SOURCES)[number];

const none: readonly Command[] = [];
const offered = Object.fromEntries(SOURCES.map((source) => [source, createStore(none)])) as Record<
  Source,
  ReturnType<typeof createStore<readonly Command[]>>
>;

/** The list must keep its identity while nothing in it changes. */
export function useOfferCommands(source: Source, commands: readonly Command[]): void {
  useEffect(() => {
    offered[source].set(commands);
    return () => offered[source].set(none);
  }, [source, commands]);
}

export function useCommands(): readonly Command[] {
  const decide = offered.decide.use();
  const amend = offered.amend.use();
  return [...decide, ...amend];
}
