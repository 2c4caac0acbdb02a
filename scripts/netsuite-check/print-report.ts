import type { Write } from "./find-bypasses";
import type { Line } from "./line";
import type { CheckReport } from "./run-checks";

const MARKS: Readonly<Record<Line["status"], string>> = { pass: "ok  ", warn: "warn", fail: "FAIL" };
const WRITES_SHOWN_MAX = 50;
const FIELDS_SHOWN_MAX = 3;

/** Counted by its writes, not as something that lacks. */
const isBypass = (line: Line) => line.id === "bypass" && line.status === "fail";

/** For people: a line per thing looked at, what to do under it, and a sum. */
export function formatReport({ lines, bypasses, exitCode }: CheckReport): string {
  const body = lines.flatMap((line) => [
    `${MARKS[line.status]}  ${line.found}`,
    ...(line.id === "bypass" ? formatWrites(bypasses) : []),
    ...(line.todo === null ? [] : [`      → ${line.todo}`]),
  ]);
  const count = (status: Line["status"]) =>
    lines.filter((line) => line.status === status && !isBypass(line)).length;
  const sum = `${count("pass")} ok, ${count("warn")} to look at, ${count("fail")} lacking`;
  const writes = bypasses.length === 0 ? "" : `, ${bypasses.length} written without a receipt`;
  return [...body, "", `${sum}${writes}; exit code ${exitCode}.`].join("\n");
}

function formatWrites(writes: readonly Write[]): string[] {
  const lines = writes.slice(0, WRITES_SHOWN_MAX).map((write) => `      - ${describeWrite(write)}`);
  const omitted = writes.length - lines.length;
  return omitted > 0 ? [...lines, `      - and ${omitted} more (-- --json lists all)`] : lines;
}

function describeWrite({ record, at, by, role, kind, context, fields }: Write): string {
  const changes = fields
    .slice(0, FIELDS_SHOWN_MAX)
    .map(({ field, from, to }) => `${field} ${from || "–"} → ${to || "–"}`);
  const more =
    fields.length > FIELDS_SHOWN_MAX ? `, and ${fields.length - FIELDS_SHOWN_MAX} more fields` : "";
  const when = at === null ? "at an unknown time" : at.replace("T", " ").replace(/:\d\d(\.\d+)?Z$/, " UTC");
  return `${when}  ${record.type} ${record.id}  ${by} as ${role} (${kind}, ${context || "context unknown"}): ${changes.join(", ")}${more}`;
}
