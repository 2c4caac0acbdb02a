"use client";
import { TakeBackButton } from "./take-back-button";
import { useTakeBack } from "./use-take-back";

/** On a phone, in the place of the decided card's Reject: the thumb that has just tapped Approve does not meet it. */
export function CardTakeBack({ actionId }: { actionId: number }) {
  const { decision, secondsLeft, take } = useTakeBack();
  if (decision?.id !== actionId) return null;
  return (
    <TakeBackButton
      decision={decision}
      secondsLeft={secondsLeft}
      onPress={take}
      className="shrink-0 md:hidden"
    />
  );
}
