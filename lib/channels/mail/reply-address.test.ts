import { describe, expect, test } from "vitest";
import { type ReplySubject, readReplyAddress, replyAddressOf } from "./reply-address";

const inbox = { local: "reply", domain: "in.sign.example" };
const now = new Date("2026-11-28T08:00:00.000Z");
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);
const subject: ReplySubject = { kind: "question", id: 4_711, tenantId: 12, userId: 34 };
const address = replyAddressOf(subject, inbox, now)!;

test("an address says whose reply to what it is, and fits into what mail servers take", () => {
  expect(address).toMatch(/^reply\+[a-z2-7]{55}@in\.sign\.example$/);
  expect(address.split("@")[0]!.length).toBeLessThanOrEqual(64);
  expect(readReplyAddress(address, inbox, now)).toEqual({ ...subject, isExpired: false });
  expect(readReplyAddress(address.toUpperCase(), inbox, now)).toEqual({ ...subject, isExpired: false });
  const largest = { kind: "action", id: 2 ** 40 - 1, tenantId: 2 ** 32 - 1, userId: 2 ** 32 - 1 } as const;
  expect(readReplyAddress(replyAddressOf(largest, inbox, now)!, inbox, now)).toMatchObject(largest);
  expect(replyAddressOf({ ...largest, id: 2 ** 40 }, inbox, now)).toBeNull();
});

test("it ends after thirty days", () => {
  expect(readReplyAddress(address, inbox, later(29.99))).toMatchObject({ isExpired: false });
  expect(readReplyAddress(address, inbox, later(30))).toMatchObject({ isExpired: true });
});

describe("it is none of ours", () => {
  test("where any one character of it is another", () => {
    for (let at = 0; at < address.length; at += 1) {
      const other = address[at] === "b" ? "c" : "b";
      expect(readReplyAddress(address.slice(0, at) + other + address.slice(at + 1), inbox, now)).toBeNull();
    }
  });
  test.each([
    "",
    "reply@in.sign.example",
    "reply+@in.sign.example",
    `${address}x`,
    `x${address}`,
    address.replace("@", "@evil."),
    address.replace("@in", "@IN.x"),
    `reply+${"a".repeat(55)}@in.sign.example`,
  ])("%j", (text) => {
    expect(readReplyAddress(text, inbox, now)).toBeNull();
  });
});
