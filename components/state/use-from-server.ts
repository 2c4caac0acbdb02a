"use client";
import { useState } from "react";
import { useMounted } from "./use-mounted";

/** True for good in what stood in the page as the server sent it; false in what was rendered later. */
export function useFromServer(): boolean {
  const isHydrating = !useMounted();
  return useState(isHydrating)[0];
}
