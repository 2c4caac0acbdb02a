import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** A tab's storage, which a reload of the page leaves as it is. */
function storageOf(entries: Map<string, string>) {
  return {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  };
}

const entries = new Map<string, string>();
/** The page's code as a reload begins it. */
async function reload() {
  vi.resetModules();
  return import("./drafts");
}
beforeEach(() => vi.stubGlobal("sessionStorage", storageOf(entries)));
afterEach(() => {
  vi.unstubAllGlobals();
  entries.clear();
});

test("a draft is there again after a reload, with the version that it began from", async () => {
  const before = await reload();
  before.keepDraft("7", { text: "workflow: a", base: 2 });
  expect((await reload()).draftAt("7")).toEqual({ text: "workflow: a", base: 2 });
  expect((await reload()).draftAt("8")).toBeNull();
});

test("a draft that was stored or discarded is gone, also after a reload", async () => {
  const page = await reload();
  page.keepDraft("7", { text: "workflow: a", base: 2 });
  page.keepDraft("7", null);
  expect(page.draftAt("7")).toBeNull();
  expect((await reload()).draftAt("7")).toBeNull();
});

test("whatever else stands in the storage is no draft", async () => {
  entries.set("countersign.workflow.7", "{");
  entries.set("countersign.workflow.8", '{"text": 7}');
  const page = await reload();
  expect([page.draftAt("7"), page.draftAt("8")]).toEqual([null, null]);
});

test("a browser that keeps nothing keeps the draft until the page is loaded again", async () => {
  const refuse = () => {
    throw new Error("denied");
  };
  vi.stubGlobal("sessionStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  const page = await reload();
  page.keepDraft("7", { text: "workflow: a", base: 0 });
  expect(page.draftAt("7")?.text).toBe("workflow: a");
  expect((await reload()).draftAt("7")).toBeNull();
});
