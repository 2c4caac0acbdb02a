import { beforeEach, describe, expect, test } from "vitest";
import type { Person } from "@/lib/core/access/principal";
import { replayDeadLetter } from "@/lib/gateway/deliver/repair/replay-push";
import { amendmentsOf } from "@/lib/gateway/testing/amendments";
import { writesGoingWrong } from "@/lib/gateway/testing/went-wrong";
import { proposals } from "@/lib/gateway/testing/proposals";
import { sweepMessages } from "./deliver-messages";
import { readChannels } from "./read-channels";
import { setOwnTimes } from "./routing/notification-times";
import { readActionReach } from "./routing/read-reach";
import { useMail } from "./testing/use-mail";
import { useMessages } from "./testing/use-messages";

/** Outcomes that come again, that reach whoever chose nothing, and that reach a deputy who decided. */

const mail = await useMail();
const messaging = await useMessages();

describe("a write that was replayed", () => {
  const { world, owner, gateway, deliver, gotBy } = messaging;
  const verbs = amendmentsOf(world);
  const { goDead } = writesGoingWrong(world, verbs, deliver);
  let account = 0;
  let people = 0;
  beforeEach(async () => {
    account ||= await messaging.openAccount();
  });
  const newApprover = () => messaging.person(`Approver ${(people += 1)}`, "approver", account);
  const wrongOf = (person: Person) => gotBy(person).filter(({ card }) => card.occasion === "went_wrong");
  const replay = async (id: number) => {
    const [letter] = await owner<{ id: number }[]>`
      SELECT id FROM ns_push_dlq_log WHERE action_id = ${id} AND replayed_at IS NULL`;
    await replayDeadLetter(world.admin, letter!.id, gateway);
  };
  const goDeadAgain = async (id: number) => {
    await replay(id);
    await world.account.fault("closed_period", { key: `cs-${world.tenantId}-${id}` });
    expect(await verbs.push(id)).toEqual({ outcome: "dead" });
  };

  test("and gave up again is told again, once for each time", async () => {
    const mine = await newApprover();
    const { id } = await goDead(mine);
    await deliver();
    expect(wrongOf(mine)).toHaveLength(1);
    for (const times of [2, 3]) {
      await goDeadAgain(id);
      await deliver();
      await sweepMessages(gateway);
      await deliver();
      expect(wrongOf(mine)).toHaveLength(times);
    }
    expect(new Set(wrongOf(mine).map(({ ref }) => ref)).size).toBe(3);
    const { reached } = await readActionReach(mine, id, gateway);
    expect(reached.filter(({ outcome }) => outcome === "dead")).toHaveLength(3);
  });

  test("and gave up again before the first notice left is told once", async () => {
    const mine = await newApprover();
    await setOwnTimes(
      mine,
      { time_zone: "UTC", quiet: { from: "07:00", until: "09:00" }, away: null, digest_at: null },
      gateway,
    );
    const { id } = await goDead(mine);
    await deliver();
    await goDeadAgain(id);
    await deliver();
    expect(wrongOf(mine)).toHaveLength(0);
    messaging.pass(3_601);
    await deliver();
    messaging.pass(-3_601);
    expect(wrongOf(mine)).toHaveLength(1);
  });

  test("is told to a deputy who approved it, and not to whoever was away", async () => {
    const [away, deputy] = [await newApprover(), await newApprover()];
    await messaging.prefer(away, true, 1);
    await setOwnTimes(
      away,
      {
        time_zone: "UTC",
        quiet: null,
        digest_at: null,
        away: {
          from: new Date(messaging.time.now.getTime() - 60_000).toISOString(),
          until: new Date(messaging.time.now.getTime() + 86_400_000).toISOString(),
          deputy_user_id: deputy.userId,
        },
      },
      gateway,
    );
    const { proposal } = await world.propose(proposals.arNote());
    const { id } = proposal;
    await deliver();
    expect(gotBy(deputy).map(({ card }) => card.subject.id)).toEqual([id]);
    await world.decide(deputy, proposal);
    await world.account.fault("closed_period", { key: `cs-${world.tenantId}-${id}` });
    expect(await verbs.push(id)).toEqual({ outcome: "dead" });
    await deliver();
    expect(wrongOf(deputy).map(({ card }) => card.subject.id)).toEqual([id]);
    expect(wrongOf(away)).toEqual([]);
  });

  test("and waits to be sent is not told again", async () => {
    const mine = await newApprover();
    const { id } = await goDead(mine);
    await deliver();
    await replay(id);
    await deliver();
    await sweepMessages(gateway);
    expect(wrongOf(mine)).toHaveLength(1);
  });
});

test("a mail tells whoever chose nothing, as the page shows it ticked", async () => {
  const { world, gateway, deliver, mailsTo } = mail;
  const { approver: ana } = world;
  const shown = (await readChannels(ana, gateway)).channels.find(({ kind }) => kind === "email")!;
  expect(shown).toMatchObject({ questions: true, outcomes: true, outcomes_chosen: false });
  const { goDead } = writesGoingWrong(world, amendmentsOf(world), deliver);
  const { id } = await goDead(ana);
  await deliver();
  expect(mailsTo(ana).map(({ subject }) => subject)).toEqual([expect.stringMatching(`^Gave up: .*#${id}`)]);
  await mail.prefer(ana, false, null);
  const { proposal } = await world.propose(proposals.arNote());
  await world.decide(ana, proposal);
  await deliver();
  expect(mailsTo(ana)).toHaveLength(1);
});
