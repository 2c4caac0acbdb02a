import { expect, test, vi } from "vitest";
import { showBadge } from "./badge";

const holder = () => ({ setAppBadge: vi.fn(async () => {}), clearAppBadge: vi.fn(async () => {}) });

test("the icon carries the number that waits, and none when nothing does", () => {
  const icon = holder();
  showBadge(icon, 12);
  expect(icon.setAppBadge).toHaveBeenCalledExactlyOnceWith(12);
  showBadge(icon, 0);
  expect(icon.clearAppBadge).toHaveBeenCalledOnce();
});

test("a browser without badges, or a system that refuses them, disturbs nothing", async () => {
  showBadge({}, 3);
  const refusing = { setAppBadge: () => Promise.reject(new Error("NotAllowedError")) };
  showBadge(refusing, 3);
  await Promise.resolve();
});
