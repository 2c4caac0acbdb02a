import Link from "next/link";
import type { AuditFault } from "@/lib/contract/monitoring/audit";
import { actionHref } from "@/lib/view/views";
import { faultAdvice, subjectWords } from "./fault-words";
import { formatCount } from "@/lib/view/decimal";

/** The faults of one subject under its name, with the way to it and what to do. */
export function FaultList({ faults, total }: { faults: readonly AuditFault[]; total: number }) {
  const bySubject = new Map<string, AuditFault[]>();
  for (const fault of faults) {
    const key = `${fault.entity_type} ${fault.entity_id}`;
    bySubject.set(key, [...(bySubject.get(key) ?? []), fault]);
  }
  return (
    <div className="grid gap-2">
      <ul aria-label="Faults" className="grid gap-2">
        {[...bySubject].map(([key, group]) => (
          <li key={key} className="grid gap-2 rounded-lg border border-bad/30 bg-bad-soft p-3 text-sm">
            <p className="font-semibold text-bad">
              <SubjectName fault={group[0]!} />
            </p>
            <ul className="grid gap-2">
              {group.map((fault, index) => (
                <li key={`${fault.kind}-${fault.seq}-${index}`} className="grid gap-0.5">
                  <p className="wrap-anywhere">
                    {fault.text}
                    {fault.seq > 0 && <span className="text-ink-3"> Event {fault.seq}.</span>}
                  </p>
                  <p className="text-xs text-ink-2">
                    <code className="font-mono">{fault.kind}</code> · {faultAdvice(fault.kind)}
                  </p>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {total > faults.length && (
        <p className="text-sm text-ink-2">
          The first {faults.length} of {formatCount(total)} are listed. `npm run verify` on the exported
          ledger lists all.
        </p>
      )}
    </div>
  );
}

function SubjectName({ fault }: { fault: AuditFault }) {
  const name = subjectWords(fault.entity_type, fault.entity_id);
  if (fault.entity_type !== "proposed_action") return name;
  return (
    <Link className="underline underline-offset-2" href={actionHref(fault.entity_id)}>
      {name}
    </Link>
  );
}
