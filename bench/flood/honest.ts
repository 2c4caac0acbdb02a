import { setTimeout as pause } from "node:timers/promises";
import { distributor } from "@countersign/netsuite-simulator/company";

export interface Honest {
  /** The delay of each accepted proposal, until its answer. */
  tookMs: number[];
  /** In words: answers that an honest agent should not have got, and proposals that could not be decided. */
  faults: string[];
}

interface Agents {
  url: string;
  keys: readonly string[];
  approverToken: string;
  /** Milliseconds since 1970. */
  until: number;
}

/** One agent's pace. All agents together stay below the company's limit. */
const everyMs = 2_500;

/** Each agent proposes a note every few seconds, and a person rejects it: people keep up with honest agents. */
export async function keepProposing({ url, keys, approverToken, until }: Agents): Promise<Honest> {
  const honest: Honest = { tookMs: [], faults: [] };
  const post = (where: string, token: string, body: unknown) =>
    fetch(`${url}${where}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const agent = async (key: string, at: number) => {
    await pause((at * everyMs) / keys.length);
    for (let round = 0; Date.now() < until; round += 1) {
      const began = performance.now();
      const answer = await post("/api/v1/proposals", key, noteOf(at, round));
      const text = await answer.text();
      const tookMs = performance.now() - began;
      if (answer.status === 201) {
        honest.tookMs.push(tookMs);
        const { id, payload_hash } = JSON.parse(text) as { id: number; payload_hash: string };
        const decided = await post(`/api/proposed-actions/${id}/decide`, approverToken, {
          decision: "reject",
          payload_hash,
          comment: "bench",
        });
        if (decided.status !== 200) honest.faults.push(`#${id} decided: ${await decided.text()}`);
        else await decided.arrayBuffer();
      } else honest.faults.push(`proposed: ${answer.status} ${text.slice(0, 200)}`);
      await pause(Math.max(0, everyMs - (performance.now() - began)));
    }
  };
  await Promise.all(keys.map(agent));
  return honest;
}

const stamp = Date.now().toString(36);

function noteOf(agent: number, round: number) {
  const { customers } = distributor;
  return {
    action_type: "ar_note",
    entity_type: "customer",
    entity_ref: customers[(agent + round) % customers.length]!.name,
    changes: [{ field: "note", to: `Called about their order ${stamp}-${agent}-${Date.now()}` }],
  };
}
