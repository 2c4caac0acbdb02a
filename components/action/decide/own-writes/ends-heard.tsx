"use client";
import { useEffect, useRef } from "react";
import { useClock } from "@/components/state/clock";
import { announce } from "@/components/ui/announcer";
import { pushWords } from "@/lib/view/action/push-words";
import { wasTakenBack } from "@/components/action/decide/take-back/own-decisions";
import { useOwnWrites } from "./use-own-writes";
import { endOf } from "./write-ends";

/** Says how each write that this tab approved ended, once, to those who do not see it. */
export function EndsHeard() {
  const writes = useOwnWrites();
  const clock = useClock();
  const said = useRef(new Set<number>());
  useEffect(() => {
    for (const [id, action] of writes) {
      if (!action?.push || endOf(action) === "writing" || said.current.has(id) || wasTakenBack(id)) continue;
      said.current.add(id);
      announce(`#${id}: ${pushWords(action.push, clock.now()).title}.`);
    }
  }, [clock, writes]);
  return null;
}
