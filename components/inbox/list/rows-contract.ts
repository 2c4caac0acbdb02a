import type { ReactNode, Ref, RefObject } from "react";
import type { Density } from "@/components/inbox/find/density";

export interface RowsHandle {
  /** Brings a row on screen and puts the focus on it. */
  focusRow: (id: number) => void;
  reveal: (id: number) => void;
}

export interface RowsProps {
  /** Null: the first paint of somebody who never chose; both forms are there, and the width shows one. */
  density: Density | null;
  ids: readonly number[];
  scroller: RefObject<HTMLElement | null>;
  /** In one form, or in both where that is null. */
  renderRow: (index: number, density: Density | null) => ReactNode;
  onNearEnd: () => void;
  label: string;
  ref: Ref<RowsHandle>;
}

export function focusCard(id: number): void {
  const links = [...document.querySelectorAll<HTMLElement>(`[data-card-link="${id}"]`)];
  // Of a row that is there in both forms one is hidden.
  links.find((link) => link.checkVisibility())?.focus({ preventScroll: true });
}
