import type { StreamedAction } from "@/lib/contract/monitoring/stream";
import { type StreamMessage, connectStream } from "./stream-connection";

/**
 * The stream of changes as one tab hears it. A browser holds six connections to one server at a time, so one visible tab of a
 * person holds the stream and tells the others; where that tab goes, the next one takes over. A hidden tab hears nothing.
 */

export interface StreamListener {
  onChange: (change: StreamedAction) => void;
  /** Something else of the company was changed: a switch, the lane, people, rules, a question to people. */
  onControl: () => void;
  /** Changes may have been missed: read again. */
  onGap: () => void;
  /** Whether changes come as they happen. */
  onLive: (live: boolean) => void;
}

interface Hearing {
  /** One for all tabs of a person in a company. */
  name: string;
  /** The newest event when the page was rendered. */
  from: number;
  listener: StreamListener;
}

/** Events come again after a cut and when another tab takes over: those that were heard are left out. */
const heardMax = 5_000;
/** A tab asks, when it begins to listen to another one, whether that has its connection. */
type TabMessage = StreamMessage | { kind: "who" };

/** Returns how to stop. */
export function hearStream({ name, from, listener }: Hearing): () => void {
  const ear = createEar(from, listener);
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(name);
  let leave: AbortController | null = null;
  let leads = false;
  let live = false;

  const say = (message: TabMessage) => {
    // oxlint-disable-next-line require-post-message-target-origin -- a channel reaches its own origin alone and takes no other argument
    channel?.postMessage(message);
  };
  const lead = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      leads = true;
      const hangUp = connectStream({
        after: ear.newest,
        tell: (heard) => {
          if (heard.kind === "live") live = heard.live;
          ear.hear(heard);
          say(heard);
        },
      });
      signal.addEventListener("abort", () => {
        leads = false;
        hangUp();
        resolve();
      });
    });

  /** Where a browser has no locks for tabs, as without encryption, each visible tab has a connection of its own. */
  async function come({ signal }: AbortController) {
    const locks = channel && navigator.locks;
    if (!locks) return lead(signal);
    const led = await locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock && !signal.aborted) await lead(signal);
      return lock !== null;
    });
    if (led || signal.aborted) return;
    say({ kind: "who" });
    // From now on it hears the other tab; what came before is read.
    listener.onGap();
    await locks.request(name, { signal }, () => (signal.aborted ? undefined : lead(signal))).catch(() => {});
  }

  const look = () => {
    if (document.visibilityState === "hidden") {
      leave?.abort();
      leave = null;
    } else if (!leave) {
      leave = new AbortController();
      void come(leave);
    }
  };
  channel?.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
    if (!leave) return;
    if (data.kind !== "who") ear.hear(data);
    else if (leads && live) say({ kind: "live", live });
  });
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    document.removeEventListener("visibilitychange", look);
    leave?.abort();
    leave = null;
    channel?.close();
  };
}

/** Hears each event once, from whomever it comes. */
function createEar(from: number, listener: StreamListener) {
  const heard = new Set<number>();
  let newest = from;
  let live = false;
  const isNew = (seq: number) => {
    newest = seq;
    if (heard.has(seq)) return false;
    heard.add(seq);
    if (heard.size > heardMax) heard.delete(heard.values().next().value!);
    return true;
  };
  return {
    newest: () => newest,
    hear(one: StreamMessage) {
      switch (one.kind) {
        case "action":
          if (isNew(one.change.seq)) listener.onChange(one.change);
          return;
        case "control":
          if (isNew(one.seq)) listener.onControl();
          return;
        case "gap":
          newest = one.newest;
          return listener.onGap();
        case "live":
          if (one.live !== live) listener.onLive((live = one.live));
          return;
      }
    },
  };
}
