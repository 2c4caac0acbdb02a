import type { SealedRelease, SwitchRow } from "@/db/queries/controls/kill-switches";
import type { SwitchName } from "@/lib/core/kill-switch";
import { AppError } from "@/lib/core/errors";
import { isoOf } from "@/lib/core/values/time";
import { isReleased, sealRelease } from "@/lib/gateway/controls/switch-seal";

/** Each try but the first means that somebody flipped the switch between its reading and the release. */
const triesMax = 3;

/**
 * Releases a switch with the app's seal, also one that was released past the app. One that is released already, or has no
 * row, is left alone. `flip` returns false where the row is no longer the one that was read.
 * @throws AppError changed 412 where it was engaged again since `since`, or keeps being flipped.
 */
export async function releaseWithSeal(
  { read, flip }: { read(): Promise<SwitchRow | undefined>; flip(release: SealedRelease): Promise<boolean> },
  since?: string,
): Promise<void> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const row = await read();
    if (!row || isReleased(row)) return;
    assertSame({ name: row.name, since: isoOf(row.changedAt) }, since);
    const seal = sealRelease({ ...row, flips: row.flips + 1 });
    if (await flip({ after: row.flips, seal })) return;
  }
  throw new AppError("changed", "Somebody else keeps flipping this switch. Read why, then release it.");
}

/** A release ends the stop that the person read about, never a later one. */
export function assertSame(
  { name, since }: { name: SwitchName; since: string | null },
  seen: string | undefined,
): void {
  if (seen === undefined || seen === since) return;
  throw new AppError("changed", `${name} was engaged again since you looked. Read why, then release it.`);
}
