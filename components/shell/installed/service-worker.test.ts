import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { beforeEach, describe, expect, test } from "vitest";

/** The service worker's part in notifications, in a scope that stands in for the browser's. */

const source = readFileSync(new URL("../../../public/sw.js", import.meta.url), "utf8");
const origin = "https://sign.example";

interface Client {
  visibilityState: string;
  focus(): Promise<Client>;
  navigate(url: string): Promise<void>;
}
let shown: [title: string, options: Record<string, unknown>][];
let went: string[];
let windows: Client[];
let listeners: Record<string, (event: Record<string, unknown>) => void>;

beforeEach(() => {
  shown = [];
  went = [];
  windows = [];
  listeners = {};
  const self = {
    addEventListener: (type: string, listener: (event: Record<string, unknown>) => void) => {
      listeners[type] = listener;
    },
    location: { origin },
    registration: {
      showNotification: async (title: string, options: Record<string, unknown>) =>
        void shown.push([title, options]),
    },
    clients: {
      matchAll: async () => windows,
      openWindow: async (url: string) => void went.push(`new ${url}`),
    },
  };
  runInContext(source, createContext({ self, URL }));
});

async function happen(type: string, event: Record<string, unknown>): Promise<void> {
  let work: unknown;
  listeners[type]!({ ...event, waitUntil: (promise: unknown) => (work = promise) });
  await work;
}
const pushed = (text: string) => happen("push", { data: { json: () => JSON.parse(text) as unknown } });
const pressed = (url: unknown) =>
  happen("notificationclick", { notification: { close: () => {}, data: { url } } });

describe("what comes by push", () => {
  test("is shown in its own words, under its tag", async () => {
    await pushed(JSON.stringify({ title: "Question #7", body: "It waits.", url: "/questions/7", tag: "q7" }));
    expect(shown).toEqual([
      [
        "Question #7",
        expect.objectContaining({ body: "It waits.", tag: "q7", data: { url: "/questions/7" } }),
      ],
    ]);
  });
  test("is shown whatever it is: a browser ends the subscription of an app that shows nothing", async () => {
    await pushed("no JSON");
    await happen("push", { data: null });
    expect(shown.map(([title]) => title)).toEqual(["Countersign", "Countersign"]);
  });
});

describe("a press on it", () => {
  const client = (visibilityState: string): Client => {
    const it: Client = {
      visibilityState,
      focus: async () => it,
      navigate: async (url) => void went.push(`${visibilityState} ${url}`),
    };
    return it;
  };
  test("opens the page in a window that is there, the visible one first, or in a new one", async () => {
    await pressed("/questions/7?x=1");
    windows = [client("hidden"), client("visible")];
    await pressed("/questions/7");
    expect(went).toEqual(["new /questions/7?x=1", "visible /questions/7"]);
  });
  test.each(["https://evil.example/x", "//evil.example/x", undefined])(
    "never leaves this site: %s",
    async (url) => {
      await pressed(url);
      expect(went).toEqual(["new /"]);
    },
  );
});
