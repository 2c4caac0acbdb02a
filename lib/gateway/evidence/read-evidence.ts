import { type TenantTransaction, inTenant } from "@/db/client";
import {
  type BundleState,
  countChain,
  findBundlePayload,
  findBundleState,
  findSubjectStatus,
  hasWaitingEvents,
} from "@/db/queries/ledger/bundles";
import { listLinks } from "@/db/queries/ledger/evidence";
import type { EvidenceState } from "@/lib/contract/monitoring/evidence";
import type { Person } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { fingerprintOf } from "@/lib/core/ledger/checkpoint";
import { envelopeText } from "@/lib/core/ledger/bundle/envelope";
import { faultOf } from "@/lib/core/ledger/bundle/fault";
import { subjectIn } from "@/lib/core/ledger/bundle/read-bundle";
import type { BundleSubject } from "@/lib/core/ledger/bundle/statement";
import { type VerifiedBundle, verifyBundle } from "@/lib/core/ledger/bundle/verify-bundle";
import { sha256Hex } from "@/lib/core/ledger/payload-hash";
import { nextCheckpointAt } from "@/lib/core/ledger/verification";
import { isoOf } from "@/lib/core/values/time";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { findUnproven } from "@/lib/gateway/ledger/find-unproven";
import { requireSightIn } from "@/lib/gateway/read/actions/sight";

export interface EvidenceSubject {
  kind: BundleSubject;
  id: number;
}

const FAULTS_SHOWN_MAX = 20;

/** A person who knows the form of a payload could try values until the hash matches. */
const BUNDLES_HOLD = "Evidence bundles hold hashes and the ledger's words, which are";

const noSuchSubject = ({ kind }: EvidenceSubject) =>
  new AppError("not_found", `There is no such ${kind === "run" ? "run" : "proposed action"} here.`);

/** Whether a bundle is sealed, and when it will be. @throws AppError not_found 404; not_allowed 403 for viewers. */
export async function readEvidenceState(
  person: Person,
  subject: EvidenceSubject,
  gateway: Gateway = getGateway(),
): Promise<EvidenceState> {
  return inTenant(gateway.database, person.tenantId, async (tx) =>
    stateOf(tx, person, await requireState(tx, person, subject), { subject, gateway }),
  );
}

/** The data of a page. Null: it is hidden from this person. @throws every other refusal. */
export async function unlessHidden<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_allowed") return null;
    throw error;
  }
}

export interface EvidenceFile {
  name: string;
  text: string;
}

/**
 * The bundle as a file, always the same bytes. @throws AppError not_sealed 409 with `available_at`; not_found 404;
 *   not_allowed 403 for viewers; internal 500 where the stored bundle does not have its hash, or is a genuine one of something else.
 */
export async function readEvidenceFile(
  person: Person,
  subject: EvidenceSubject,
  gateway: Gateway = getGateway(),
): Promise<EvidenceFile> {
  const { text, isOwn } = await requireFile(person, subject, gateway);
  if (!isOwn) throw notAsSealed();
  const { kind, id } = subject;
  return { name: `${person.tenantSlug}-${kind.replace("_", "-")}-${id}-evidence.json`, text };
}

/** A bundle as its page shows it. */
export interface EvidenceReading {
  state: EvidenceState;
  /** Null: it is not sealed. */
  verified: VerifiedBundle | null;
  /** Events that came to its own chain after it was sealed: they are in the ledger. */
  laterEvents: number;
}

/** The bundle, read and verified. @throws AppError not_found 404; not_allowed 403 for viewers. */
export async function readEvidence(
  person: Person,
  subject: EvidenceSubject,
  gateway: Gateway = getGateway(),
): Promise<EvidenceReading> {
  const state = await readEvidenceState(person, subject, gateway);
  if (!state.sealed) return { state, verified: null, laterEvents: 0 };
  const { text, chain, isOwn } = await requireFile(person, subject, gateway);
  const verified = verifyBundle(Buffer.from(text, "utf8"), gateway.ledgerKeys.known);
  if (!isOwn) verified.faults.push(faultOf("other_subject", "statement"));
  const { kind, id } = subject;
  const own = (verified.bundle?.events ?? []).filter(
    (event) => event.entity_type === kind && event.entity_id === id,
  );
  return { state, verified, laterEvents: Math.max(0, chain - own.length) };
}

