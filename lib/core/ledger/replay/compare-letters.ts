import { canonicalText, sha256Hex } from "@/lib/core/ledger/payload-hash";
import { RETENTION_MEANINGS } from "@/lib/core/ledger/retention";
import type { EventBody } from "./event-body";
import type { ActionEvidence, LetterEvidence } from "./evidence";
import type { FaultList } from "./fault";

interface LetterRow {
  id: number;
  push_id: number;
}

const dayMs = 86_400_000;
/** Events that answer dead letters, of one push or of all. */
const answers = [
  "push.revived",
  "push.retry_requested",
  "push.found_written",
  "push.lines_cancelled",
  "hitl.cancelled",
  "hitl.superseded",
];

/** The dead letters against the events of pushes that gave up, and their answers against the events that answered. */
export function compareLetters(
  bodies: readonly EventBody[],
  { letters, pushes }: ActionEvidence,
  list: FaultList,
): void {
  const ends = bodies.filter(({ type }) => type === "push.dead");
  if (letters.length < ends.length)
    list.add("dead_letter_missing", "The dead letter of a push that gave up is gone.", ends.at(-1)!.seq);
  if (letters.length > ends.length)
    list.add("dead_letter_without_event", "A dead letter is on file that no event speaks of.");
  const hashes = new Set(ends.map(({ rows }) => rows?.letter));
  const isSealed = !hashes.has(undefined);
  const payloads = new Map(
    pushes.map(({ evidence }) => {
      const { id, payload_json: payload } = JSON.parse(evidence) as { id: number; payload_json: unknown };
      return [id, canonicalText(payload)] as const;
    }),
  );
  const rows = letters.map(({ evidence }) => JSON.parse(evidence) as LetterRow);
  for (const [index, letter] of letters.entries()) {
    const row = rows[index]!;
    const isKnown = !isSealed || hashes.has(sha256Hex(letter.evidence));
    if (!isKnown || !holdsPayload(letter, payloads.get(row.push_id)))
      list.add("dead_letter_differs", `Dead letter ${row.id} is not the one that was sealed.`);
    if (!isAnswered(letter, answerOf(row, rows, bodies)))
      list.add("dead_letter_replay_differs", `No event answers dead letter ${row.id} as its row says.`);
  }
}

/** A copy of the push's payload, until retention blanks that of an answered one. */
function holdsPayload(
  { payload, blankedAt, replayedAt }: LetterEvidence,
  original: string | undefined,
): boolean {
  const held = canonicalText(JSON.parse(payload));
  if (blankedAt === null) return held === original;
  const earliest = Date.parse(String(replayedAt)) + RETENTION_MEANINGS.dead_letter_payloads.daysMin * dayMs;
  return held === "{}" && Date.parse(blankedAt) >= earliest;
}

function isAnswered({ replayedAt, replayedBy }: LetterEvidence, answer: EventBody | null): boolean {
  if (replayedAt === null) return answer === null;
  if (answer === null) return false;
  return [answer.actor.label, `cancelled by ${answer.actor.label}`].includes(replayedBy ?? "");
}

/** The first event that answers this letter: after the end of its push of which it speaks, the n-th one of the n-th letter. */
function answerOf(
  letter: LetterRow,
  letters: readonly LetterRow[],
  bodies: readonly EventBody[],
): EventBody | null {
  const { push_id: pushId } = letter;
  const nth = letters.filter((other) => other.push_id === pushId && other.id < letter.id).length;
  const ends = bodies.filter(({ type, details }) => type === "push.dead" && details.push_id === pushId);
  const end = ends[nth];
  if (!end) return null;
  return (
    bodies.find(({ seq, type, details }) => {
      const ids = details.push_ids as number[] | undefined;
      return seq > end.seq && answers.includes(type) && (ids === undefined || ids.includes(pushId));
    }) ?? null
  );
}
