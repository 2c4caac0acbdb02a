import { normaliseDecimal } from "../store/decimals";
import { type PermissionLevel, maySee } from "../account/session";
import { type Run, chargeUnits } from "../run";
import { applyBusinessRules } from "../store/business-rules";
import { type FieldType, type RecordTypeSchema, RECORD_TYPES } from "../store/schema";
import type { StoredRecord, StoredValue } from "../store/stored-record";
import { suiteError } from "./error";

/** N/record in standard mode: load, create, values, lines, save with NetSuite's change check. */
export function createRecordModule(run: Run) {
  return {
    load({ type, id }: { type: string; id: string | number }) {
      const schema = schemaOf(type);
      requirePermission(run, type, "VIEW");
      chargeUnits(run, schema.units.load);
      const stored = run.store.get(type, String(id));
      if (!stored) throw suiteError("RCRD_DSNT_EXIST", "That record does not exist.");
      return scriptRecord(run, schema, stored, false);
    },
    /** Dynamic mode sources fields while they are set; nothing of ours reads those before the save. */
    create({ type }: { type: string; isDynamic?: boolean }) {
      const schema = schemaOf(type);
      requirePermission(run, type, "CREATE");
      chargeUnits(run, schema.units.load);
      const blank = {
        type,
        id: "",
        version: 0,
        lastModifiedAt: "",
        lastModifiedBy: "",
        fields: {},
        sublists: {},
      };
      return scriptRecord(run, schema, blank, true);
    },
  };
}

type ScriptValue = string | number | boolean | Date | null | undefined;
interface FieldOptions {
  fieldId: string;
}
interface LineOptions extends FieldOptions {
  sublistId: string;
  line: number;
}

function scriptRecord(run: Run, schema: RecordTypeSchema, stored: StoredRecord, isNew: boolean) {
  const linesOf = (sublistId: string) => (stored.sublists[sublistId] ??= []);
  return {
    type: stored.type,
    id: isNew ? null : stored.id,
    getValue({ fieldId }: FieldOptions) {
      return toScript(fieldType(schema, fieldId), stored.fields[fieldId]);
    },
    getText({ fieldId }: FieldOptions) {
      if (!schema.named[fieldId])
        throw suiteError("SSS_INVALID_FIELD_ID", `The text of ${fieldId} is not simulated.`);
      return run.store.inNames(stored).fields[fieldId] ?? "";
    },
    setValue({ fieldId, value }: FieldOptions & { value: ScriptValue }) {
      stored.fields[fieldId] = toStored(fieldType(schema, fieldId), value, fieldId);
    },
    getLineCount({ sublistId }: { sublistId: string }) {
      sublistType(schema, sublistId);
      return linesOf(sublistId).length;
    },
    getSublistValue({ sublistId, fieldId, line }: LineOptions) {
      const type = fieldType({ fields: sublistType(schema, sublistId) }, fieldId);
      return toScript(type, linesOf(sublistId)[line]?.[fieldId]);
    },
    setSublistValue({ sublistId, fieldId, line, value }: LineOptions & { value: ScriptValue }) {
      const type = fieldType({ fields: sublistType(schema, sublistId) }, fieldId);
      const lines = linesOf(sublistId);
      if (line > lines.length)
        throw suiteError("SSS_INVALID_SUBLIST_OPERATION", "Lines are added one after another.");
      const row = (lines[line] ??= {});
      row[fieldId] = toStored(type, value, fieldId);
    },
    findSublistLineWithValue({
      sublistId,
      fieldId,
      value,
    }: Omit<LineOptions, "line"> & { value: ScriptValue }) {
      fieldType({ fields: sublistType(schema, sublistId) }, fieldId);
      return linesOf(sublistId).findIndex((line) => line[fieldId] === String(value));
    },
    ...matrixCalls(schema, stored),
    save: () => save(run, schema, stored, isNew),
  };
}

interface MatrixOptions extends FieldOptions {
  sublistId: string;
  column: number;
}

/** Sublists with columns: the header says at what quantity a column starts, `price_2_` is a line's second cell. */
function matrixCalls(schema: RecordTypeSchema, stored: StoredRecord) {
  const headersOf = ({ sublistId, fieldId }: { sublistId: string; fieldId: string }): string[] => {
    const matrix = schema.matrices[sublistId];
    if (matrix?.field !== fieldId)
      throw suiteError("SSS_INVALID_SUBLIST", `${sublistId}.${fieldId} is no matrix field.`);
    return (stored.fields[matrix.headers] ?? "").split(",").filter((text) => text !== "");
  };
  const cellOf = (options: MatrixOptions & { line: number }) => {
    const row = stored.sublists[options.sublistId]?.[options.line];
    if (!row || options.column >= headersOf(options).length)
      throw suiteError("SSS_INVALID_SUBLIST_OPERATION", "There is no such cell.");
    return { row, name: `${options.fieldId}_${options.column + 1}_` };
  };
  return {
    getMatrixHeaderCount: (options: { sublistId: string; fieldId: string }) => headersOf(options).length,
    getMatrixHeaderValue: (options: MatrixOptions) => Number(headersOf(options)[options.column]),
    getMatrixSublistValue(options: MatrixOptions & { line: number }) {
      const { row, name } = cellOf(options);
      return toScript("number", row[name]);
    },
    setMatrixSublistValue(options: MatrixOptions & { line: number; value: ScriptValue }) {
      const { row, name } = cellOf(options);
      row[name] = toStored("number", options.value, options.fieldId);
    },
  };
}

