"use client";
import { useSyncExternalStore } from "react";

const never = () => () => {};
/** False on the server and during hydration: texts in the viewer's own time zone wait for it. */
export function useMounted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
