import { Gauge, Registry } from "prom-client";
import { inTenant } from "@/db/client";
import { listTenantIds } from "@/db/queries/people/tenants";
import { readSealingState } from "@/db/queries/ledger/checkpoints";
import { readClassifierHealth } from "@/db/queries/interactions/classifier-health";
import { countMessages, isFailing, listAccounts } from "@/db/queries/messages/accounts";
import { isLaneOpen } from "@/db/queries/pushes/lanes";
import {
  countOpenEnds,
  countPendingByTier,
  countPushesByStatus,
  countUnsent,
} from "@/db/queries/controls/overview";
import { countWebhooks } from "@/db/queries/webhooks/endpoints";
import { readLastSweep } from "@/db/queries/controls/sweeps";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { countHeldBackByReason } from "@/db/queries/controls/held-back";
import { hourOf } from "@/lib/core/action/held-back";
import { flushHeldBack } from "@/lib/gateway/controls/quotas/held-back";
import { readRefused } from "@/lib/gateway/controls/refused-deliveries";

/** Figures for operators in Prometheus' text format, read from the database at each call. Tenants are ids, never names. */
export async function readMetrics(
  gateway: Gateway = getGateway(),
): Promise<{ contentType: string; text: string }> {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const byTier = ["tenant", "tier"];
  const pending = gauge("countersign_pending_actions", "Proposed actions that wait for a decision", byTier);
  const oldest = gauge("countersign_pending_oldest_seconds", "Age of the oldest pending action", byTier);
  const pushes = gauge("countersign_pushes", "Pushes by status", ["tenant", "status"]);
  const deadLetters = gauge("countersign_dead_letters", "Dead letters not yet replayed", ["tenant"]);
  const laneHalted = gauge("countersign_lane_halted", "1 while the account's lane is halted", ["tenant"]);
  const unsent = gauge("countersign_outbox_unsent", "Events that Inngest has not accepted yet", ["tenant"]);
  const unsentAge = gauge("countersign_outbox_oldest_seconds", "Age of the oldest of them; 0: none", [
    "tenant",
  ]);
  const sweepAge = gauge("countersign_sweep_age_seconds", "Since Inngest last called a sweep", ["tenant"]);
  const unsealed = gauge("countersign_ledger_unsealed", "Events that no checkpoint covers yet", ["tenant"]);
  const unsealedAge = gauge("countersign_ledger_unsealed_seconds", "Age of the oldest of them; 0: none", [
    "tenant",
  ]);
  const channels = gauge(
    "countersign_channel_failing",
    "Accounts of a channel that fail to send, or that their provider refuses",
    ["tenant", "channel"],
  );
  const classifier = gauge(
    "countersign_classifier_failing",
    "1 while the model that classifies replies fails in more than 10 % of an hour",
    ["tenant"],
  );
  const messages = gauge(
    "countersign_channel_messages",
    "Messages of the last day that wait, that failed, or of which nobody knows whether they arrived",
    ["tenant", "channel", "state"],
  );
  const refused = gauge(
    "countersign_inbound_refused",
    "Deliveries of providers that were refused in the last hour: forged, or malformed",
    ["route", "why"],
  );
  const webhooks = gauge(
    "countersign_webhooks",
    "Webhooks that wait to be sent, and endpoints that were disabled because they are gone or failed",
    ["tenant", "what"],
  );
  const heldBack = gauge(
    "countersign_held_back",
    "Proposals refused in this hour and the one before because too many came or waited, or the agent was paused",
    ["tenant", "reason"],
  );
  await flushHeldBack(gateway);
  for (const { route, forged, malformed } of await readRefused({ seconds: 3_600 }, gateway)) {
    refused.set({ route, why: "forged" }, forged);
    refused.set({ route, why: "malformed" }, malformed);
  }

  for (const tenantId of await listTenantIds(gateway.database)) {
    const tenant = String(tenantId);
    await inTenant(gateway.database, tenantId, async (tx) => {
      for (const row of await countPendingByTier(tx, tenantId)) {
        const labels = { tenant, tier: String(row.tier) };
        pending.set(labels, row.count);
        const ageMs =
          row.oldest === null ? 0 : gateway.clock.now().getTime() - new Date(row.oldest).getTime();
        oldest.set(labels, Math.max(0, ageMs / 1000));
      }
      for (const row of await countPushesByStatus(tx, tenantId))
        pushes.set({ tenant, status: row.status }, row.count);
      deadLetters.set({ tenant }, (await countOpenEnds(tx, tenantId)).deadLetters);
      laneHalted.set({ tenant }, (await isLaneOpen(tx, tenantId)) ? 0 : 1);
      const sweep = await readLastSweep(tx, tenantId);
      sweepAge.set({ tenant }, secondsBetween(sweep.lastAt ?? sweep.foundedAt, sweep.now));
      unsentAge.set({ tenant }, secondsBetween(sweep.unsentSince ?? sweep.now, sweep.now));
      const sealing = await readSealingState(tx, tenantId);
      unsealed.set({ tenant }, sealing.waiting);
      unsealedAge.set({ tenant }, sealing.oldestSeconds);
      unsent.set({ tenant }, (await countUnsent(tx, tenantId)).count);
      classifier.set({ tenant }, (await readClassifierHealth(tx, tenantId)) === "failing" ? 1 : 0);
      const hooks = await countWebhooks(tx, tenantId);
      webhooks.set({ tenant, what: "waiting" }, hooks.waiting);
      webhooks.set({ tenant, what: "disabled" }, hooks.disabled);
      for (const { reason, count } of await countHeldBackByReason(tx, tenantId, hourOf(gateway.clock.now())))
        heldBack.set({ tenant, reason }, count);
      for (const account of await listAccounts(tx, tenantId)) {
        const channel = account.kind;
        channels.inc({ tenant, channel }, isFailing(account) ? 1 : 0);
        const counts = await countMessages(tx, tenantId, account.id, gateway.clock.now());
        for (const [state, count] of Object.entries(counts)) messages.inc({ tenant, channel, state }, count);
      }
    });
  }
  return { contentType: registry.contentType, text: await registry.metrics() };
}

function secondsBetween(earlier: string, later: string): number {
  return Math.max(0, (new Date(later).getTime() - new Date(earlier).getTime()) / 1_000);
}
