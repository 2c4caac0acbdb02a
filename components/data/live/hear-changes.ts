import type { Query, QueryClient } from "@tanstack/react-query";
import { actionKey } from "@/components/data/actions";
import { hearStream } from "./event-stream";
import { inBursts } from "./in-bursts";
import type { Tell } from "./live-updates";

/** The queries that are read again when an action changes, besides the action itself. */
const OF_ACTIONS = [
  "list",
  "overview",
  "dead-letters",
  "dashboard",
  "notices",
  "lines",
  "jobs",
  "job",
  "email-drafts",
  "cache-versions",
  "runs",
];
/** The queries that are read again when a switch, the lane, a person, a rule or a question to people changes. */
const OF_CONTROLS = [
  "overview",
  "lane",
  "dashboard",
  "retention",
  "subscribers",
  "content-setting",
  "workflows",
  "runs",
  "questions",
];

/** Lists of what has happened: they stay as they were read, and say that there is more by now. */
const OF_ALL = ["audit-events"];

/** Where much happens, figures are read again ever more rarely; rows leave all the same. */
const figuresPace = { everyMs: 1_000, mostMs: 5_000 };
/** A roll that is being written changes with each of its lines. */
const actionsPace = { everyMs: 100 };

interface Hearing {
  /** One for all tabs of a person in a company. */
  name: string;
  /** The newest event when the page was rendered. */
  from: number;
  queries: QueryClient;
  tell: Tell;
}

/** Reads again at each change of the stream, and tells of it. Its code comes when the page is idle. Returns how to stop. */
export function hearChanges({ name, from, queries, tell }: Hearing): () => void {
  const reading = readAnew(queries);
  const stopHearing = hearStream({
    name,
    from,
    listener: {
      onChange: (change) => {
        reading.action(change.id);
        tell.change(change);
      },
      onControl: reading.controls,
      onGap: () => {
        // Live readings cost NetSuite requests, and have an age of their own.
        void queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== "live" });
        tell.gap();
      },
      onLive: tell.live,
    },
  });
  return () => {
    stopHearing();
    reading.stop();
  };
}

const isOneOf =
  (keys: readonly string[]) =>
  ({ queryKey: [first] }: Query) =>
    keys.includes(String(first));

function readAnew(queries: QueryClient) {
  const changed = new Set<number>();
  const anew = (keys: readonly string[]) => () => {
    void queries.invalidateQueries({ predicate: isOneOf(keys) });
    void queries.invalidateQueries({ predicate: isOneOf(OF_ALL), refetchType: "none" });
  };
  const figures = inBursts(figuresPace, anew(OF_ACTIONS));
  const controls = inBursts(figuresPace, anew(OF_CONTROLS));
  // Figures come after the actions: whoever waits for the end of a write shares the server with nothing else.
  const actions = inBursts(actionsPace, () => {
    const readings = [...changed].map((id) => queries.invalidateQueries({ queryKey: actionKey(id) }));
    changed.clear();
    void Promise.all(readings).then(figures.add);
  });
  return {
    action: (id: number) => {
      changed.add(id);
      actions.add();
    },
    controls: controls.add,
    stop: () => [figures, controls, actions].forEach((one) => one.stop()),
  };
}
