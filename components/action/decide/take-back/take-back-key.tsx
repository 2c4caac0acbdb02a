"use client";
import { useDecisions } from "@/components/action/decide/decisions";
import { useKeys } from "@/components/keyboard/use-keys";
import { announce } from "@/components/ui/announcer";
import { takeBackAnswer } from "./own-decisions";
import { useTakeBack } from "./use-take-back";

const ON_ITS_WAY = "Your decision is on its way: press U once it is answered.";

/**
 * U, wherever the focus is: one's latest decision, while it can be taken back. Mounted before everything else that listens,
 * so that the key is its own for so long. While a decision is on its way it takes back none: it would be the one before.
 */
export function TakeBackKey() {
  const { decision, take } = useTakeBack();
  const isSending = [...useDecisions().states.values()].some(({ phase }) => phase !== "answered");
  const refuse = () => {
    takeBackAnswer.set({ ok: false, text: ON_ITS_WAY, versionId: null, how: "" });
    announce(ON_ITS_WAY);
  };
  useKeys(isSending || decision ? [{ key: "u", run: isSending ? refuse : take }] : []);
  return null;
}
