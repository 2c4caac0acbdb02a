"use client";
import { useEffect } from "react";
import { createStore } from "@/components/state/store";

/** An entry of the palette for the action on screen; whoever shows an action offers its commands while it is shown. */
export interface Command {
  name: string;
  key: string | null;
  run: () => void;
}

const none: readonly Command[] = [];
const offered = createStore(none);

/** The list must keep its identity while nothing in it changes. */
export function useOfferCommands(commands: readonly Command[]): void {
  useEffect(() => {
    offered.set(commands);
    return () => offered.set(none);
  }, [commands]);
}

export const useCommands = offered.use;
