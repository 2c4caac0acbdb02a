import { SWITCH_NAMES } from "@/lib/core/kill-switch";
import type { CompanyClient, Proposal, SwitchName } from "./company-client";

/** This room shows that each switch, whoever engages it, halts exactly its row of the matrix. */

/** The halts of each switch; everything else must go on. */
const halts: Record<SwitchName, { approve2: boolean; approve4: boolean; push2: boolean; push4: boolean }> = {
  ns_writes: { approve2: false, approve4: false, push2: true, push4: true },
  proposed_apply: { approve2: true, approve4: true, push2: true, push4: true },
  high_risk_ops: { approve2: false, approve4: true, push2: false, push4: true },
};
const settleLimitMs = 20_000;
/** The process of the switches is not older. */
const startLimitMs = 300_000;

interface Subject {
  /** The company as it runs now. */
  company: () => CompanyClient;
  /** Ends the process and starts it on the same data, with these variables beside its own. */
  restart: (env: Record<string, string>) => Promise<void>;
  /** How long a halted push is watched for not moving. */
  watchMs: number;
}

export interface Check {
  switch: SwitchName;
  by: string;
  check: string;
  expected: string;
  answer: string;
  ok: boolean;
}

type Run = Subject & { checks: Check[] };

/** Engages each switch by page, by the operator and by the environment, in this order. @throws Error where none can be approved. */
export async function checkHalts(subject: Subject): Promise<Check[]> {
  const run = { ...subject, checks: [] };
  for (const name of SWITCH_NAMES) await checkByPage(run, name);
  for (const name of SWITCH_NAMES) await checkByOperator(run, name);
  for (const name of SWITCH_NAMES) await checkByEnvironment(run, name);
  return run.checks;
}

async function checkByPage(run: Run, name: SwitchName): Promise<void> {
  const company = run.company();
  const waiting = await approveWhileHeld(company);
  if (name !== "ns_writes") await company.setSwitch(name, true);
  if (name !== "ns_writes") await company.setSwitch("ns_writes", false);
  await checkMatrix(run, name, "page", waiting);
  await company.setSwitch(name, false);
  await checkReleased(run, name, "page", waiting);
}

async function checkByOperator(run: Run, name: SwitchName): Promise<void> {
  const company = run.company();
  const check = checkOf(run, name, "operator");
  // The switch under test holds them where it can, so that nothing but its own release wakes them.
  const waiting = await approveWhileHeld(company, name === "ns_writes" ? "global" : "own");
  check("the operator engages it", "200", (await company.setGlobalSwitch(name, true)).status);
  if (name !== "ns_writes") await company.setSwitch("ns_writes", false);
  check("no page releases it", "423", (await company.setSwitch(name, false)).status);
  await checkMatrix(run, name, "operator", waiting);
  // Its release wakes the pushes: nobody drains here.
  check("the operator releases it", "200", (await company.setGlobalSwitch(name, false)).status);
  await checkReleased(run, name, "operator", waiting);
}

async function checkByEnvironment(run: Run, name: SwitchName): Promise<void> {
  const check = checkOf(run, name, "environment");
  const waiting = await approveWhileHeld(run.company());
  await run.restart({ [`KILL_SWITCH_${name.toUpperCase()}`]: "1" });
  const company = run.company();
  check("no page releases it", "423", (await company.setSwitch(name, false)).status);
  const state = (await company.switches()).find((each) => each.name === name)!;
  const isRecent = Math.abs(Date.now() - Date.parse(state.since ?? "")) < startLimitMs;
  check("since the process's start", "true", isRecent);
  if (name !== "ns_writes") await company.setSwitch("ns_writes", false);
  await checkMatrix(run, name, "environment", waiting);
  await run.restart({});
  await run.company().setSwitch("ns_writes", false);
  await run.company().drain();
  await checkReleased(run, name, "environment", waiting);
}

interface Waiting {
  low: Proposal;
  high: Proposal;
}

/** Two approvals whose pushes wait behind ns_writes: what is halted next meets them between approval and push. */
async function approveWhileHeld(company: CompanyClient, hold: "own" | "global" = "own"): Promise<Waiting> {
  await (hold === "own" ? company.setSwitch("ns_writes", true) : company.setGlobalSwitch("ns_writes", true));
  const { proposal: low } = await company.propose(2);
  const { proposal: high } = await company.propose(4);
  for (const proposal of [low, high]) {
    const { status, body } = await company.decide(proposal, "approve");
    if (status !== 200) throw new Error(`#${proposal.id} could not be approved: ${JSON.stringify(body)}`);
  }
  return { low, high };
}

async function checkMatrix(run: Run, name: SwitchName, by: string, waiting: Waiting): Promise<void> {
  const company = run.company();
  const check = checkOf(run, name, by);
  const { push2, push4, approve2, approve4 } = halts[name];
  await company.drain();
  if (!push2) await untilApplied(company, waiting.low);
  await new Promise((resolve) => setTimeout(resolve, run.watchMs));
  const pushText = (halted: boolean) => (halted ? "queued, 0 attempts" : "applied, 0 attempts");
  check("push of an L2 approved before", pushText(push2), await readPush(company, waiting.low));
  check("push of an L4 approved before", pushText(push4), await readPush(company, waiting.high));

  const tiers = [2, 4, 2, 2] as const;
  const answers = await Promise.all(tiers.map((tier) => company.propose(tier)));
  check("propose", "201", Math.max(...answers.map(({ status }) => status)));
  const [low, high, rejected, withdrawn] = answers.map(({ proposal }) => proposal);
  const approvalOf = (halted: boolean) => (halted ? "423" : "200");
  check("approve L2", approvalOf(approve2), (await company.decide(low!, "approve")).status);
  check("approve L4", approvalOf(approve4), (await company.decide(high!, "approve")).status);
  check("reject", "200", (await company.decide(rejected!, "reject")).status);
  check("read the live record", "read", (await company.live(high!)).body.state);
  check("withdraw", "200", (await company.withdraw(withdrawn!)).status);
}

async function checkReleased(run: Run, name: SwitchName, by: string, waiting: Waiting): Promise<void> {
  const company = run.company();
  const check = checkOf(run, name, by);
  for (const [tier, proposal] of [
    ["L2", waiting.low],
    ["L4", waiting.high],
  ] as const) {
    await untilApplied(company, proposal);
    check(`once released, the ${tier} push`, "applied, 0 attempts", await readPush(company, proposal));
  }
}

async function readPush(company: CompanyClient, proposal: Proposal): Promise<string> {
  const { status, attempts } = await company.push(proposal);
  return `${status}, ${attempts} attempts`;
}

/** Returns in any case after a while: the check that follows says how it stands. */
async function untilApplied(company: CompanyClient, proposal: Proposal): Promise<void> {
  const deadline = Date.now() + settleLimitMs;
  while (Date.now() < deadline) {
    const { status } = await company.push(proposal);
    if (status === "applied") return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function checkOf({ checks }: Run, name: SwitchName, by: string) {
  return (check: string, expected: string, answer: unknown): void =>
    void checks.push({
      switch: name,
      by,
      check,
      expected,
      answer: String(answer),
      ok: expected === String(answer),
    });
}
