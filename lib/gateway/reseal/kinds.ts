/** This room changes COUNTERSIGN_SECRET_KEY: it seals values again, and says what is still under the previous key. */

import type { TenantTransaction } from "@/db/client";
import { listSealedPolicies, replaceSealOfPolicy } from "@/db/queries/actions/policies";
import { listSealedSignatures, replaceSealOfSignature } from "@/db/queries/actions/standing-authorisations";
import { listSealedReleases, replaceSealOfRelease } from "@/db/queries/controls/kill-switches";
import { listSealedThresholds, replaceSealOfThresholds } from "@/db/queries/actions/tier-rules";
import {
  type Page,
  type SealedRow,
  listBoxesOf,
  listSealedLinks,
  listSealedRoles,
  listSecretsOfPeople,
  replaceBoxOf,
  replaceSealOfLink,
  replaceSealOfRole,
  replaceSecretOfPerson,
} from "@/db/queries/people/sealed";
import { listSealedPasskeys } from "@/db/queries/people/passkeys";
import { listSealedAttestations, replaceSealOfAttestation } from "@/db/queries/people/attestations";
import { listSealedPublications, replaceSealOfPublication } from "@/db/queries/workflows/workflows";
import { passkeyBoundTo } from "@/lib/auth/second-factor/passkey-box";
import { totpBoundTo } from "@/lib/auth/second-factor/totp";
import { roleTextOf } from "@/lib/auth/session/role-seal";
import { linkTextOf } from "@/lib/auth/sign-in/oidc-sign-in";
import { passwordBoundTo } from "@/lib/auth/sign-in/password";
import { signatureTextOf } from "@/lib/gateway/access/standing-seal";
import { attestationTextOf } from "@/lib/gateway/access/attestation-seal";
import { releaseTextOf } from "@/lib/gateway/controls/switch-seal";
import { sealBoundTo } from "@/lib/gateway/netsuite-accounts";
import { policyTextOf } from "@/lib/policy/policy-seal";
import { listSealedChannelLinks, replaceSealOfChannelLink } from "@/db/queries/messages/links";
import { accountBoundTo } from "@/lib/channels/account-secret";
import { linkSealText } from "@/lib/channels/link-seal";
import { listSealedSecrets } from "@/db/queries/workflows/secrets";
import { listSealedWebhookKeys } from "@/db/queries/workflows/webhooks";
import { endpointBoundTo } from "@/lib/gateway/webhooks/endpoint-box";
import { secretBoundTo, webhookKeyBoundTo } from "@/lib/secrets/workflow-secret";
import { publicationTextOf } from "@/lib/policy/publication-seal";
import { thresholdsTextOf } from "@/lib/policy/thresholds-seal";
import type { KeyRing } from "@/lib/secrets/key-ring";
import { type HashPurpose, findHashKey, keyedHash } from "@/lib/secrets/keyed-hash";
import { type BoundTo, type BoxKind, sealSecret, tryBox } from "@/lib/secrets/secret-box";

/** A value of one kind: where it stands, and how it is checked and sealed again. */
export interface SealedKind {
  /** `table.column`. */
  column: string;
  /** The subject that an id of this kind names, for reports. */
  subject: string;
  list(tx: TenantTransaction, page: Page): Promise<Checkable[]>;
}

/** One stored value, which only its own kind knows how to check. */
export interface Checkable {
  id: number;
  /** The key under which it proves genuine. Null: neither, so that it counts for nothing and is left alone. */
  under(keys: KeyRing): keyof KeyRing | null;
  /** Seals a value that proved genuine under the previous key again. False: it changed meanwhile. */
  reseal(tx: TenantTransaction, keys: KeyRing): Promise<boolean>;
}

interface Boxed<Row extends SealedRow> {
  column: string;
  subject: string;
  list(tx: TenantTransaction, page: Page): Promise<Row[]>;
  replace(tx: TenantTransaction, tenantId: number, row: NoInfer<Row>, replacement: string): Promise<number>;
  boundTo(row: Row, tenantId: number): BoundTo;
}

