"use client";
import { useEffect } from "react";
import { onFirstSign } from "@/components/ui/hand/first-sign";
import { lazily } from "@/components/ui/lazily";
import { useDecisions } from "@/components/action/decide/decisions";

const OwnWritesLine = lazily(() => import("./own-writes-line").then((module) => module.OwnWritesLine));
const EndsHeard = lazily(() => import("./ends-heard").then((module) => module.EndsHeard));

/** How the writes that were approved in this tab turned out. Nothing before the first one. */
export function OwnWrites({ className }: { className?: string }) {
  const { approved, states } = useDecisions();
  useEffect(() => onFirstSign(() => void OwnWritesLine.load().catch(() => {})), []);
  const isSending = [...states.values()].some(({ phase }) => phase === "sending");
  return approved.size > 0 || isSending ? <OwnWritesLine className={className} /> : null;
}

/** Says how the writes of this tab ended, once there are any. */
export function OwnEndsHeard() {
  return useDecisions().approved.size > 0 ? <EndsHeard /> : null;
}
