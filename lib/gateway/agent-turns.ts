import { AppError } from "@/lib/core/errors";

/** The agent that asks for a turn. */
export interface TurnTaker {
  tenantId: number;
  agentId: number;
}

export interface TurnLimits {
  /** Turns at once in this process. */
  runningMax: number;
  /** Of these, turns of one tenant. */
  runningOfTenantMax: number;
  waitingOfAgentMax: number;
  waitingOfTenantMax: number;
  waitMsMax: number;
}

/** A burst within the default limit of a minute finds room; whoever sends more at once is told so. */
const waiting = { waitingOfAgentMax: 120, waitingOfTenantMax: 600, waitMsMax: 30_000 };
/** Roughly the time in which a full queue has become shorter. */
const retryAfterSeconds = 5;

/**
 * Turns for a pool of this size: agents get a third of it at most, so that people and pushes always find a connection, and one
 * tenant's agents get half of that. Measured while one agent sent 20 rolls of 300 lines at once, 20 connections, busy processors:
 * a switch took 0.5 s at worst, and 11.6 s without turns.
 */
export function turnLimitsFor(poolMax: number): TurnLimits {
  const runningMax = Math.max(1, Math.floor(poolMax / 3));
  return { runningMax, runningOfTenantMax: Math.ceil(runningMax / 2), ...waiting };
}

type Begin = () => void;
interface AgentQueue {
  hasTurn: boolean;
  waiting: Begin[];
}
interface TenantQueue {
  running: number;
  waiting: number;
  /** In the order of their last turns, oldest first. */
  agents: Map<number, AgentQueue>;
}

/**
 * The turns in which agents' writes are taken in. An agent has one at a time, and waits for it here, in memory: waiting for
 * another process in the database, it would have a connection that others need. The tenant with the fewest turns goes first;
 * tenants that are even, and the agents of one, take turns.
 */
export class AgentTurns {
  readonly #limits: TurnLimits;
  readonly #tenants = new Map<number, TenantQueue>();
  #running = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` in a turn of this agent. The work must not ask for another one.
   * @throws AppError rate_limited 429 where too many wait, or where it has waited for too long; the work was not begun.
   */
  async take<T>(agent: TurnTaker, work: () => Promise<T>): Promise<T> {
    await this.#waitFor(agent);
    try {
      return await work();
    } finally {
      this.#end(agent);
    }
  }

  #waitFor({ tenantId, agentId }: TurnTaker): Promise<void> {
    const tenant = this.#tenants.get(tenantId) ?? { running: 0, waiting: 0, agents: new Map() };
    const own = tenant.agents.get(agentId) ?? { hasTurn: false, waiting: [] };
    const { waitingOfAgentMax, waitingOfTenantMax, waitMsMax } = this.#limits;
    if (own.waiting.length >= waitingOfAgentMax)
      throw tooMany(`${own.waiting.length} writes of this agent wait to be taken in; send fewer at once.`);
    if (tenant.waiting >= waitingOfTenantMax)
      throw tooMany(`${tenant.waiting} writes of this company's agents wait to be taken in.`);
    this.#tenants.set(tenantId, tenant);
    tenant.agents.set(agentId, own);
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(patience);
        resolve();
      };
      const patience = setTimeout(() => {
        own.waiting.splice(own.waiting.indexOf(begin), 1);
        tenant.waiting -= 1;
        reject(tooMany(`This waited ${waitMsMax / 1_000} seconds behind other writes of agents.`));
        this.#forget({ tenantId, agentId });
      }, waitMsMax);
      own.waiting.push(begin);
      tenant.waiting += 1;
      this.#beginNext();
    });
  }

  #end({ tenantId, agentId }: TurnTaker): void {
    const tenant = this.#tenants.get(tenantId)!;
    tenant.agents.get(agentId)!.hasTurn = false;
    tenant.running -= 1;
    this.#running -= 1;
    this.#forget({ tenantId, agentId });
    this.#beginNext();
  }

  #beginNext(): void {
    if (this.#running >= this.#limits.runningMax) return;
    const next = this.#findNext();
    if (!next) return;
    const { tenantId, tenant, agentId, agent } = next;
    const begin = agent.waiting.shift()!;
    agent.hasTurn = true;
    tenant.waiting -= 1;
    tenant.running += 1;
    this.#running += 1;
    moveToEnd(tenant.agents, agentId, agent);
    moveToEnd(this.#tenants, tenantId, tenant);
    begin();
  }

  #findNext() {
    const isReady = ({ hasTurn, waiting: own }: AgentQueue) => !hasTurn && own.length > 0;
    const ready = [...this.#tenants].flatMap(([tenantId, tenant]) => {
      if (tenant.running >= this.#limits.runningOfTenantMax) return [];
      const first = [...tenant.agents].find(([, agent]) => isReady(agent));
      return first ? [{ tenantId, tenant, agentId: first[0], agent: first[1] }] : [];
    });
    // The first of those with the fewest turns: the sort is stable.
    return ready.toSorted((a, b) => a.tenant.running - b.tenant.running)[0];
  }

  /** Drops queues that nobody stands in. */
  #forget({ tenantId, agentId }: TurnTaker): void {
    const tenant = this.#tenants.get(tenantId)!;
    const agent = tenant.agents.get(agentId);
    if (agent && !agent.hasTurn && agent.waiting.length === 0) tenant.agents.delete(agentId);
    if (tenant.agents.size === 0) this.#tenants.delete(tenantId);
  }
}

function moveToEnd<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.delete(key);
  map.set(key, value);
}

const tooMany = (message: string) => new AppError("rate_limited", message, { retryAfterSeconds });
