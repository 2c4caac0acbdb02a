import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { closeTab, openPage, openTab, tab } from "./testing/tab";

beforeEach(openTab);
afterEach(closeTab);

describe("the list of a phone", () => {
  test("in a page that was asked for takes the first tap", async () => {
    const page = openPage();
    const list = await page.run("reader");
    page.tap();
    expect(list.verdict()).toMatchObject({ tool: "touch", counts: true });
  });

  test("in another page takes a tap after a quiet second alone: the taps before it may have been meant for the page before", async () => {
    const page = openPage({ type: "reload" });
    const list = await page.run("reader");
    page.wait(999);
    page.tap();
    expect(list.verdict()).toMatchObject({ tool: "touch", counts: false });
    page.wait(999);
    page.tap();
    expect(list.verdict()).toMatchObject({ tool: "touch", counts: false });
    page.wait(1_000);
    page.tap();
    expect(list.verdict()).toMatchObject({ tool: "touch", counts: true });
  });
});

describe("a press in the page before", () => {
  const [spot, elsewhere] = [
    { x: 200, y: 700 },
    { x: 200, y: 650 },
  ];
  type Page = ReturnType<typeof openPage>;
  async function follow(press: (page: Page) => void) {
    const before = openPage();
    press(before);
    before.wait(60_000);
    before.go(true);
    before.leave();
    const page = openPage();
    return { page, list: await page.run("reader") };
  }

  test("asks the next page’s list for a quiet second where a finger taps the same spot, and nowhere else", async () => {
    for (const [place, isFirst] of [
      [spot, false],
      [{ x: 210, y: 690 }, false],
      [elsewhere, true],
    ] as const) {
      const { page, list } = await follow((before) => before.tap(spot));
      page.tap(place);
      expect(list.verdict(), `${place.y}`).toMatchObject({ tool: "touch", counts: isFirst });
    }
    const { page, list } = await follow((before) => before.tap(spot));
    page.wait(1_000);
    page.tap(spot);
    expect(list.verdict()).toMatchObject({ counts: true });
  });

  test("asks a mouse to move first, wherever it rests", async () => {
    const { page, list } = await follow((before) => before.tap(spot, "mouse"));
    page.wait(60_000);
    page.tap(spot, "mouse");
    expect(list.verdict()).toMatchObject({ tool: "mouse", counts: false });
    page.tap(elsewhere, "mouse");
    expect(list.verdict()).toMatchObject({ tool: "mouse", counts: true });
  });

  test("does so also where a key came in the next page before its code ran", async () => {
    const before = openPage();
    before.tap(spot);
    before.leave();
    const page = openPage();
    vi.stubGlobal("earlyInput", { at: 0, by: "key" });
    const list = await page.run("reader");
    page.tap(spot);
    expect(list.verdict()).toMatchObject({ counts: false });
  });

  test("is over once a key was pressed there, and is told to the next page alone", async () => {
    const { page, list } = await follow((before) => {
      before.tap(spot);
      before.press();
    });
    page.tap(spot);
    expect(list.verdict()).toMatchObject({ counts: true });
    await follow((before) => before.tap(spot));
    expect(tab.stored.size).toBe(0);
  });

  test.each(["", "touch", "1,2,3", "-1,5", "1e3,4"])(
    "may have been anywhere where its kept place is broken or forged: “%s”",
    async (value) => {
      tab.stored.set("countersign.last-press", value);
      const page = openPage();
      const list = await page.run("reader");
      page.tap(elsewhere);
      expect(list.verdict()).toMatchObject({ counts: false });
    },
  );

  test("takes nothing from a key on the card that the page opened with", async () => {
    const before = openPage();
    before.tap(spot);
    before.go(true);
    before.leave();
    const page = openPage();
    page.wait(100);
    const card = await page.run();
    page.press();
    expect(card.verdict()).toMatchObject({ tool: "key", counts: true, viewMs: 300 });
  });
});
