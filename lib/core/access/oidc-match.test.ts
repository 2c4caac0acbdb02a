import { expect, test } from "vitest";
import { type OidcPerson, type OidcIdentity, matchOidcPerson } from "./oidc-match";

const issuer = "https://idp.example";
const claim: OidcIdentity = { issuer, subject: "s-1", email: "Ana@acme.example", emailVerified: true };
const ana: OidcPerson = {
  userId: 7,
  email: "ana@acme.example",
  oidcIssuer: null,
  oidcSubject: null,
  tenantId: 1,
};
const linked: OidcPerson = { ...ana, oidcIssuer: issuer, oidcSubject: "s-1" };

test("a verified address of somebody who belongs here links its subject on first use", () => {
  expect(matchOidcPerson(claim, [ana])).toEqual({ outcome: "link", person: ana, tenantId: 1 });
});

test("from then on the subject decides, with any address, even one that belongs to another person", () => {
  const other = { ...ana, userId: 8, email: "new@acme.example" };
  for (const email of ["new@acme.example", null])
    expect(matchOidcPerson({ ...claim, email, emailVerified: false }, [other, linked])).toEqual({
      outcome: "linked",
      person: linked,
    });
});

test.each<[string, OidcIdentity, OidcPerson[], string]>([
  ["an address that is not verified", { ...claim, emailVerified: false }, [ana], "unverified"],
  ["no address", { ...claim, email: null }, [], "unverified"],
  ["somebody unknown", claim, [], "unknown"],
  ["somebody without a live membership", claim, [{ ...ana, tenantId: null }], "unknown"],
  ["a linked person without a live membership", claim, [{ ...linked, tenantId: null }], "unknown"],
  ["another subject with the same address", { ...claim, subject: "s-2" }, [linked], "other_subject"],
  [
    "the same subject at another issuer",
    { ...claim, issuer: "https://evil.example" },
    [linked],
    "other_subject",
  ],
  ["an address that only begins alike", { ...claim, email: "ana@acme.example.evil" }, [ana], "unknown"],
])("%s does not come in", (_name, identity, people, outcome) => {
  expect(matchOidcPerson(identity, people)).toEqual({ outcome });
});
