import { expect, test } from "vitest";
import { findOidcFaults } from "./oidc-settings";

const whole = { OIDC_ISSUER: "https://idp.example/realm", OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "b" };

test("nothing, or all of it, is fine; a local issuer may speak plain http", () => {
  expect(findOidcFaults({})).toEqual([]);
  expect(findOidcFaults({ ...whole, OIDC_ONLY: true })).toEqual([]);
  expect(findOidcFaults({ ...whole, OIDC_ISSUER: "http://127.0.0.1:4000" })).toEqual([]);
});

test.each(["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const)(
  "without %s it is named",
  (name) => {
    const { [name]: _left, ...rest } = whole;
    expect(findOidcFaults(rest).map((fault) => fault.path)).toEqual([name]);
  },
);

test("passwords are not switched off without a provider", () => {
  expect(findOidcFaults({ OIDC_ONLY: true })).toHaveLength(3);
});

test.each(["http://idp.example", "idp.example", "https://idp.example?x=1", "ftp://idp.example"])(
  "%s is no issuer",
  (issuer) => {
    expect(findOidcFaults({ ...whole, OIDC_ISSUER: issuer }).map((fault) => fault.path)).toEqual([
      "OIDC_ISSUER",
    ]);
  },
);
