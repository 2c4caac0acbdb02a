"use client";
import { Sheet, SheetBody } from "@/components/ui/sheets/sheet";
import { setSingleKeys, useSingleKeys } from "@/components/keyboard/use-keys";
import { PRESETS } from "@/components/action/decide/reason/preset-keys";
import { usePlaces } from "./navigation/use-places";

interface KeyRow {
  keys: string[];
  does: string;
}

const inboxKeys: KeyRow[] = [
  { keys: ["J", "K"], does: "Next, previous action" },
  { keys: ["N"], does: "Next one that waits" },
  { keys: ["Enter"], does: "Open the action in focus" },
  { keys: ["A"], does: "Approve (L4 and L5 ask again)" },
  { keys: ["R"], does: "Reject, with a reason" },
  { keys: ["E"], does: "Edit: your values in its place" },
  { keys: ["U"], does: "Take back your last decision; later undo what was applied" },
  { keys: ["/"], does: "Search" },
  { keys: ["Esc"], does: "Close or clear the selection" },
];
const selectionKeys: KeyRow[] = [
  { keys: ["X"], does: "Select or deselect" },
  { keys: ["Shift X"], does: "Select from the last one to here" },
  { keys: ["A"], does: "Show all selected; once read, approve them" },
  { keys: ["R"], does: "Reject all selected, with one reason" },
];
const rejectKeys: KeyRow[] = [
  { keys: [`1–${PRESETS.length}`], does: "Choose a reason" },
  { keys: ["Enter"], does: "Reject" },
  { keys: ["Esc"], does: "Close; a typed reason is kept" },
];

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const on = useSingleKeys();
  const places = usePlaces().map(({ letter, name }) => ({ keys: ["G", letter.toUpperCase()], does: name }));
  const groups = [
    { title: "Inbox", keys: inboxKeys },
    { title: "With a selection", keys: selectionKeys },
    { title: "While rejecting", keys: rejectKeys },
    {
      title: "Go to",
      keys: [
        ...places,
        { keys: ["⌘ K", "Ctrl K"], does: "Find anything" },
        { keys: ["?"], does: "This sheet" },
      ],
    },
  ];
  return (
    <Sheet onClose={onClose} title="Keyboard shortcuts" wide>
      <SheetBody>
        <p className="text-sm text-ink-2">
          A key acts on the action in view. Until that action has been in view for a third of a second, the
          key is refused, and the bar says so.
        </p>
        <div className="gap-x-8 md:columns-2">
          {groups.map((group) => (
            <section key={group.title} aria-label={group.title} className="mb-5 break-inside-avoid">
              <h3 className="mb-1 text-xs font-medium text-ink-3">{group.title}</h3>
              <dl>
                {group.keys.map((entry) => (
                  <div
                    key={entry.does}
                    className="flex min-h-8 items-center py-1 justify-between gap-4 border-b border-line/60 last:border-0"
                  >
                    <dt className="text-sm text-ink-2">{entry.does}</dt>
                    <dd className="flex shrink-0 gap-1">
                      {entry.keys.map((key) => (
                        <kbd
                          key={key}
                          className="rounded border border-b-2 border-line-strong px-1.5 py-0.5 font-mono text-[11px] leading-none text-ink-2"
                        >
                          {key}
                        </kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <div className="flex items-start gap-3 rounded-lg bg-sunken p-3 text-sm">
          <input
            id="single-keys"
            type="checkbox"
            checked={on}
            aria-describedby="single-keys-hint"
            onChange={(event) => setSingleKeys(event.target.checked)}
            className="mt-0.5 size-4 accent-accent"
          />
          <div className="grid">
            <label htmlFor="single-keys" className="font-medium">
              Single keys
            </label>
            <p id="single-keys-hint" className="text-ink-2">
              Switch them off if you use speech input or press keys by accident. The palette (⌘ K) stays.
            </p>
          </div>
        </div>
      </SheetBody>
    </Sheet>
  );
}
