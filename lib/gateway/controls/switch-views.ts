import type { SwitchRow } from "@/db/queries/controls/kill-switches";
import type { Overview } from "@/lib/contract/action-view";

type SwitchView = Overview["switches"][number];

const names = ["ns_writes", "proposed_apply", "high_risk_ops"] as const;

/** Each switch as it acts: engaged by the environment, for everybody, or for this tenant. A missing row counts as engaged. */
export function switchViewsOf(rows: readonly SwitchRow[], fromEnvironment: readonly string[]): SwitchView[] {
  return names.map((name): SwitchView => {
    const own = rows.find((row) => row.name === name && row.tenant_id !== null);
    const global = rows.find((row) => row.name === name && row.tenant_id === null);
    if (fromEnvironment.includes(name)) {
      return view(name, "environment", null, "Set in the environment when the process started.", null, false);
    }
    if (!own || !global)
      return view(name, "global", null, "Its row cannot be read, which counts as engaged.", null, false);
    const acting = global.engaged ? global : own.engaged ? own : null;
    if (!acting) {
      return { ...view(name, null, own.changed_at, own.reason, own.changed_by_label, true), engaged: false };
    }
    return view(
      name,
      acting === own ? "tenant" : "global",
      acting.changed_at,
      acting.reason,
      acting.changed_by_label,
      acting === own,
    );
  });
}

function view(
  name: SwitchView["name"],
  source: SwitchView["source"],
  since: string | null,
  reason: string | null,
  changedBy: string | null,
  releasable: boolean,
): SwitchView {
  const iso = since === null ? null : new Date(since).toISOString();
  return { name, engaged: true, source, since: iso, reason, changed_by: changedBy, releasable };
}
