import type { QueryClient } from "@tanstack/react-query";
import { actionPath, LIVE_FRESH_MS, liveKey } from "@/components/data/actions";
import { getJson, isSignedOut, readingFailure } from "@/components/data/get-json";
import { readAt } from "@/components/data/live-readings";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { LiveView } from "@/lib/contract/actions/live-view";
import { isSameReading, whyNotByRecord } from "@/lib/view/action/as-live";
import { type Answer, SIGNED_OUT } from "./outcome";

/** Longer than NetSuite takes, and shorter than a finger waits. */
const readTimeoutMs = 10_000;

/**
 * Makes sure, before an approval is sent, that its record was read within the last 30 seconds and is what the reader saw.
 * Null: send it. Otherwise nothing is sent, the screen holds the new reading, and the answer says so. Where the reading is
 * fresh the result is there at once: the press and its effect on screen are one frame.
 */
export function lookBeforeSending(
  action: ActionSummary,
  queries: QueryClient,
  onReading: () => void,
): Answer | null | Promise<Answer | null> {
  if (!hasRecord(action)) return null;
  const earlier = queries.getQueryData<LiveView>(liveKey(action.id));
  if (earlier && Date.now() - readAt(action.id, queries) <= LIVE_FRESH_MS) return refusalOf(action, earlier);
  onReading();
  return lookAgain(action, queries, earlier);
}

async function lookAgain(
  action: ActionSummary,
  queries: QueryClient,
  earlier: LiveView | undefined,
): Promise<Answer | null> {
  const { live: now, signedOut } = await askAgain(action.id, queries);
  if (signedOut) return SIGNED_OUT;
  const refused = refusalOf(action, now);
  if (refused) return refused;
  if (isSameReading(earlier, now)) return null;
  return now.state === "unreadable" ? unread(now.reason) : moved;
}

/** A roll is checked line by line as it is written; what stays with us has no record that others change. */
export function hasRecord({
  line_count: lineCount,
  goes_to_netsuite: goesToNetSuite,
}: ActionSummary): boolean {
  return lineCount === null && goesToNetSuite;
}

/**
 * Reads the record now. By a request of its own: one that the page has on its way may be given up when a pane changes. A
 * reading that fails is one too: the reader sees that nobody knows, and may go on. Returns a newer reading that came meanwhile.
 */
export async function readRecord(id: number, queries: QueryClient): Promise<LiveView> {
  return (await askAgain(id, queries)).live;
}

/** `signedOut`: no later press would be sent either. */
async function askAgain(id: number, queries: QueryClient): Promise<{ live: LiveView; signedOut: boolean }> {
  let signedOut = false;
  await queries.cancelQueries({ queryKey: liveKey(id) });
  const askedAt = Date.now();
  const live = await getJson<LiveView>(`${actionPath(id)}/live`, undefined, readTimeoutMs).catch(
    (error: unknown): LiveView => {
      signedOut = isSignedOut(error);
      return { state: "unreadable", reason: readingFailure(error), why_not_approvable: null };
    },
  );
  const newer = readAt(id, queries) > askedAt ? queries.getQueryData<LiveView>(liveKey(id)) : undefined;
  if (newer) return { live: newer, signedOut };
  queries.setQueryData(liveKey(id), live, { updatedAt: askedAt });
  return { live, signedOut };
}

function refusalOf(action: ActionSummary, live: LiveView): Answer | null {
  const why = whyNotByRecord(action, live);
  return why === null
    ? null
    : { code: "drifted", tone: "warn", text: `Nothing was sent. ${why}`, leaves: false };
}

const moved: Answer = {
  code: "moved",
  tone: "warn",
  text: "Nothing was sent: the record no longer holds the value that you saw. Look at it, then decide.",
  brief: "Nothing was sent: the value has changed.",
  leaves: false,
};

const unread = (reason: string): Answer => ({
  code: "unread",
  tone: "warn",
  brief: "Not sent: NetSuite could not be read.",
  text: `Nothing was sent yet: NetSuite could not be read. ${reason} Approve again to send it without a reading; the write itself checks the record first.`,
  leaves: false,
});
