import { describe, expect, test } from "vitest";
import {
  isAligned,
  passesByMailgun,
  passesByPostmark,
  passesByRelay,
  passesBySendGrid,
} from "./authenticity";

const from = ["ana@example.com"];
const header = (name: string, value: string) => ({ name, value });

test.each([
  ["example.com", "example.com", true],
  ["mail.example.com", "Example.com.", true],
  ["example.com", "notexample.com", false],
  ["example.com", "example.org", false],
  ["com", "example.com", false],
  ["", "example.com", false],
  [null, "example.com", false],
])("%j and %j: the one stands for the other is %j", (one, other, expected) => {
  expect(isAligned(one, other)).toBe(expected);
  expect(isAligned(other, one)).toBe(expected);
});

describe("a relay's word counts", () => {
  const by = (...values: string[]) =>
    passesByRelay(
      values.map((value) => header("Authentication-Results", value)),
      "mx.example.net",
      from,
    );
  test.each([
    "mx.example.net; dmarc=pass header.from=example.com",
    "MX.example.net 1; spf=fail smtp.mailfrom=x@y.example; dmarc=pass (p=REJECT (sp=NONE)) header.from=Example.com",
  ])("%j", (value) => {
    expect(by(value)).toBe(true);
  });
  test("the topmost that says something of DMARC", () => {
    const pass = "mx.example.net; dmarc=pass header.from=example.com";
    expect(by("mx.example.net; dkim=pass header.d=example.com", pass)).toBe(true);
    expect(by("mx.example.net; dmarc=fail header.from=example.com", pass)).toBe(false);
    expect(by("mx.evil.example; dmarc=pass header.from=example.com", pass)).toBe(true);
  });
  test.each([
    "",
    "mx.example.net; none",
    "mx.example.net; dmarc=fail header.from=example.com",
    "mx.example.net; dmarc=passed header.from=example.com",
    "mx.example.net; dmarc=pass",
    "mx.example.net; dmarc=pass header.from=evil.example",
    "mx.example.net; dmarc=pass header.from=example.com; dmarc=fail header.from=example.com",
    "mx.example.net; spf=pass (; dmarc=pass header.from=example.com)",
    "mx.example.net.evil.example; dmarc=pass header.from=example.com",
    "evil.example; x=y mx.example.net; dmarc=pass header.from=example.com",
  ])("not %j", (value) => {
    expect(by(value)).toBe(false);
  });
});

test("Postmark's checks count where they are of the author's domain and stand there once", () => {
  const tests = header("X-Spam-Tests", "DKIM_SIGNED,DKIM_VALID,DKIM_VALID_AU,SPF_PASS");
  const spf = (sender: string, word = "Pass") =>
    header(
      "Received-SPF",
      `${word} (sender SPF authorized) identity=mailfrom; envelope-from=${sender}; receiver=x`,
    );
  expect(passesByPostmark([tests], from)).toBe(true);
  expect(passesByPostmark([tests, tests], from)).toBe(false);
  expect(passesByPostmark([header("X-Spam-Tests", "DKIM_SIGNED,DKIM_VALID,SPF_PASS")], from)).toBe(false);
  expect(passesByPostmark([spf("bounce@mail.example.com")], from)).toBe(true);
  expect(passesByPostmark([spf("bounce@evil.example")], from)).toBe(false);
  expect(passesByPostmark([spf("ana@example.com", "SoftFail")], from)).toBe(false);
  expect(passesByPostmark([spf("ana@example.com"), spf("ana@example.com")], from)).toBe(false);
  expect(passesByPostmark([tests], [...from, "eve@evil.example"])).toBe(false);
});

test("SendGrid's checks count where they are of the domain of From", () => {
  const by = (spf: string, dkim: string, envelopeFrom: string | null) =>
    passesBySendGrid({ spf, dkim, envelopeFrom }, from);
  expect(by("pass", "none", "bounce@example.com")).toBe(true);
  expect(by("softfail", "{@example.com : pass}", null)).toBe(true);
  expect(by("softfail", "{@evil.example : pass, @example.com : fail}", null)).toBe(false);
  expect(by("pass", "none", "eve@evil.example")).toBe(false);
  expect(by("pass", "none", null)).toBe(false);
});

test("Mailgun's checks count where they can be of nobody else's domain", () => {
  const signature = (domain: string) => header("DKIM-Signature", `v=1; a=rsa-sha256; d=${domain}; s=s1; b=x`);
  const dkim = header("X-Mailgun-Dkim-Check-Result", "Pass");
  const spf = header("X-Mailgun-Spf", "Pass");
  expect(passesByMailgun([spf], "bounce@example.com", from)).toBe(true);
  expect(passesByMailgun([spf], "eve@evil.example", from)).toBe(false);
  expect(passesByMailgun([spf, spf], "bounce@example.com", from)).toBe(false);
  expect(passesByMailgun([dkim, signature("example.com")], null, from)).toBe(true);
  expect(passesByMailgun([dkim], null, from)).toBe(false);
  expect(passesByMailgun([dkim, signature("example.com"), signature("evil.example")], null, from)).toBe(
    false,
  );
});
