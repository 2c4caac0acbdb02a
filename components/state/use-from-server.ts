"use client";
import { useState, useSyncExternalStore } from "react";

const never = () => () => {};
const no = () => false;

/**
 * True for good in what stood in the page as the server sent it; false in what was rendered later. React asks for the server's
 * value on the server and while it hydrates, and at no other time. Both values are equal: one that changed would render
 * everything that asks a second time, just before the first key counts.
 */
export function useFromServer(): boolean {
  let isFromServer = false;
  const askedByServer = () => {
    // oxlint-disable-next-line react/immutability -- React calls it within this render
    isFromServer = true;
    return false;
  };
  // oxlint-disable-next-line react/immutability -- the same
  useSyncExternalStore(never, no, askedByServer);
  return useState(isFromServer)[0];
}
