"use client";
import { createContext, useContext } from "react";
import { PLACES, type Place } from "./places";

/** Whether this installation shows the chat example; production does not unless it is asked to. */
export const ChatExampleShown = createContext(false);

export function usePlaces(): readonly Place[] {
  const shown = useContext(ChatExampleShown);
  return shown ? PLACES : PLACES.filter((place) => !place.example);
}
