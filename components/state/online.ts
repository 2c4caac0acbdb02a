"use client";
import { useSyncExternalStore } from "react";

function subscribe(listener: () => void) {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** False while the device says that it has no connection at all. */
export const isOnline = (): boolean => navigator.onLine;

/** The same, as it changes. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline, () => true);
