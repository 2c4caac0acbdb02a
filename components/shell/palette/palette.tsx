"use client";
import { Command, defaultFilter } from "cmdk";
import { Icon } from "@/components/ui/icons/icon";
import type { IconName } from "@/components/ui/icons/icon-names";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useCommands } from "@/components/keyboard/commands";
import { openShortcuts } from "@/components/keyboard/overlay";
import { useCountedClosing } from "@/components/ui/hand/closings";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { actionHref } from "@/lib/view/views";
import { signOutHere } from "../navigation/sign-out";
import { usePlaces } from "../navigation/use-places";
import { chooseAppearance, isDark } from "@/components/shell/use-appearance";
import { type Entry, TIER_FILTERS } from "./entries";
import { Row } from "./row";
import { useFound } from "./use-found";

/**
 * Find anything: what can be done with the action on screen, a place, a record, a person, a filter, an action by its number. It
 * goes places and begins; it never decides, because nobody reads what stands behind it.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  useCountedClosing();
  const [text, setText] = useState("");
  const run = (begin: () => void) => () => {
    onClose();
    begin();
  };
  const { entries, searching } = useFound(text);
  return (
    <Command.Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      label="Find anything"
      filter={rank}
      overlayClassName="fixed inset-0 z-40 bg-shade"
      contentClassName="opens fixed inset-x-3 top-[12dvh] z-50 mx-auto max-w-xl overflow-hidden rounded-xl bg-panel shadow-float"
    >
      <div className="flex items-center gap-3 border-b px-4">
        <Icon name="search" className="size-4 text-ink-3" />
        <Command.Input
          value={text}
          onValueChange={setText}
          placeholder="An action, a record, a person, a page, or something to do"
          className="min-h-12 flex-1 bg-transparent outline-none"
        />
      </div>
      <Command.List className="max-h-[50dvh] overflow-y-auto p-1.5">
        <Command.Empty className="px-3 py-6 text-center text-sm text-ink-2">
          {searching ? "Searching…" : "Nothing by that name."}
        </Command.Empty>
        <Typed text={text.trim()} run={run} />
        <Verbs run={run} />
        <Entries entries={entries} icon="corner-down-left" run={run} always />
        <Places run={run} />
        <Entries entries={TIER_FILTERS} icon="list-filter" run={run} />
        <Settings run={run} />
      </Command.List>
    </Command.Dialog>
  );
}

/** The rank of the entry that searches for the typed text: after names that begin with it, before names that contain it. */
const rankOfSearch = 0.5;
const searchValue = "search for ";
const rank: typeof defaultFilter = (value, text, keywords) =>
  value.startsWith(searchValue) ? rankOfSearch : defaultFilter(value, text, keywords);

/** Closes the palette, and then does it. */
interface RunProps {
  run: (begin: () => void) => () => void;
}

/** Entries for the typed text: an action by its number, or a search in the inbox. */
function Typed({ text, run }: RunProps & { text: string }) {
  const router = useRouter();
  const id = /^#?(\d{1,15})$/.exec(text)?.[1];
  return (
    <>
      {id && (
        <Row
          value={`open ${text}`}
          icon="arrow-right"
          onSelect={run(() => router.push(actionHref(Number(id))))}
        >
          Open action <span className="font-mono">#{id}</span>
        </Row>
      )}
      {text && (
        <Row
          value={`${searchValue}${text}`}
          icon="search"
          onSelect={run(() => router.push(`/proposed-actions?q=${encodeURIComponent(text)}`))}
        >
          Search the inbox for “{text}”
        </Row>
      )}
    </>
  );
}

/** The verbs of the action on screen, with their keys. A verb that is not possible says why. */
function Verbs({ run }: RunProps) {
  return useCommands().map(({ name, key, whyNot, run: begin }) => (
    <Row
      key={name}
      value={name}
      icon="pen-line"
      hint={key}
      note={whyNot}
      disabled={whyNot !== null}
      // Not before the palette has gone and given the focus back.
      onSelect={run(() => setTimeout(begin, 0))}
    >
      {name}
    </Row>
  ));
}

interface EntriesProps extends RunProps {
  entries: readonly Entry[];
  icon: IconName;
  /** They were found by the server, which spells differently than a filter of names. */
  always?: boolean;
}

function Entries({ entries, icon, always = false, run }: EntriesProps) {
  const router = useRouter();
  return entries.map(({ key, name, note, href }) => (
    <Row
      key={key}
      value={`${name} ${key}`}
      icon={icon}
      note={note}
      forceMount={always}
      onSelect={run(() => router.push(href))}
    >
      <UntrustedText>{name}</UntrustedText>
    </Row>
  ));
}

function Places({ run }: RunProps) {
  const router = useRouter();
  return usePlaces().map((place) => (
    <Row
      key={place.href}
      value={place.name}
      icon={place.icon}
      hint={`G ${place.letter}`}
      onSelect={run(() => router.push(place.href))}
    >
      {place.name}
    </Row>
  ));
}

function Settings({ run }: RunProps) {
  const other = isDark() ? "light" : "dark";
  return (
    <>
      <Row
        value="theme appearance dark light"
        icon={other === "light" ? "sun" : "moon"}
        onSelect={run(() => chooseAppearance(other))}
      >
        Switch to {other}
      </Row>
      <Row value="keyboard shortcuts" icon="keyboard" hint="?" onSelect={run(openShortcuts)}>
        Keyboard shortcuts
      </Row>
      <Row value="sign out" icon="log-out" onSelect={run(() => void signOutHere())}>
        Sign out
      </Row>
    </>
  );
}
