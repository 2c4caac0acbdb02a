"use client";
import { createContext, useContext } from "react";
import { useViewer } from "@/components/data/viewer";
import { mayAdminister } from "@/lib/core/access/principal";
import { PLACES, type Place } from "./places";

/** True where this installation shows the chat example; production does not unless it is asked to. */
export const ChatExampleShown = createContext(false);

export function usePlaces(): readonly Place[] {
  const showsExample = useContext(ChatExampleShown);
  const administers = mayAdminister(useViewer().role);
  return PLACES.filter((place) => (showsExample || !place.example) && (administers || !place.adminOnly));
}
