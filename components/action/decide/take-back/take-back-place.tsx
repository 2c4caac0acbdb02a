"use client";
import { useEffect, useState } from "react";
import { onFirstSign } from "@/components/ui/hand/first-sign";
import { lazily } from "@/components/ui/lazily";
import { takeBackAnswer } from "./own-decisions";
import { useTakeBack } from "./use-take-back";

const TakeBackStrip = lazily(() => import("./take-back-strip").then((module) => module.TakeBackStrip));

/** Where one's latest decision may be taken back. Its code is there before the first one can be made; nothing is shown until then. */
export function TakeBackPlace({ className }: { className?: string }) {
  useEffect(() => onFirstSign(() => void TakeBackStrip.load().catch(() => {})), []);
  const { decision } = useTakeBack();
  const answer = takeBackAnswer.use();
  const [shown, setShown] = useState(false);
  if (!shown && (decision || answer)) setShown(true);
  return shown ? <TakeBackStrip className={className} /> : null;
}
