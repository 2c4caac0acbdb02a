"use client";
import dynamic from "next/dynamic";
import type { ConfirmSheet } from "./confirm-sheet";

/** Comes with the first press: whoever only reads a page does without its code. */
export const LazyConfirmSheet = dynamic(
  () => import("./confirm-sheet").then((module) => module.ConfirmSheet),
  { ssr: false },
) as typeof ConfirmSheet;
