"use client";
import { createStore } from "@/components/state/store";

/** The overlay that keys, menus and buttons alike open: the shortcut sheet or the palette. */
type Overlay = "shortcuts" | "palette" | null;

export const overlay = createStore<Overlay>(null);
export const openShortcuts = () => overlay.set("shortcuts");
export const openPalette = () => overlay.set("palette");
