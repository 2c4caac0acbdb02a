import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import { type ProposalPayload, VALUE_IDS, inOneSpelling } from "@/lib/core/payload/payload";
import { actionTypeOf } from "@/lib/action-types/registry";
import type { ActionTypeDefinition } from "@/lib/action-types/shared/definition";
import { placesOf } from "@/lib/action-types/shared/effects";
import { partTexts } from "@/lib/action-types/shared/target";
import { writesOf, isRoll } from "./lines";

/** A value that a payload sets, with the place that it is set at. Two values at one place cannot both stand there. */
export interface SetValue {
  /** The record under NetSuite's own ids, with the field. Null: NetSuite could not be asked. */
  place: string | null;
  /** The same by the names that the payload says, whatever its action type calls itself. */
  namedPlace: string;
  field: string;
  value: string;
  /** Where a caller says it: `lines[3].changes[0].to`, or `action_type` for a change that the type implies. */
  path: string;
}

/**
 * The values that a payload sets, line by line. Empty for a type that adds records (`effect` is `create`): a second note, build or
 * adjustment takes nothing from the first. Two types whose fields are one place in NetSuite have the same place here.
 */
export function setValuesOf(payload: ProposalPayload): SetValue[] {
  return writesOf(payload).flatMap((write, index) => {
    const definition = actionTypeOf(write.action_type);
    if (definition?.effect !== "update") return [];
    const line = isRoll(payload.action_type) ? `lines[${index}].` : "";
    const { recordIds, names } = whereOf(definition, write);
    return write.changes.flatMap(({ field, to }, at) =>
      placesOf(definition, field, [write.entity_type]).map((place) => ({
        place: recordIds && canonicalHash({ place, ...recordIds }),
        namedPlace: canonicalHash({ place, names }),
        field,
        value: to === null ? "" : String(to),
        path: isImplied(definition, field) ? "action_type" : `${line}changes[${at}].to`,
      })),
    );
  });
}

/** The ids that lead to the record and within it, and the names. Other ids of the record say what is written, or belong to another type. */
function whereOf(definition: ActionTypeDefinition, { record, ...write }: ProposalPayload) {
  const texts = partTexts(
    definition.target.filter((part) => !part.written),
    write,
  );
  const names = Object.entries(texts).flatMap(([name, text]) =>
    text === null ? [] : [[name, inOneSpelling(text)] as const],
  );
  const ids = definition.pinnedIds.flatMap((name) =>
    (VALUE_IDS as readonly string[]).includes(name) || record?.[name] === undefined
      ? []
      : [[name, record[name]] as const],
  );
  return {
    recordIds: record ? { type: record.type, id: record.id, ids: Object.fromEntries(ids) } : null,
    names: Object.fromEntries(names),
  };
}

const isImplied = ({ implied = [] }: ActionTypeDefinition, field: string): boolean =>
  implied.some((change) => change.field === field);