/** Null: it has not ended. */
async function requireState(
  tx: TenantTransaction,
  person: Person,
  subject: EvidenceSubject,
): Promise<BundleState | null> {
  const { tenantId } = person;
  if ((await findSubjectStatus(tx, tenantId, subject)) === null) throw noSuchSubject(subject);
  await requireSightIn(tx, person, BUNDLES_HOLD);
  return findBundleState(tx, tenantId, subject);
}

async function requireFile(person: Person, subject: EvidenceSubject, gateway: Gateway) {
  const { tenantId } = person;
  return inTenant(gateway.database, tenantId, async (tx) => {
    const row = await requireState(tx, person, subject);
    const payload = row?.sealedAt ? await findBundlePayload(tx, tenantId, row.id) : null;
    if (!row || payload === null) throw notSealed(await stateOf(tx, person, row, { subject, gateway }));
    const text = envelopeText({ payload, keyId: row.keyId!, signature: row.signature! });
    if (sha256Hex(text) !== row.sha256) throw notAsSealed();
    const said = subjectIn(payload);
    const isOwn = said?.kind === subject.kind && said.id === subject.id && said.tenant_id === tenantId;
    return { text, isOwn, chain: await countChain(tx, tenantId, subject) };
  });
}

const notAsSealed = () => new AppError("internal", "The stored bundle is not the one that was sealed.");

function notSealed({ state, available_at: availableAt, faults }: EvidenceState): AppError {
  const words: Record<EvidenceState["state"], string> = {
    open: "It has not ended: its evidence is sealed at the first checkpoint after its end.",
    waiting: "Its evidence is sealed at the next checkpoint.",
    unsigned: "Its evidence waits: this installation has no key to sign with.",
    sealed: "Its evidence is sealed.",
    refused: "Its evidence is not sealed: Countersign did not write all of it.",
  };
  return new AppError("not_sealed", words[state], {
    members: { available_at: availableAt, ...(faults.length > 0 && { faults }) },
  });
}

async function stateOf(
  tx: TenantTransaction,
  { tenantId }: Person,
  row: BundleState | null,
  { subject, gateway: { ledgerKeys, clock } }: { subject: EvidenceSubject; gateway: Gateway },
): Promise<EvidenceState> {
  const { kind, id } = subject;
  const faults = row && !row.sealedAt ? await faultsOf(tx, tenantId, subject) : [];
  const unsealed = faults.length > 0 ? "refused" : ledgerKeys.signing ? "waiting" : "unsigned";
  const state = !row ? "open" : row.sealedAt ? "sealed" : unsealed;
  const key = ledgerKeys.known.get(row?.keyId ?? "");
  return {
    kind,
    id,
    state,
    available_at: state === "waiting" ? nextCheckpointAt(clock.now()).toISOString() : null,
    faults,
    sealed: row?.sealedAt
      ? {
          sealed_at: isoOf(row.sealedAt),
          sha256: row.sha256!,
          size_bytes: row.sizeBytes!,
          key_id: row.keyId!,
          key_fingerprint: key ? fingerprintOf(key) : null,
          checkpoint_seq: row.checkpointSeq!,
        }
      : null,
  };
}

/** Why its evidence is refused. Nothing while its events wait for their checkpoint: until then nobody tried to seal it. */
async function faultsOf(
  tx: TenantTransaction,
  tenantId: number,
  { kind, id }: EvidenceSubject,
): Promise<string[]> {
  if (kind !== "run") return [];
  const links = await listLinks(tx, tenantId, "run", [id]);
  const eventIds = links.map((link) => link.id);
  if (await hasWaitingEvents(tx, tenantId, eventIds)) return [];
  const unproven = await findUnproven(tx, tenantId, [{ id, links }]);
  return unproven.slice(0, FAULTS_SHOWN_MAX).map(({ text }) => text);
}
