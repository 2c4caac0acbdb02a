import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Checkpoint } from "@/lib/core/ledger/checkpoint";
import { type ChainLink, findLinkFault } from "@/lib/core/ledger/hash-chain";
import { sha256Hex } from "@/lib/core/ledger/payload-hash";
import { type ExportLine, ExportVerifier } from "@/lib/core/ledger/replay/verify-export";
import { exportCheckpoints, exportLedger } from "@/lib/gateway/ledger/export-ledger";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { fillBusyTenant } from "@/lib/gateway/testing/load/busy-tenant";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { runScript } from "./testing/run-script";

const world = await useWorld();
const { gateway, admin, tenantId } = world;
const entry = fileURLToPath(new URL("./verify.ts", import.meta.url));
const folder = await mkdtemp(path.join(tmpdir(), "countersign-verify-"));
afterAll(() => rm(folder, { recursive: true }));

let text: string;
let head: Checkpoint;

const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();
const parse = (ndjson: string) =>
  ndjson
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as ExportLine);

/** Verifies the lines in memory, as the command does. */
const faultsOf = (lines: readonly ExportLine[], against: Checkpoint | null = head): string[] =>
  verified(lines, against).faults.map(({ kind }) => kind);

function verified(lines: readonly ExportLine[], against: Checkpoint | null): ExportVerifier {
  const verifier = new ExportVerifier(gateway.ledgerKeys.known);
  for (const line of lines) verifier.add(line);
  verifier.end(against);
  return verifier;
}

beforeAll(async () => {
  await fillBusyTenant(world);
  // Chains of four links, until there are more than a thousand events.
  await world.owner`
    SELECT append_event(${tenantId}::bigint, 'test_subject', n % 240 + 1, 'test.noted', 'system', 'test',
      jsonb_build_object('n', n)) FROM generate_series(1, 960) AS n`;
  await sealLedger(gateway);
  await world.propose(proposals.arNote());
  await sealLedger(gateway);
  head = (await verifyLedger(admin, { mode: "full" }, gateway)).head!;
  text = await textOf(exportLedger(admin, gateway).stream);
});

type Holder = { links: ChainLink[]; head: { hash: string; seq: number } };
const holderOf = (line: ExportLine): Holder | null => {
  if (line.kind === "action") return line.action as unknown as Holder;
  return line.kind === "subject" ? (line.subject as unknown as Holder) : null;
};
const holdersOf = (lines: readonly ExportLine[]) =>
  lines.map(holderOf).filter((holder): holder is Holder => holder !== null && holder.links.length > 0);

/** The exported file with a change. */
function changed(change: (holders: Holder[], lines: ExportLine[]) => void): ExportLine[] {
  const lines = parse(text);
  change(holdersOf(lines), lines);
  return lines;
}

const rehash = (holder: Holder) => {
  let previous = "";
  for (const [index, link] of holder.links.entries()) {
    link.seq = index + 1;
    link.prevHash = previous;
    link.bodyText = JSON.stringify({ ...(JSON.parse(link.bodyText) as object), seq: index + 1 });
    link.hash = sha256Hex(`${previous}\n${link.bodyText}`);
    previous = link.hash;
  }
  holder.head = { hash: previous, seq: holder.links.length };
};

test("the file as it was exported holds, with and without the exported head", () => {
  expect(faultsOf(parse(text))).toEqual([]);
  expect(faultsOf(parse(text), null)).toEqual([]);
});

