"use client";
import { useCallback, useState, useSyncExternalStore } from "react";
import { isDesk, watchDesk } from "@/components/state/desk";
import { keepChoice } from "@/components/state/kept-choice";
import type { Density, DensityChoice } from "./density";

/**
 * The density of the lists: what this person chose in this browser, else what the width asks for. `null` is the first
 * paint of somebody who never chose: the server does not know the width, so both forms are there and CSS shows one.
 */
export function useDensity({ cookie, chosen }: DensityChoice): {
  density: Density | null;
  choose: (density: Density) => void;
} {
  const [choice, setChoice] = useState(chosen);
  const usual = useSyncExternalStore<Density | null>(
    watchDesk,
    () => (isDesk() ? "rows" : "cards"),
    () => null,
  );
  const choose = useCallback(
    (density: Density) => {
      setChoice(density);
      keepChoice(cookie, density);
    },
    [cookie],
  );
  return { density: choice ?? usual, choose };
}