function save(run: Run, schema: RecordTypeSchema, stored: StoredRecord, isNew: boolean): number {
  chargeUnits(run, schema.units.save);
  requirePermission(run, stored.type, isNew ? "CREATE" : "EDIT");
  const moment = { record: stored, isNew, isBookkeeping: schema.bookkeeping === true };
  run.hooks.beforeSave?.(moment, run);
  requireFields(schema, stored);
  if (isNew) requireFreeExternalId(run, stored);
  else requireUnchanged(run, schema, stored);
  if (isNew) stored.id = run.store.nextId(stored.type);
  const { record, effects } = applyBusinessRules(stored, run.store);
  run.store.apply({
    puts: [record],
    effects,
    by: run.session.author,
    actionKey: run.actionKey,
    source: "restlet",
  });
  run.hooks.afterSave?.(moment, run);
  return Number(stored.id);
}

/** @throws SuiteScriptError where the session's role lacks it. */
export function requirePermission(run: Run, type: string, level: PermissionLevel): void {
  if (maySee(run.session, type, level)) return;
  throw suiteError("INSUFFICIENT_PERMISSION", `Permission Violation: you need ${level} for ${type}.`);
}

function requireFields(schema: RecordTypeSchema, stored: StoredRecord): void {
  const missing = schema.required.filter((field) => !stored.fields[field]);
  if (missing.length > 0) throw suiteError("USER_ERROR", `Please enter value(s) for: ${missing.join(", ")}`);
}

function requireFreeExternalId(run: Run, stored: StoredRecord): void {
  const externalId = stored.fields.externalid;
  if (!externalId || !run.store.byExternalId(stored.type, externalId)) return;
  throw suiteError(run.hooks.duplicateName ?? "DUP_RCRD", "This record already exists");
}

function requireUnchanged(run: Run, schema: RecordTypeSchema, stored: StoredRecord): void {
  const current = run.store.get(stored.type, stored.id);
  if (!current) throw suiteError("RCRD_DSNT_EXIST", "That record does not exist.");
  if (current.version !== stored.version) throw suiteError(schema.collisionCode, "Record has been changed");
}

function schemaOf(type: string): RecordTypeSchema {
  const schema = RECORD_TYPES[type];
  if (!schema) throw suiteError("INVALID_RCRD_TYPE", `The record type [${type}] is invalid.`);
  return schema;
}

function sublistType(schema: RecordTypeSchema, sublistId: string): Record<string, FieldType> {
  const sublist = schema.sublists[sublistId];
  if (!sublist) throw suiteError("SSS_INVALID_SUBLIST", `The sublist ${sublistId} is invalid.`);
  return sublist;
}

/** NetSuite ignores an unknown field; here it is an error, so that a misspelt one cannot pass the tests. */
function fieldType(schema: { fields: Record<string, FieldType> }, fieldId: string): FieldType {
  const type = schema.fields[fieldId];
  if (!type) throw suiteError("SSS_INVALID_FIELD_ID", `The field ${fieldId} is invalid.`);
  return type;
}

/** Numbers come out as JavaScript numbers and dates as dates; an empty field is the empty text. */
function toScript(type: FieldType, value: StoredValue | undefined): string | number | boolean | Date {
  if (value === null || value === undefined) return "";
  if (type === "number") return Number(value);
  if (type === "date") return new Date(value);
  return type === "checkbox" ? value === "T" : value;
}

function isDate(value: ScriptValue): value is Date {
  return Object.prototype.toString.call(value) === "[object Date]";
}

function toStored(type: FieldType, value: ScriptValue, fieldId: string): StoredValue {
  if (value === null || value === undefined || value === "") return null;
  // A script's dates come from a context of their own.
  if (isDate(value)) return value.toISOString();
  if (type === "checkbox") return value === true || value === "T" ? "T" : "F";
  if (type !== "number") return String(value);
  const decimal = normaliseDecimal(String(value));
  if (decimal === null) throw suiteError("INVALID_FLD_VALUE", `Invalid number in field ${fieldId}`);
  return decimal;
}
