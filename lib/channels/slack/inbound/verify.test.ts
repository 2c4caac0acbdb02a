import { expect, test } from "vitest";
import { findSignatureFault } from "./verify";

/** The vector of Slack's documentation. */
const SECRET = "8f742231b10e8888abcd99yyyzzz85a5";
const BODY =
  "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar" +
  "&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=" +
  "&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN" +
  "&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
const SENT_AT = 1_531_420_618;
const signed = {
  signature: "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
  timestamp: String(SENT_AT),
  rawBody: BODY,
};
const faultAt = (secondsLater: number, over: object = {}, secret = SECRET) =>
  findSignatureFault({ ...signed, ...over }, secret, new Date((SENT_AT + secondsLater) * 1_000));

test("the documented request is Slack's, and so it is for five minutes before and after its time", () => {
  expect([0, 300, -300].map((seconds) => faultAt(seconds))).toEqual([null, null, null]);
  expect(faultAt(301)).toBe("too_old");
  expect(faultAt(-301)).toBe("too_new");
});

test("another body, time or secret has another signature", () => {
  expect(faultAt(0, { rawBody: `${BODY} ` })).toBe("wrong");
  expect(faultAt(0, { rawBody: "" })).toBe("wrong");
  expect(faultAt(1, { timestamp: String(SENT_AT + 1) })).toBe("wrong");
  expect(faultAt(0, {}, `${SECRET}x`)).toBe("wrong");
  expect(faultAt(0, { signature: signed.signature.replace("v0=a", "v0=b") })).toBe("wrong");
});

test("without a secret nothing is Slack's, not even what an empty secret signs", async () => {
  const { createHmac } = await import("node:crypto");
  const digest = createHmac("sha256", "").update(`v0:${SENT_AT}:${BODY}`).digest("hex");
  expect(faultAt(0, { signature: `v0=${digest}` }, "")).toBe("wrong");
});

test.each([
  [{ signature: null }, "missing"],
  [{ timestamp: null }, "missing"],
  [{ signature: "" }, "malformed"],
  [{ signature: signed.signature.toUpperCase() }, "malformed"],
  [{ signature: signed.signature.slice(0, -2) }, "malformed"],
  [{ signature: `${signed.signature}00` }, "malformed"],
  [{ signature: signed.signature.replace("v0", "v1") }, "malformed"],
  [{ timestamp: "" }, "malformed"],
  [{ timestamp: "1e9" }, "malformed"],
  [{ timestamp: `${SENT_AT}.0` }, "malformed"],
  [{ timestamp: ` ${SENT_AT}` }, "malformed"],
  [{ timestamp: "-1" }, "malformed"],
])("headers such as %o are refused before anything is compared", (over, fault) => {
  expect(faultAt(0, over)).toBe(fault);
});
