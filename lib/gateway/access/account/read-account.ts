import { inTenant } from "@/db/client";
import { type TokenRow, listSessions, listTokens } from "@/db/queries/people/accounts";
import { findSession } from "@/db/queries/people/identity";
import { listPeople } from "@/db/queries/people/memberships";
import { type PushDeviceRow, listPushDevices } from "@/db/queries/people/push-devices";
import type { Account, PushDeviceView, TokenView } from "@/lib/contract/people/account";
import type { Person } from "@/lib/core/access/principal";
import { sha256Hex } from "@/lib/core/ledger/payload-hash";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { lastChangeOf } from "@/lib/gateway/access/people/person-view";
import { isoOf } from "@/lib/core/values/time";

/** The person's own account in this tenant, with its live sessions and tokens. */
export async function readAccount(person: Person, gateway: Gateway = getGateway()): Promise<Account> {
  const { tenantId, userId, sessionId } = person;
  const memberships =
    sessionId === undefined ? [person] : await findSession(gateway.database.sql, { sessionId, userId });
  return inTenant(gateway.database, tenantId, async (tx) => {
    const [row] = await listPeople(tx, tenantId, userId);
    const sessions = await listSessions(tx, person);
    const tokens = await listTokens(tx, person);
    const devices = await listPushDevices(tx, person);
    return {
      id: userId,
      name: row!.name,
      email: row!.email,
      role: row!.role,
      tenant: { id: tenantId, name: person.tenantName },
      tenants: memberships
        .map((membership) => ({
          id: membership.tenantId,
          name: membership.tenantName,
          role: membership.role,
        }))
        .sort((a, b) => a.name.localeCompare(b.name)),
      password_set: row!.passwordSet,
      second_factor_set: row!.secondFactorSet,
      single_sign_on: row!.singleSignOn,
      sessions: sessions.map((session) => ({
        id: session.id,
        current: session.id === sessionId,
        via: session.via,
        user_agent: session.userAgent,
        created_at: isoOf(session.createdAt)!,
        expires_at: isoOf(session.expiresAt)!,
      })),
      tokens: tokens.map(tokenViewOf),
      push: { public_key: gateway.pushKeys?.publicKey ?? null, devices: devices.map(deviceViewOf) },
      last_change: lastChangeOf(row!),
    };
  });
}

const deviceViewOf = (row: PushDeviceRow): PushDeviceView => ({
  id: row.id,
  endpoint_hash: sha256Hex(row.endpoint),
  user_agent: row.userAgent,
  created_at: isoOf(row.createdAt)!,
  sent_at: isoOf(row.sentAt),
});

export function tokenViewOf(row: TokenRow): TokenView {
  return {
    id: row.id,
    name: row.name,
    prefix: row.tokenPrefix,
    created_at: isoOf(row.createdAt)!,
    last_used_at: isoOf(row.lastUsedAt),
    expires_at: isoOf(row.expiresAt),
  };
}
