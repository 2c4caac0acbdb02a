import { type TenantTransaction, inTenant } from "@/db/client";
import {
  type NewTimes,
  type TimesRow,
  findTimeZone,
  findTimes,
  listNamedMembers,
  setTimes,
} from "@/db/queries/messages/routing";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import type { Times, TimesView } from "@/lib/contract/settings/routing";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { AppError } from "@/lib/core/errors";
import { isoOf } from "@/lib/core/values/time";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";

/** A person's quiet hours, time zone, and deputy while they are away: set by themselves or by an administrator. */

export async function readOwnTimes(person: Person, gateway: Gateway = getGateway()): Promise<TimesView> {
  return inTenant(gateway.database, person.tenantId, (tx) => timesIn(tx, person.tenantId, person.userId));
}

/** @throws AppError validation_failed 422 for a deputy who is no other member. */
export async function setOwnTimes(
  person: Person,
  times: Times,
  gateway: Gateway = getGateway(),
): Promise<TimesView> {
  return change(person, person.userId, times, gateway);
}

/** Reads any member's times, for administrators. @throws AppError not_allowed 403; not_found 404. */
export async function readTimesOf(
  person: Person,
  userId: number,
  gateway: Gateway = getGateway(),
): Promise<TimesView> {
  requireRole(person, "admin", "Reading others' times");
  return inTenant(gateway.database, person.tenantId, async (tx) => {
    await requireMember(tx, person.tenantId, userId);
    return timesIn(tx, person.tenantId, userId);
  });
}

/** Sets any member's times, for administrators. @throws AppError not_allowed 403; not_found 404; validation_failed 422. */
export async function setTimesOf(
  person: Person,
  { userId, times }: { userId: number; times: Times },
  gateway: Gateway = getGateway(),
): Promise<TimesView> {
  requireRole(person, "admin", "Setting others' times");
  return change(person, userId, times, gateway);
}

/** One event for each change, on the chain of the person whose times they are. */
async function change(by: Person, userId: number, times: Times, gateway: Gateway): Promise<TimesView> {
  const { tenantId } = by;
  const view = await inTenant(gateway.database, tenantId, async (tx) => {
    await requireMember(tx, tenantId, userId);
    await refuseDeputy(tx, tenantId, userId, times);
    if ((await setTimes(tx, tenantId, userId, rowOf(times, by.name))) > 0)
      await appendEvent(tx, {
        ...byPerson(by),
        entityType: "notification_times",
        entityId: userId,
        type: "notification_times.changed",
        details: { ...times, by_user_id: by.userId },
      });
    return timesIn(tx, tenantId, userId);
  });
  afterCommit(gateway, tenantId);
  return view;
}

async function requireMember(tx: TenantTransaction, tenantId: number, userId: number): Promise<void> {
  const members = await listNamedMembers(tx, tenantId);
  if (!members.some((member) => member.userId === userId))
    throw new AppError("not_found", "There is no such person.");
}

async function refuseDeputy(
  tx: TenantTransaction,
  tenantId: number,
  userId: number,
  { away }: Times,
): Promise<void> {
  const deputy = away?.deputy_user_id ?? null;
  if (deputy === null) return;
  const members = await listNamedMembers(tx, tenantId);
  if (deputy !== userId && members.some((member) => member.userId === deputy)) return;
  const issues = [{ path: "away.deputy_user_id", message: "must be another member of the company" }];
  throw new AppError("validation_failed", "Nobody of that number can be the deputy.", { issues });
}

async function timesIn(tx: TenantTransaction, tenantId: number, userId: number): Promise<TimesView> {
  const row = await findTimes(tx, tenantId, userId);
  const zone = (await findTimeZone(tx, tenantId))!.timeZone;
  const people = await listNamedMembers(tx, tenantId);
  return {
    ...(row ? timesOf(row) : { time_zone: zone, quiet: null, away: null, digest_at: null }),
    changed_by: row?.changedByLabel ?? null,
    changed_at: isoOf(row?.changedAt ?? null),
    people: people
      .filter((member) => member.userId !== userId)
      .map(({ userId: id, name }) => ({ user_id: id, name })),
  };
}

function timesOf({
  timeZone,
  quietFrom,
  quietUntil,
  awayFrom,
  awayUntil,
  deputyUserId,
  digestAt,
}: TimesRow): Times {
  return {
    time_zone: timeZone,
    digest_at: digestAt === null ? null : clockOf(digestAt),
    quiet:
      quietFrom === null || quietUntil === null
        ? null
        : { from: clockOf(quietFrom), until: clockOf(quietUntil) },
    away:
      awayFrom === null || awayUntil === null
        ? null
        : { from: isoOf(awayFrom)!, until: isoOf(awayUntil)!, deputy_user_id: deputyUserId },
  };
}

const rowOf = (
  { time_zone: timeZone, quiet, away, digest_at: digestAt }: Times,
  changedByLabel: string,
): NewTimes => ({
  timeZone,
  quietFrom: quiet && minuteOf(quiet.from),
  quietUntil: quiet && minuteOf(quiet.until),
  awayFrom: away && away.from,
  awayUntil: away && away.until,
  deputyUserId: away && away.deputy_user_id,
  digestAt: digestAt === null ? null : minuteOf(digestAt),
  changedByLabel,
});

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
