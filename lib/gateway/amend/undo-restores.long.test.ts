import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EXAMPLE_PAYLOADS as payloads, EXAMPLE_RECORDS } from "@/lib/action-types/payload/examples";
import { type ActionType, RESTLET_ACTION_TYPES, actionTypeOf } from "@/lib/action-types/registry";
import type { ActionTypeDefinition, Field } from "@/lib/action-types/shared/definition";
import type { ProposalPayload, ProposedChange } from "@/lib/core/payload/payload";
import { amendmentsOf } from "@/lib/gateway/testing/amendments";
import { proposeAndApprove, standOf } from "@/lib/gateway/testing/deliver";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** The undo that a type offers is a proposal like any other, and leaves the record as it was before the write. */

const world = await useWorld();

const undoable = RESTLET_ACTION_TYPES.filter((type) => definitionOf(type).undo(payloads[type]) !== null);

const versionFields = ["version", "last_modified_at", "last_modified_by", "lastmodifieddate"];

/** The record as an outsider sees it. A field that the type only implies stays as it is when the rest is undone. */
async function lookAt(type: ActionType): Promise<Record<string, unknown>> {
  const { type: recordType, id } = EXAMPLE_RECORDS[type];
  const record = await world.account.look(recordType, id);
  expect(record.httpStatus).toBe(200);
  const implied = (definitionOf(type).implied ?? []).map(({ field }) => field);
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => ![...versionFields, ...implied].includes(name)),
  );
}

async function apply(input: Record<string, unknown>): Promise<ProposalPayload> {
  const { id, pushId } = await proposeAndApprove(world, input);
  await world.push(pushId);
  expect(await standOf(world, id)).toMatchObject({ push: "applied", action: "applied" });
  return (await amendmentsOf(world).rowOf(id)).payload_json;
}

/** Any new values for the fields of the type; a `from` that is left out is bound to the live value. */
function valuesOf(type: ActionType): fc.Arbitrary<Record<string, string>> {
  const { fields, implied = [], onlyTo, anyField } = definitionOf(type);
  const free = fields.filter(({ field }) => !implied.some((one) => one.field === field));
  const values = free.map((field) => {
    const example = payloads[type].changes.find((change) => change.field === field.field)!;
    return [field.field, onlyTo === undefined ? valueOf(field, example) : fc.constant(onlyTo)] as const;
  });
  const record = fc.record(Object.fromEntries(values), anyField ? { requiredKeys: [] } : {});
  return (record as fc.Arbitrary<Record<string, string>>).filter(
    (changed) => Object.keys(changed).length > 0,
  );
}

function valueOf({ kind, range }: Field, { from, to }: ProposedChange): fc.Arbitrary<string> {
  if (kind === "text") return fc.constant(String(to));
  // A difference takes no more away than there was.
  if (range?.notZero)
    return fc.integer({ min: 10 - Number(from), max: 9_999 }).map((by) => String(by === 0 ? 0.5 : by));
  const max = Math.min(9_999_999, Number(range?.most ?? 100_000) * 100);
  return fc.integer({ min: 1, max }).map((value) => (value / 100).toFixed(2));
}

function definitionOf(type: ActionType): ActionTypeDefinition {
  return actionTypeOf(type)!;
}

test("every type with an undo is tried below, and those without are known", () => {
  expect(RESTLET_ACTION_TYPES.filter((type) => !undoable.includes(type)).sort()).toEqual([
    "ar_note",
    "assembly_build",
    "note_attachment",
  ]);
});

describe.each(undoable)("%s", (type) => {
  test("applied and undone leaves the record as it was", async () => {
    const { action_type, entity_type, entity_ref, context } = payloads[type];
    await fc.assert(
      fc.asyncProperty(valuesOf(type), async (to) => {
        const before = await lookAt(type);
        const changes = Object.entries(to).map(([field, value]) => ({ field, to: value }));
        const written = await apply({ action_type, entity_type, entity_ref, context, changes });
        const changed = written.changes.some((change) => change.from !== change.to);
        if (changed) expect(await lookAt(type), "applied").not.toEqual(before);
        const back = definitionOf(type).undo(written);
        await apply({ ...back! });
        expect(await lookAt(type), "undone").toEqual(before);
      }),
      { numRuns: definitionOf(type).onlyTo === undefined ? 8 : 1, seed: 20_261_120 },
    );
  });
});
