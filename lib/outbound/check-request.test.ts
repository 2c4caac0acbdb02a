import { describe, expect, test } from "vitest";
import { type CallerRequest, type RequestRule, checkRequest } from "./check-request";

const withHeaders = (headers: Record<string, string>): CallerRequest => ({ method: "POST", headers });

test("headers go out in lower case with the idempotency key, and the body as bytes", () => {
  const request: CallerRequest = {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: "Bearer x", "X-Tab": "a\tb" },
    body: "é",
    idempotencyKey: "key-1",
  };
  expect(checkRequest(request)).toEqual({
    ok: true,
    headers: {
      "content-type": "application/json",
      authorization: "Bearer x",
      "x-tab": "a\tb",
      "idempotency-key": "key-1",
    },
    body: Buffer.from([0xc3, 0xa9]),
  });
  expect(checkRequest({ method: "GET", body: null })).toEqual({
    ok: true,
    headers: {},
    body: Buffer.alloc(0),
  });
});

describe("a header that steers the connection or hides who asks is refused", () => {
  test.each([
    "Host",
    "HOST",
    "Content-Length",
    "Transfer-Encoding",
    "Content-Encoding",
    "Connection",
    "Keep-Alive",
    "Proxy-Authorization",
    "Proxy-Connection",
    "TE",
    "Trailer",
    "Upgrade",
    "Expect",
    "Accept-Encoding",
    "User-Agent",
    "Date",
    "Forwarded",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Real-IP",
    "X-HTTP-Method-Override",
    "Via",
    "Sec-Fetch-Site",
    "HTTP2-Settings",
  ])("%s", (name) => {
    expect(checkRequest(withHeaders({ [name]: "x" }))).toEqual({ ok: false, rule: "header_reserved" });
  });
});

describe("what would begin a header or a request of its own is refused", () => {
  test.each<[headers: Record<string, string>, rule: RequestRule]>([
    [{ "x-a": "b\r\nhost: internal" }, "header_value"],
    [{ "x-a": "b\nx: y" }, "header_value"],
    [{ "x-a": "b\rx: y" }, "header_value"],
    [{ "x-a": "b\u0000" }, "header_value"],
    [{ "x-a": "b\u007f" }, "header_value"],
    [{ "x-a": "嘊嘍host: internal" }, "header_value"],
    [{ "x-a": "ü" }, "header_value"],
    [{ "x-a": "a".repeat(8_193) }, "header_value"],
    [{ "x-a\r\nhost": "b" }, "header_name"],
    [{ "x a": "b" }, "header_name"],
    [{ "host ": "b" }, "header_name"],
    [{ "host:": "b" }, "header_name"],
    [{ "": "b" }, "header_name"],
    [{ hoſt: "b" }, "header_name"],
    [{ ["a".repeat(101)]: "b" }, "header_name"],
    [{ "X-A": "1", "x-a": "2" }, "header_twice"],
    [Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`x-${index}`, "1"])), "headers_too_many"],
  ])("%j", (headers, rule) => {
    expect(checkRequest(withHeaders(headers))).toEqual({ ok: false, rule });
  });
  test("in an idempotency key too, and none stands beside a header of that name", () => {
    expect(checkRequest({ method: "POST", idempotencyKey: "a\r\nb: c" })).toMatchObject({
      rule: "header_value",
    });
    expect(checkRequest({ ...withHeaders({ "Idempotency-Key": "a" }), idempotencyKey: "b" })).toMatchObject({
      rule: "header_twice",
    });
  });
});

test("another method than the five, and a body of more than a million bytes, are refused", () => {
  for (const method of ["CONNECT", "TRACE", "get", "GET / HTTP/1.1\r\nHost: x\r\n\r\nGET"])
    expect(checkRequest({ method: method as "GET" })).toEqual({ ok: false, rule: "method" });
  expect(checkRequest({ method: "POST", body: "é".repeat(500_001) })).toMatchObject({
    rule: "body_too_long",
  });
  expect(checkRequest({ method: "POST", body: "é".repeat(500_000) })).toMatchObject({ ok: true });
});
