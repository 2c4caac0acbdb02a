import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import getPort from "get-port";
import { type CompanyClient, type Proposal, type SwitchName, companyClientFor } from "./smoke/company-client";
import { startInstallation } from "./smoke/own-installation";

/**
 * `npm run smoke:kill-switches`: engages each switch, by page and by environment, on an installation of its own and shows
 * that it halts exactly its row of the matrix: also for pushes approved before it was engaged.
 */

const switches: SwitchName[] = ["ns_writes", "proposed_apply", "high_risk_ops"];
/** What a switch halts; everything else must go on. */
const halts: Record<SwitchName, { approve2: boolean; approve4: boolean; push2: boolean; push4: boolean }> = {
  ns_writes: { approve2: false, approve4: false, push2: true, push4: true },
  proposed_apply: { approve2: true, approve4: true, push2: true, push4: true },
  high_risk_ops: { approve2: false, approve4: true, push2: false, push4: true },
};
/** How long a halted push is watched for not moving. */
const watchMs = 1_500;
const settleLimitMs = 20_000;

const rows: { switch: string; by: string; check: string; expected: string; seen: string; ok: boolean }[] = [];

const folder = await mkdtemp(path.join(tmpdir(), "countersign-smoke-"));
const port = await getPort();
try {
  let installation = await startInstallation(folder, port, {});
  for (const name of switches) {
    const company = companyClientFor(installation);
    const waiting = await approveWhileHeld(company);
    if (name !== "ns_writes") await company.setSwitch(name, true);
    if (name !== "ns_writes") await company.setSwitch("ns_writes", false);
    await checkMatrix(company, name, "page", waiting);
    await company.setSwitch(name, false);
    await checkReleased(company, name, "page", waiting);
  }
  for (const name of switches) {
    const waiting = await approveWhileHeld(companyClientFor(installation));
    await installation.stop();
    installation = await startInstallation(folder, port, { [`KILL_SWITCH_${name.toUpperCase()}`]: "1" });
    const company = companyClientFor(installation);
    const release = await company.setSwitch(name, false);
    note(name, "environment", "no page releases it", "423", String(release.status));
    if (name !== "ns_writes") await company.setSwitch("ns_writes", false);
    await checkMatrix(company, name, "environment", waiting);
    await installation.stop();
    installation = await startInstallation(folder, port, {});
    const released = companyClientFor(installation);
    await released.setSwitch("ns_writes", false);
    await released.drain();
    await checkReleased(released, name, "environment", waiting);
  }
  await installation.stop();
} finally {
  await rm(folder, { recursive: true, force: true });
}
report();

interface Waiting {
  low: Proposal;
  high: Proposal;
}

/** Two approvals whose pushes wait behind ns_writes: what is halted next meets them between approval and push. */
async function approveWhileHeld(company: CompanyClient): Promise<Waiting> {
  await company.setSwitch("ns_writes", true);
  const { proposal: low } = await company.propose(2);
  const { proposal: high } = await company.propose(4);
  for (const proposal of [low, high]) {
    const { status, body } = await company.decide(proposal, "approve");
    if (status !== 200) throw new Error(`#${proposal.id} could not be approved: ${JSON.stringify(body)}`);
  }
  return { low, high };
}

async function checkMatrix(
  company: CompanyClient,
  name: SwitchName,
  by: string,
  waiting: Waiting,
): Promise<void> {
  await company.drain();
  const expected = halts[name];
  if (!expected.push2) await untilApplied(company, waiting.low);
  await new Promise((resolve) => setTimeout(resolve, watchMs));
  for (const [label, proposal, halted] of [
    ["push of an L2 approved before", waiting.low, expected.push2],
    ["push of an L4 approved before", waiting.high, expected.push4],
  ] as const) {
    const push = await company.push(proposal);
    note(
      name,
      by,
      label,
      halted ? "queued, 0 attempts" : "applied, 0 attempts",
      `${push.status}, ${push.attempts} attempts`,
    );
  }

  const made = await Promise.all([
    company.propose(2),
    company.propose(4),
    company.propose(2),
    company.propose(2),
  ]);
  note(name, by, "propose", "201", String(Math.max(...made.map((one) => one.status))));
  const [low, high, rejected, withdrawn] = made.map((one) => one.proposal) as [
    Proposal,
    Proposal,
    Proposal,
    Proposal,
  ];
  note(
    name,
    by,
    "approve L2",
    expected.approve2 ? "423" : "200",
    String((await company.decide(low, "approve")).status),
  );
  note(
    name,
    by,
    "approve L4",
    expected.approve4 ? "423" : "200",
    String((await company.decide(high, "approve")).status),
  );
  note(name, by, "reject", "200", String((await company.decide(rejected, "reject")).status));
  note(name, by, "read the live record", "read", String((await company.live(high)).body.state));
  note(name, by, "withdraw", "200", String((await company.withdraw(withdrawn)).status));
}

async function checkReleased(
  company: CompanyClient,
  name: SwitchName,
  by: string,
  waiting: Waiting,
): Promise<void> {
  for (const proposal of [waiting.low, waiting.high]) await untilApplied(company, proposal);
  const push = await company.push(waiting.high);
  note(
    name,
    by,
    "once released, the L4 push",
    "applied, 0 attempts",
    `${push.status}, ${push.attempts} attempts`,
  );
}

async function untilApplied(company: CompanyClient, proposal: Proposal): Promise<void> {
  const deadline = Date.now() + settleLimitMs;
  while (Date.now() < deadline) {
    const { status } = await company.push(proposal);
    if (status === "applied") return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function note(name: SwitchName, by: string, check: string, expected: string, seen: string): void {
  rows.push({ switch: name, by, check, expected, seen, ok: expected === seen });
}

function report(): void {
  console.table(rows);
  const bad = rows.filter((row) => !row.ok).length;
  console.log(`${rows.length - bad} of ${rows.length} checks hold`);
  process.exit(bad === 0 ? 0 : 1);
}
