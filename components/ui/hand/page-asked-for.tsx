import { InlineScript } from "@/components/ui/inline-script";
import { QUIET_MS } from "./hand";
import { noteOpening } from "./note-opening";

/** Whether the reader opened the page that the server sent, and no rhythm of keys can lead into it from the page before. */

/** `fromElsewhere`: a page that is not ours may have opened it. Nobody knows which keys were pressed there. */
export function PageAskedFor({
  nonce,
  fromElsewhere,
}: {
  nonce: string | undefined;
  fromElsewhere: boolean;
}) {
  const given = { fromElsewhere, quietMs: QUIET_MS };
  return <InlineScript nonce={nonce} run={noteOpening} given={given} beforePaint />;
}

/** A key counts on what this page opened with as on what was chosen by hand: nobody has done anything here since. */
export const wasPageAskedFor = (): boolean =>
  globalThis.pageWasAskedFor === true && globalThis.earlyInput === undefined;
