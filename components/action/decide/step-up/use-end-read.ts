"use client";
import { useEffect, useState, type RefCallback } from "react";
import { whenInView } from "@/components/action/change/in-view";

/** True for good once the watched edge has been in view for 300 ms on end, past every box that cuts it off. */
export function useEndRead(): [read: boolean, watchEnd: RefCallback<HTMLElement>] {
  const [end, watchEnd] = useState<HTMLElement | null>(null);
  const [read, setRead] = useState(false);
  useEffect(() => {
    if (end) return whenInView(end, () => setRead(true));
  }, [end]);
  return [read, watchEnd];
}
