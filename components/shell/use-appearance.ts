"use client";
import { useSyncExternalStore } from "react";

export const APPEARANCES = ["system", "light", "dark"] as const;
export type AppearanceChoice = (typeof APPEARANCES)[number];

/** Where the script of appearance.tsx looks. */
const storageKey = "theme";

function chosen(): AppearanceChoice {
  try {
    return APPEARANCES.find((one) => one === localStorage.getItem(storageKey)) ?? "system";
  } catch {
    return "system";
  }
}

function watch(listener: () => void): () => void {
  window.addEventListener("appearance", listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener("appearance", listener);
    window.removeEventListener("storage", listener);
  };
}

/** The person's choice in this browser. */
export function useAppearance(): AppearanceChoice {
  return useSyncExternalStore(watch, chosen, () => "system");
}

export function chooseAppearance(choice: AppearanceChoice): void {
  try {
    localStorage.setItem(storageKey, choice);
  } catch {
    // A browser that keeps nothing: the system goes on choosing.
  }
  window.dispatchEvent(new Event("appearance"));
}

/** As the page looks now, whoever chose it. */
export const isDark = (): boolean => document.documentElement.dataset.theme === "dark";