function boxed<Row extends SealedRow>({ list, replace, boundTo, ...kind }: Boxed<Row>): SealedKind {
  return {
    ...kind,
    list: async (tx, page) =>
      (await list(tx, page)).map((row) => {
        const bound = boundTo(row, page.tenantId);
        const open = (keys: KeyRing) => (row.value === null ? null : tryBox(row.value, bound, keys));
        return {
          id: row.id,
          under: (keys) => open(keys)?.under ?? null,
          reseal: async (scope, keys) => {
            const opened = open(keys);
            if (opened?.under !== "previous") return false;
            const replacement = sealSecret(opened.secret, bound, keys.current);
            return (await replace(scope, page.tenantId, row, replacement)) === 1;
          },
        };
      }),
  };
}

interface Hashed<Row extends SealedRow> {
  column: string;
  subject: string;
  purpose: HashPurpose;
  list(tx: TenantTransaction, page: Page): Promise<Row[]>;
  replace(tx: TenantTransaction, tenantId: number, row: Row, replacement: string): Promise<number>;
  textOf(row: Row, tenantId: number): string;
}

function hashed<Row extends SealedRow>({ purpose, list, replace, textOf, ...kind }: Hashed<Row>): SealedKind {
  return {
    ...kind,
    list: async (tx, page) =>
      (await list(tx, page)).map((row) => {
        const text = textOf(row, page.tenantId);
        const under = (keys: KeyRing) => findHashKey(purpose, text, row.value, keys);
        return {
          id: row.id,
          under,
          reseal: async (scope, keys) =>
            under(keys) === "previous" &&
            (await replace(scope, page.tenantId, row, keyedHash(purpose, text, keys.current))) === 1,
        };
      }),
  };
}

/**
 * Purposes whose values are not sealed again: `token` is hashed again at its next use; in a `session` the second factor is
 * proven again; `vote`, `intake` and
 * `settlement` stand in the ledger and in final receipts, which are never rewritten; a `run` and an `interaction` count under either key until they have ended; a `verification` is made again; a `reply-address` stands in mails that
 * have left, and counts under either key for thirty days; an enrolment is kept by the browser for ten minutes.
 */
type KeptElsewhere =
  | "token"
  | "session"
  | "vote"
  | "intake"
  | "run"
  | "interaction"
  | "settlement"
  | "verification"
  | "reply-address"
  | "totp-enrolment";
export type SealedKindName = Exclude<HashPurpose | BoxKind, KeptElsewhere>;

