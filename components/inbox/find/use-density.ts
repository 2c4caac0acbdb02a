"use client";
import { useCallback, useState, useSyncExternalStore } from "react";
import { keepChoice } from "@/components/state/kept-choice";
import type { Density, DensityChoice } from "./density";

/** Same width as Tailwind's md. */
const deskQuery = "(min-width: 768px)";

function watchDesk(listener: () => void): () => void {
  const query = window.matchMedia(deskQuery);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

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
    () => (window.matchMedia(deskQuery).matches ? "rows" : "cards"),
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
