import type { ActionTypeDefinition, LiveRead } from "@/lib/action-types/shared/definition";
import { actionTypeOf, fieldOf } from "@/lib/action-types/registry";
import { partTexts } from "@/lib/action-types/shared/target";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { isSayable } from "@/lib/core/values/sayable";

/**
 * A payload in one sentence that its texts cannot end. Where one of them could pose as words of ours, the sentence names the
 * kind of write and its subject alone, and every text stands on a line of its own.
 */

interface Saying {
  sentence: string;
  /** False: the sentence names the kind and the subject alone. */
  sayable: boolean;
}

/** The sentence of a write. `live` supplies the present names and values; null: NetSuite was not read. */
export function describeWrite(payload: ProposalPayload, live: LiveRead | null): Saying {
  const definition = actionTypeOf(payload.action_type);
  if (!definition) {
    const sentence = "A write that this version cannot put into words";
    return { sentence, sayable: isSayable(payload.entity_ref) };
  }
  const names = namesIn(definition, payload, live);
  const texts = [...names, ...textsIn(definition, payload)];
  if (texts.every(isSayable)) return { sentence: definition.sentence(payload, live), sayable: true };
  const { title } = definition;
  const sentence = names.every(isSayable) ? `${title} · ${definition.subject(payload, live)}` : title;
  return { sentence, sayable: false };
}

/** True if the sentence says this change: an emptied field is never said. */
export function isSaid(
  { action_type }: ProposalPayload,
  { field, to }: ProposalPayload["changes"][number],
  { sayable }: Saying,
): boolean {
  return sayable && to !== null && (actionTypeOf(action_type)?.says.includes(field) ?? false);
}

/** The texts that say on what it is written: they are part of the subject or of the sentence. */
function namesIn(
  { target, lines, rollFigures }: ActionTypeDefinition,
  payload: ProposalPayload,
  live: LiveRead | null,
): string[] {
  if (lines) return [payload.entity_ref, rollFigures?.(payload, live)?.party ?? ""];
  const parts = partTexts(target, payload);
  const names = target.filter(({ written }) => !written).map(({ name }) => parts[name]);
  return [payload.entity_ref, ...names].filter((name) => typeof name === "string");
}

/** The texts to write that the sentence says. */
function textsIn({ type, target, says }: ActionTypeDefinition, payload: ProposalPayload): string[] {
  const parts = partTexts(target, payload);
  const beside = target.filter(({ name, written }) => written && says.includes(name));
  const changes = payload.changes.filter(
    ({ field }) => says.includes(field) && fieldOf(type, field)?.kind === "text",
  );
  return [...beside.map(({ name }) => parts[name]), ...changes.flatMap(({ from, to }) => [from, to])].filter(
    (text) => typeof text === "string",
  );
}