/** Each kind of sealed value. A purpose of lib/secrets that is missing here does not compile. */
export const SEALED_KINDS: Record<SealedKindName, SealedKind> = {
  password: boxed({
    column: "users.password_hash",
    subject: "person",
    list: (tx, page) => listSecretsOfPeople(tx, "password_hash", page),
    replace: (tx, _tenantId, row, replacement) =>
      replaceSecretOfPerson(tx, "password_hash", row, replacement),
    boundTo: ({ id }) => passwordBoundTo(id),
  }),
  totp: boxed({
    column: "users.totp_secret_encrypted",
    subject: "person",
    list: (tx, page) => listSecretsOfPeople(tx, "totp_secret_encrypted", page),
    replace: (tx, _tenantId, row, replacement) =>
      replaceSecretOfPerson(tx, "totp_secret_encrypted", row, replacement),
    boundTo: ({ id }) => totpBoundTo(id),
  }),
  "sign-in": hashed({
    column: "users.oidc_seal",
    subject: "person",
    purpose: "sign-in",
    list: listSealedLinks,
    replace: (tx, _tenantId, link, replacement) => replaceSealOfLink(tx, link, replacement),
    textOf: ({ id, oidcIssuer, oidcSubject }) => linkTextOf({ userId: id, oidcIssuer, oidcSubject }),
  }),
  role: hashed({
    column: "memberships.role_seal",
    subject: "person",
    purpose: "role",
    list: listSealedRoles,
    replace: replaceSealOfRole,
    textOf: ({ id, role, roleChanges }, tenantId) => roleTextOf({ tenantId, userId: id, role, roleChanges }),
  }),
  "standing-authorisation": hashed({
    column: "standing_authorisations.seal",
    subject: "standing authorisation",
    purpose: "standing-authorisation",
    list: listSealedSignatures,
    replace: replaceSealOfSignature,
    textOf: (signature) => signatureTextOf(signature),
  }),
  policy: hashed({
    column: "policies.seal",
    subject: "policy version",
    purpose: "policy",
    list: listSealedPolicies,
    replace: replaceSealOfPolicy,
    textOf: ({ id: version, hash }, tenantId) => policyTextOf({ tenantId, version, hash }),
  }),
  workflow: hashed({
    column: "workflow_publications.seal",
    subject: "publication of a workflow",
    purpose: "workflow",
    list: listSealedPublications,
    replace: replaceSealOfPublication,
    textOf: (publication, tenantId) => publicationTextOf({ tenantId, ...publication }),
  }),
  thresholds: hashed({
    column: "threshold_versions.seal",
    subject: "version of the thresholds",
    purpose: "thresholds",
    list: listSealedThresholds,
    replace: replaceSealOfThresholds,
    textOf: ({ id: version, hash }, tenantId) => thresholdsTextOf({ tenantId, version, hash }),
  }),
  "switch-release": hashed({
    column: "kill_switches.release_seal",
    subject: "kill switch",
    purpose: "switch-release",
    list: listSealedReleases,
    replace: (tx, _tenantId, release, replacement) => replaceSealOfRelease(tx, release, replacement),
    textOf: ({ ofTenant, name, flips }) => releaseTextOf({ tenantId: ofTenant, name, flips }),
  }),
  "administrator-word": hashed({
    column: "administrator_words.seal",
    subject: "administrator's attestation",
    purpose: "administrator-word",
    list: listSealedAttestations,
    replace: replaceSealOfAttestation,
    textOf: (attestation, tenantId) => attestationTextOf({ tenantId, ...attestation }),
  }),
  passkey: boxed({
    column: "passkeys.sealed",
    subject: "passkey",
    list: listSealedPasskeys,
    replace: replaceBoxOf("passkeys"),
    boundTo: ({ userId }) => passkeyBoundTo(userId),
  }),
  "workflow-secret": boxed({
    column: "workflow_secrets.sealed",
    subject: "secret of a workflow",
    list: listSealedSecrets,
    replace: replaceBoxOf("workflow_secrets"),
    boundTo: ({ workflowId }) => secretBoundTo(workflowId),
  }),
  "webhook-key": boxed({
    column: "workflow_webhooks.sealed",
    subject: "key of a workflow's webhook",
    list: listSealedWebhookKeys,
    replace: replaceBoxOf("workflow_webhooks"),
    boundTo: ({ workflowId }) => webhookKeyBoundTo(workflowId),
  }),
  "channel-account": boxed({
    column: "channel_accounts.sealed",
    subject: "account of a channel",
    list: listBoxesOf("channel_accounts"),
    replace: replaceBoxOf("channel_accounts"),
    boundTo: ({ id }) => accountBoundTo(id),
  }),
  "webhook-endpoint": boxed({
    column: "webhook_endpoints.sealed",
    subject: "endpoint of webhooks",
    list: listBoxesOf("webhook_endpoints"),
    replace: replaceBoxOf("webhook_endpoints"),
    boundTo: ({ id }) => endpointBoundTo(id),
  }),
  "channel-link": hashed({
    column: "channel_links.seal",
    subject: "link to a channel's user",
    purpose: "channel-link",
    list: listSealedChannelLinks,
    replace: replaceSealOfChannelLink,
    textOf: ({ id: linkId, ...link }, tenantId) => linkSealText({ tenantId, linkId, ...link }),
  }),
  "netsuite-account": boxed({
    column: "netsuite_accounts.sealed",
    subject: "account",
    list: listBoxesOf("netsuite_accounts"),
    replace: replaceBoxOf("netsuite_accounts"),
    boundTo: (_row, tenantId) => sealBoundTo(tenantId),
  }),
};

/** Where the hashes of tokens stand (`lib/gateway/reseal/held-tokens.ts` lists who holds one). */
export const TOKEN_COLUMNS = [
  "agents.key_hash",
  "agents.previous_key_hash",
  "personal_tokens.token_hash",
  "password_links.token_hash",
  "edit_tokens.token_hash",
  "step_up_tokens.token_hash",
] as const;
