// Verifies an evidence bundle with nothing of this repository: Node's own modules alone, written from the published formats (DSSE,
// in-toto Statement v1, RFC 8785, RFC 9162) and docs/adr/0105. Usage: node verify-evidence.mjs BUNDLE PUBLIC_KEY_PEM.
// Exit 0: it holds; 7: it does not, with the reasons, one a line.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";

const [, , bundlePath, keyPath] = process.argv;
const problems = [];
const claim = (holds, words) => holds || problems.push(words);
const sha = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** RFC 8785: members by their UTF-16 names, numbers and texts as ECMAScript writes them. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/** The ids of a multirange, `{[1,5),[7,9)}`, in order. */
function idsOf(ranges) {
  const ids = [];
  for (const [, from, to] of ranges.matchAll(/\[(\d+),(\d+)\)/g))
    for (let id = Number(from); id < Number(to); id += 1) ids.push(id);
  return ids;
}

/** The root that a leaf and its audit path lead to, top down by the definition of RFC 9162, 2.1.3.1. */
function rootFrom(leaf, index, size, path) {
  if (size === 1) return path.length === 0 ? leaf : null;
  const last = path.at(-1);
  if (!last) return null;
  let half = 1;
  while (half * 2 < size) half *= 2;
  const other = Buffer.from(last, "hex");
  const rest = path.slice(0, -1);
  const own =
    index < half ? rootFrom(leaf, index, half, rest) : rootFrom(leaf, index - half, size - half, rest);
  if (!own) return null;
  return index < half ? sha("\x01", own, other) : sha("\x01", other, own);
}

try {
  const key = createPublicKey(readFileSync(keyPath));
  const text = readFileSync(bundlePath, "utf8");
  const envelope = JSON.parse(text);
  claim(canonical(envelope) === text, "the envelope is not canonical");
  claim(envelope.payloadType === "application/vnd.in-toto+json", "the payload is of another type");
  const payload = Buffer.from(envelope.payload, "base64");
  claim(payload.toString("base64") === envelope.payload, "the payload is not canonical base64");
  const [{ sig }] = envelope.signatures;
  const signature = Buffer.from(sig, "base64");
  claim(
    signature.toString("base64") === sig && envelope.signatures.length === 1,
    "the signature is not canonical",
  );
  const type = envelope.payloadType;
  const encoded = Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload]);
  claim(verify(null, encoded, key, signature), "the signature does not hold");

  const statement = JSON.parse(payload.toString("utf8"));
  claim(canonical(statement) === payload.toString("utf8"), "the statement is not canonical");
  claim(statement._type === "https://in-toto.io/Statement/v1", "it is no in-toto statement");
  claim(statement.predicateType === "urn:countersign:evidence:v1", "the predicate is of another type");
  const { files, head, subject } = statement.predicate;
  claim(
    canonical(statement.subject.map(({ name }) => name)) === canonical(Object.keys(files).sort()),
    "subjects and files are not the same",
  );
  for (const { name, digest } of statement.subject)
    claim(sha(files[name] ?? "").toString("hex") === digest.sha256, `${name} does not have its hash`);
  const read = (name) => {
    const value = JSON.parse(files[name]);
    claim(canonical(value) === files[name], `${name} is not canonical`);
    return value;
  };

  const { checkpoints, links } = read("checkpoints.json");
  const bodies = new Map();
  let before = null;
  for (const { seq, body, hash, signature: signed } of checkpoints) {
    claim(sha(body).toString("hex") === hash, `checkpoint ${seq} does not have its hash`);
    claim(
      verify(null, Buffer.from(body), key, Buffer.from(signed, "base64")),
      `checkpoint ${seq} is not signed`,
    );
    const said = JSON.parse(body);
    claim(said.seq === seq && said.tenant_id === subject.tenant_id, `checkpoint ${seq} is another`);
    if (before && seq === before.seq + 1)
      claim(said.prev_hash === before.hash, `checkpoint ${seq} does not follow`);
    else if (before) claim(links === "left_out" && seq > before.seq, `checkpoints before ${seq} are missing`);
    bodies.set(seq, { ...said, ids: idsOf(said.events), unsealed: idsOf(said.unsealed ?? "") });
    before = { seq, hash };
  }
  claim(before?.seq === head.seq && before?.hash === head.hash, "the last checkpoint is not the head");

  const ends = new Map();
  for (const action of read("actions.json")) ends.set(`proposed_action ${action.id}`, action.chain);
  if (subject.kind === "run") {
    const run = read("run.json");
    ends.set(`run ${run.id}`, run.chain);
    for (const question of read("questions.json")) ends.set(`interaction ${question.id}`, question.chain);
  }
  const heads = new Map();
  for (const event of read("events.json")) {
    const at = `${event.entity_type} ${event.entity_id}`;
    const last = heads.get(at) ?? { seq: 0, hash: "" };
    claim(ends.has(at), `${at} has events and no row`);
    claim(
      event.seq === last.seq + 1 && event.prev_hash === last.hash,
      `${at}: event ${event.seq} does not follow`,
    );
    claim(
      sha(`${event.prev_hash}\n${event.body}`).toString("hex") === event.hash,
      `${at}: event ${event.seq} has another hash`,
    );
    heads.set(at, { seq: event.seq, hash: event.hash });
    const body = bodies.get(event.checkpoint);
    const index = body?.ids.indexOf(event.id) ?? -1;
    const root =
      index < 0
        ? null
        : rootFrom(sha("\x00", `${event.id}\n${event.hash}`), index, body.ids.length, event.proof);
    claim(root?.toString("hex") === body?.root, `${at}: event ${event.seq} is not in its checkpoint`);
    claim(!body?.unsealed.includes(event.id), `${at}: event ${event.seq} was not written by the app`);
  }
  for (const [at, end] of ends)
    claim(canonical(heads.get(at) ?? null) === canonical(end), `${at} ends elsewhere`);
} catch (error) {
  problems.push(`it cannot be read: ${error.message}`);
}
for (const problem of problems) console.log(problem);
console.log(problems.length === 0 ? "The bundle holds." : "The bundle does not hold.");
process.exitCode = problems.length === 0 ? 0 : 7;
