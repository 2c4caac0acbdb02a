import type { ProposalPayload } from "@/lib/core/payload/payload";

/** The parts of a target: which record a proposal means, in the words that lead NetSuite to it. */

export interface TargetPart<Name extends string = string> {
  name: Name;
  /** Where the value comes from: the first of these keys that holds one; `entity_ref` means the proposal's own. */
  from: readonly string[];
  required: boolean;
  /** The text itself is written, beside the changes; otherwise it only says where. */
  written?: boolean;
  /** The form of a text that is no name: a day (`2026-11-20`), or a decimal from zero up. */
  kind?: "date" | "quantity";
}

export const entity = <const Name extends string>(name: Name): TargetPart<Name> => ({
  name,
  from: ["entity_ref"],
  required: true,
});

export const fromContext = <const Name extends string>(
  name: Name,
  keys: readonly string[],
  more: Pick<TargetPart, "kind"> & { required?: true } = {},
): TargetPart<Name> => ({ name, from: keys, required: false, ...more });

export const writtenText = <const Name extends string>(
  name: Name,
  keys: readonly string[],
  more: Pick<TargetPart, "kind"> = {},
): TargetPart<Name> => ({ name, from: keys, required: false, written: true, ...more });

export const customerName: readonly string[] = ["customer", "customer_id"];
export const locationName: readonly string[] = ["location", "location_id"];

/** A target and its reader. Words about a write take the target from here, so that people read the text that is sent. */
export interface Target<Name extends string> {
  parts: readonly TargetPart<Name>[];
  /** One part as it is sent; null where the proposal says nothing of it. */
  text(payload: ProposalPayload, name: Name): string | null;
}

export function targetOf<const Name extends string>(...parts: TargetPart<Name>[]): Target<Name> {
  const partOf = new Map(parts.map((part) => [part.name, part]));
  return {
    parts,
    text(payload, name) {
      const part = partOf.get(name);
      return part ? partText(part, payload) : null;
    },
  };
}

export const partTexts = (
  parts: readonly TargetPart[],
  payload: ProposalPayload,
): Record<string, string | null> =>
  Object.fromEntries(parts.map((part) => [part.name, partText(part, payload)]));

/** A list asks for twenty parts of each of its rows: they are read where they stand, without an object of all keys. */
function partText({ from }: TargetPart, payload: ProposalPayload): string | null {
  for (const key of from) {
    const text = textOf(sourceOf(payload, key));
    if (text) return text;
  }
  return null;
}

function sourceOf(payload: ProposalPayload, key: string): unknown {
  if (key === "entity_ref") return payload.entity_ref;
  if (key === "entity_type") return payload.entity_type;
  return payload.context?.[key];
}

export function textOf(value: unknown): string | null {
  if (typeof value === "string") return value.trim();
  return typeof value === "number" ? String(value) : null;
}
