import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAccountSettings } from "./account/account-settings";
import { createRestletHost } from "./restlet-host";
import { type Run, GOVERNANCE_UNITS } from "./run";
import { openSdfProject } from "./sdf-project";
import { memoryJournal } from "./store/journal";
import { createSavedSearches } from "./search/saved-search";
import { RecordStore } from "./store/record-store";
import { seedRecords } from "./data/seed";

const now = () => new Date("2026-11-04T12:00:00.000Z");

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "suitescript-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function run(source: string, request: unknown = {}, units = GOVERNANCE_UNITS): unknown {
  const script = path.join(folder, "script.js");
  fs.writeFileSync(script, source);
  const store = new RecordStore({ journal: memoryJournal(), now, seed: () => seedRecords(now()) });
  const execution: Run = {
    store,
    searches: createSavedSearches([]),
    actionKey: null,
    request: {},
    parameters: {},
    session: createAccountSettings(openSdfProject()).session(),
    hooks: {},
    usage: { left: units },
    killed: null,
  };
  return createRestletHost({ now, log: () => {}, script }).post(execution, request);
}

describe("the script host", () => {
  it("a module that is not simulated is an error", () => {
    expect(() => run('define(["N/https"], () => ({ post: () => 1 }))')).toThrow("N/https is not simulated");
  });
  it("a script sees no process, no require and nothing of an earlier request", () => {
    const source = `define([], () => ({ post: () => {
      const types = [typeof process, typeof require, typeof globalThis.left];
      globalThis.left = true;
      return types;
    } }))`;
    expect(run(source)).toEqual(["undefined", "undefined", "undefined"]);
    expect(run(source)).toEqual(["undefined", "undefined", "undefined"]);
  });
  it("a script that runs out of governance is ended, and catching does not save it", () => {
    const source = `define(["N/record"], (record) => ({ post: () => {
      const load = () => { try { return record.load({ type: "customer", id: 701 }); } catch { return null; } };
      return [load() !== null, load() !== null, load() !== null];
    } }))`;
    expect(run(source, {}, 10)).toEqual([true, true, false]);
  });
  it("a misspelt field, sublist or record type is an error", () => {
    const load = (rest: string) =>
      `define(["N/record"], (record) => ({ post: () => record.load({ type: "customer", id: 701 })${rest} }))`;
    expect(() => run(load('.getValue({ fieldId: "creditlimitt" })'))).toThrow("creditlimitt");
    expect(() => run(load('.getLineCount({ sublistId: "pricing" })'))).toThrow("pricing");
    expect(() => run(load("").replace('"customer"', '"client"'))).toThrow("client");
  });
  it("a rate set on a line whose price level is not custom is lost, as in NetSuite", () => {
    const source = `define(["N/record"], (record) => ({ post: (request) => {
      const order = record.load({ type: "salesorder", id: 5001 });
      order.setSublistValue({ sublistId: "item", fieldId: "price", line: 0, value: request.level });
      order.setSublistValue({ sublistId: "item", fieldId: "rate", line: 0, value: 30 });
      order.save();
      return record.load({ type: "salesorder", id: 5001 }).getSublistValue({ sublistId: "item", fieldId: "rate", line: 0 });
    } }))`;
    expect(run(source, { level: "1" })).toBe(31.5);
    expect(run(source, { level: "-1" })).toBe(30);
  });
  it("numbers come out as JavaScript numbers and dates as dates, as NetSuite gives them", () => {
    const source = `define(["N/record"], (record) => ({ post: () => {
      const customer = record.load({ type: "customer", id: 701 });
      const date = customer.getValue({ fieldId: "lastmodifieddate" });
      return [typeof customer.getValue({ fieldId: "creditlimit" }), new Date(date).toISOString()];
    } }))`;
    expect(run(source)).toEqual(["number", "2026-11-03T12:00:00.000Z"]);
  });
});
