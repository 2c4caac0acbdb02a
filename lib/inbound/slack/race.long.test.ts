import { expect, test } from "vitest";
import type { PostedMessage, SlackUser } from "@countersign/slack-double";
import { holdRow, untilWaiting } from "@/lib/gateway/testing/race";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useSlack } from "./testing/use-slack";

/** One proposal decided at once on a page, over the API and from two people's cards. `npm run torture:races` does it more often. */
const rounds = Number(process.env.RACE_ROUNDS ?? 10);

const { world, slack, installation, linked, cardsOf, deliver, afterwards } = await useSlack();
const { owner, approver: ana, admin: adam } = world;
const olga = await world.home.person("Olga", "approver");
const bob = await world.home.person("Bob", "approver");
const users = { Ana: await linked(ana), Adam: await linked(adam) };

const cardOf = (user: SlackUser, id: number): PostedMessage => {
  const cards = cardsOf(user).filter(({ blocks }) => JSON.stringify(blocks).includes(`#${id}`));
  expect(cards).toHaveLength(1);
  return cards[0]!;
};
const buttonsOf = ({ blocks }: PostedMessage): string[] =>
  [...JSON.stringify(blocks).matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => id!);

test(
  "a decision raced from page, API and two cards has one winner, whom every card names",
  { timeout: 60_000 + rounds * 5_000 },
  async () => {
    const wins = new Map<string, number>();
    for (let round = 0; round < rounds; round += 1) {
      const { proposal } = await world.propose(proposals.arNote());
      await deliver();
      const cards = { Ana: cardOf(users.Ana, proposal.id), Adam: cardOf(users.Adam, proposal.id) };
      const press = (name: "Ana" | "Adam") =>
        slack.press(installation, users[name], { message: cards[name], actionId: "approve" });
      const runners = [
        () => world.decide({ ...olga, via: "session" }, proposal, { channel: "page" }),
        () => world.decide(bob, proposal, { channel: "api", decision: "reject" }),
        () => press("Ana"),
        () => press("Adam"),
      ];
      // All of them wait for the row, each way in first in its turn; readings of the record are kept meanwhile.
      const row = await holdRow(owner, "proposed_actions", proposal.id, "free");
      const running: Promise<unknown>[] = [];
      for (const place of runners.keys()) {
        // Handled from the start: the losers may be refused before this test looks.
        running.push(Promise.allSettled([runners[(place + round) % runners.length]!()]));
        await untilWaiting(world.superuser, running.length);
      }
      await row.release("commit");
      await Promise.all(running);
      await afterwards();

      const votes = await owner<{ channel: string }[]>`
        SELECT channel FROM decisions WHERE action_id = ${proposal.id}`;
      expect(votes).toHaveLength(1);
      const [decided] = await owner<{ status: string; by: string }[]>`
        SELECT status, decided_by_label AS by FROM proposed_actions WHERE id = ${proposal.id}`;
      const pushes = await owner`SELECT FROM ns_pending_pushes WHERE action_id = ${proposal.id}`;
      expect(pushes).toHaveLength(decided!.status === "approved" ? 1 : 0);
      await deliver();
      for (const card of Object.values(cards)) {
        expect(buttonsOf(card)).toEqual(["open"]);
        expect(JSON.stringify(card.blocks)).toContain(
          `${decided!.status === "approved" ? "Approved" : "Rejected"} by \`${decided!.by}\``,
        );
      }
      wins.set(votes[0]!.channel, (wins.get(votes[0]!.channel) ?? 0) + 1);
    }
    expect([...wins.keys()].toSorted()).toEqual(["api", "page", "slack"]);
  },
);