describe("in a file of a thousand events", () => {
  test("every flipped bit of a body or a hash is found", () => {
    let events = 0;
    for (const { links } of holdersOf(parse(text))) {
      for (const [index, link] of links.entries()) {
        const before = { hash: links[index - 1]?.hash ?? "", seq: index };
        if (findLinkFault(link, before)) throw new Error("the untouched link does not hold");
        events += 1;
        for (const field of ["bodyText", "hash"] as const) {
          const bytes = Buffer.from(link[field], "utf8");
          for (let bit = 0; bit < bytes.length * 8; bit += 1) {
            bytes[bit >> 3]! ^= 1 << (bit & 7);
            // A byte that is no UTF-8 by itself reads as a replacement: another text as well.
            if (!findLinkFault({ ...link, [field]: bytes.toString("utf8") }, before))
              throw new Error(`bit ${bit} of ${field} of event ${link.id}`);
            bytes[bit >> 3]! ^= 1 << (bit & 7);
          }
        }
      }
    }
    expect(events).toBeGreaterThan(1_000);
  });

  test("every event that is left out is found", () => {
    const lines = parse(text);
    for (const holder of holdersOf(lines)) {
      for (const index of holder.links.keys()) {
        const { links } = holder;
        const without = links.toSpliced(index, 1);
        const faults = without.map((link, at) =>
          findLinkFault(link, { hash: without[at - 1]?.hash ?? "", seq: at }),
        );
        const ends = without.length === holder.head.seq;
        expect(faults.some(Boolean) || !ends).toBe(true);
      }
    }
    expect(faultsOf(changed(([, first]) => void first!.links.pop()))).toContain("truncated");
  });

  test("events that change places, or are put in, are found, also with hashes that fit", () => {
    const swap = (holder: Holder) => holder.links.splice(0, 2, holder.links[1]!, holder.links[0]!);
    const twice = (holder: Holder) => holder.links.push({ ...holder.links.at(-1)!, id: 9_999_999 });
    const long = (holders: Holder[]) => holders.findLast(({ links }) => links.length >= 4)!;
    expect(faultsOf(changed((holders) => void swap(long(holders))))).not.toEqual([]);
    expect(faultsOf(changed((holders) => void twice(long(holders))))).not.toEqual([]);
    for (const change of [swap, twice])
      expect(
        faultsOf(
          changed((holders) => {
            change(long(holders));
            rehash(long(holders));
          }),
        ),
      ).not.toEqual([]);
  });

  test("a chain that was rewritten with hashes that fit is found by its checkpoint", () => {
    const faults = faultsOf(
      changed((holders) => {
        const holder = holders.findLast(({ links }) => links.length >= 4)!;
        holder.links[0]!.bodyText = holder.links[0]!.bodyText.replace('"n": ', '"n": 1');
        rehash(holder);
      }),
    );
    expect(faults).toContain("checkpoint_root_differs");
  });

  test("a file that was truncated to an earlier checkpoint is found by the exported head alone", () => {
    const lines = changed((_, all) => {
      const own = all.filter((line) => line.kind === "checkpoint" && line.tenant_id === tenantId);
      all.splice(all.indexOf(own.at(-1)!), 1);
      const newest = all.findLastIndex((line) => line.kind === "action");
      all.splice(newest, 1);
      const end = all.at(-1) as Extract<ExportLine, { kind: "end" }>;
      end.actions -= 1;
    });
    expect(faultsOf(lines, null)).toEqual([]);
    expect(faultsOf(lines)).toEqual(["head_missing"]);
  });

  test("of events after the last checkpoint it is said that nothing vouches for them yet", () => {
    const lines = changed((_, all) => {
      const own = all.filter((line) => line.kind === "checkpoint" && line.tenant_id === tenantId);
      all.splice(all.indexOf(own.at(-1)!), 1);
    });
    const { faults, covered } = verified(lines, null);
    expect(faults).toEqual([]);
    expect(covered.signed).toBeGreaterThan(900);
    expect(covered.unsigned).toBeGreaterThan(0);
    expect(verified(parse(text), null).covered.unsigned).toBe(0);
  });

  test("a file that no signature vouches for does not hold, whoever wrote it", () => {
    const unsigned = parse(text).filter(({ kind }) => kind !== "checkpoint");
    expect(faultsOf(unsigned, null)).toEqual(["nothing_signed"]);
    expect(faultsOf([unsigned[0]!, { kind: "end", actions: 0 }], null)).toEqual(["nothing_signed"]);
    const global = parse(text).filter((line) => line.kind !== "checkpoint" || line.tenant_id === null);
    expect(faultsOf(global, null)).toEqual(["nothing_signed"]);
  });

  test("a file that names another company than the one that signed it is found", () => {
    const renamed = changed((_, [first]) => {
      (first as Extract<ExportLine, { kind: "ledger" }>).tenant_id += 1;
    });
    expect(faultsOf(renamed, null)).toContain("file_of_several");
    const moved = changed((_, all) => {
      for (const line of all)
        if (line.kind === "checkpoint" && line.tenant_id === null) line.tenant_id = tenantId;
    });
    expect(faultsOf(moved, null)).toContain("checkpoint_columns_differ");
  });

  test("a line that is missing or broken off is found", () => {
    expect(faultsOf(parse(text).filter((_, index, { length }) => index !== length - 2))).toContain(
      "file_incomplete",
    );
    expect(faultsOf(parse(text).slice(0, -1))).toContain("file_incomplete");
  });
});

describe("npm run verify", () => {
  const file = (name: string, content: string) => {
    const where = path.join(folder, name);
    return writeFile(where, content).then(() => where);
  };
  const run = (...args: string[]) => runScript(entry, args, { LOG_LEVEL: "silent" });
  const lastLine = (out: string) => JSON.parse(out.trimEnd().split("\n").at(-1)!) as unknown;

  test("exits with 0 where the file holds, and says so in its last line", async () => {
    const key = await file("key.pem", gateway.ledgerKeys.signing!.publicPem);
    const heads = await file("heads.ndjson", await textOf(exportCheckpoints(admin, gateway).stream));
    const { code, out } = await run(await file("good.ndjson", text), "--key", key, "--head", heads);
    expect({ code, last: lastLine(out) }).toEqual({ code: 0, last: { ok: true, faults: [] } });
    expect(out).toMatch(/^Signed checkpoints cover \d+ events\.\n/);
  });

  test("exits with 7 for lines that are none of an exported ledger, or stand where none like them stands", async () => {
    const key = await file("key.pem", gateway.ledgerKeys.signing!.publicPem);
    const end = '{"kind":"end","actions":0}\n';
    const unreadable = { kind: "line_unreadable", at: expect.stringMatching(/^line /) };
    for (const lines of [end, `${text}${end}`, `${text.split("\n")[0]}\n${text}`]) {
      const { code, out } = await run(await file("other.ndjson", lines), "--key", key);
      expect(code).toBe(7);
      expect(lastLine(out)).toMatchObject({ ok: false, faults: expect.arrayContaining([unreadable]) });
    }
  });

  test("exits with 7 where it does not, and names kind and place", async () => {
    const key = await file(
      "demo.json",
      JSON.stringify({ auditPublicKey: gateway.ledgerKeys.signing!.publicPem }),
    );
    const bad = await file("bad.ndjson", text.replace("test.noted", "test.voted"));
    const { code, out } = await run(
      bad,
      "--key",
      key,
      "--head",
      await file("head.json", JSON.stringify(head)),
    );
    expect(code).toBe(7);
    expect(lastLine(out)).toMatchObject({
      ok: false,
      faults: [{ at: expect.stringContaining("test_subject") }],
    });
  });

  test("exits with 2 and its usage without a file or a key", async () => {
    for (const args of [[], [await file("good.ndjson", text)]]) {
      const { code, complaint } = await run(...args);
      expect(code).toBe(2);
      expect(complaint).toContain("npm run verify -- FILE --key FILE");
    }
  });
});
