import type { SwitchRow } from "@/db/queries/controls/kill-switches";
import type { GlobalSwitches, Overview } from "@/lib/contract/monitoring/overview";
import type { Gateway } from "@/lib/gateway/context";
import { isoOf } from "@/lib/core/values/time";
import { isReleased, isReleasedElsewhere } from "@/lib/gateway/controls/switch-seal";
import { SWITCH_NAMES } from "@/lib/core/kill-switch";

type SwitchView = Overview["switches"][number];

export const RELEASED_ELSEWHERE = "Its release was not made in Countersign, which counts as engaged.";

/**
 * The effective state of each switch: the environment, the global row or the tenant's row engages it. A missing row
 * counts as engaged, and so does one that was released past the app.
 */
export function switchViewsOf(
  rows: readonly SwitchRow[],
  {
    switchesFromEnvironment: fromEnvironment,
    startedAt,
  }: Pick<Gateway, "switchesFromEnvironment" | "startedAt">,
): SwitchView[] {
  return SWITCH_NAMES.map((name): SwitchView => {
    const own = rows.find((row) => row.name === name && row.tenantId !== null);
    const global = rows.find((row) => row.name === name && row.tenantId === null);
    if (fromEnvironment.includes(name)) {
      const since = startedAt.toISOString();
      return view(
        name,
        "environment",
        since,
        "Set in the environment when the process started.",
        null,
        false,
      );
    }
    if (!own || !global)
      return view(name, "global", null, "Its row cannot be read, which counts as engaged.", null, false);
    const acting = [global, own].find((row) => !isReleased(row));
    if (!acting) {
      return { ...view(name, null, own.changedAt, own.reason, own.changedByLabel, true), engaged: false };
    }
    return view(
      name,
      acting === own ? "tenant" : "global",
      acting.changedAt,
      reasonOf(acting),
      acting.engaged ? acting.changedByLabel : null,
      acting === own,
    );
  });
}

/** In a row that was released past the app, the name and the words are those of whoever did it: neither is shown. */
function reasonOf(row: SwitchRow): string | null {
  if (!isReleasedElsewhere(row)) return row.reason;
  const who =
    row.tenantId === null ? "The operator of this installation releases it again." : "Release it again.";
  return `${RELEASED_ELSEWHERE} ${who}`;
}

function view(
  name: SwitchView["name"],
  source: SwitchView["source"],
  since: string | null,
  reason: string | null,
  changedBy: string | null,
  releasable: boolean,
): SwitchView {
  const iso = isoOf(since);
  return { name, engaged: true, source, since: iso, reason, changed_by: changedBy, releasable };
}

/** The operator's own rows, whatever else engages a switch. A missing row counts as engaged. */
export function globalSwitchViewsOf(rows: readonly SwitchRow[]): GlobalSwitches["switches"] {
  return SWITCH_NAMES.map((name) => {
    const row = rows.find((each) => each.name === name && each.tenantId === null);
    if (!row) {
      const reason = "Its row cannot be read, which counts as engaged.";
      return { name, engaged: true, since: null, reason, changed_by: null };
    }
    return {
      name,
      engaged: !isReleased(row),
      since: isoOf(row.changedByLabel ? row.changedAt : null),
      reason: reasonOf(row),
      changed_by: isReleasedElsewhere(row) ? null : row.changedByLabel,
    };
  });
}
