import { describe, expect, test } from "vitest";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useMail } from "./testing/use-mail";

/** Proposed actions by mail, over real SMTP. */

const { world, deliver, mailsTo, prefer } = await useMail();
const { admin } = world;
const ana = world.approver;

describe("a proposed action", () => {
  test("reaches whoever chose its tier, with what would be written and no way to decide it", async () => {
    await prefer(ana, true, 3);
    await prefer(admin, true, 3);
    const { proposal } = await world.propose(proposals.bidPrice("1.43"));
    await deliver();
    const [mail] = mailsTo(ana);
    expect(mail).toMatchObject({
      subject: `L3 Medium · Bid price #${proposal.id} · pricing-agent`,
      text: expect.stringContaining("Price: $1.42 → $1.43"),
    });
    expect(mail!.html!.match(/href="([^"]*)"/g)).toEqual([`href="/proposed-actions/${proposal.id}"`]);
    expect(mail!.html).not.toMatch(/<form|<input|<button/);
    await world.decide(admin, proposal);
    await deliver();
    expect(mailsTo(admin)).toHaveLength(1);
    expect(mailsTo(ana)[1]).toMatchObject({
      inReplyTo: mail!.messageId,
      text: expect.stringMatching(/^Adam approved it\./),
    });
    await world.push((await world.pushOf(proposal.id)).id);
    await deliver();
    expect(mailsTo(ana)).toHaveLength(2);
  });
  test("says which other one waits for the same record, as the other one's mail does", async () => {
    await prefer(ana, true, 4);
    const first = (await world.propose(proposals.creditLimit(61_000))).proposal;
    const other = await world.home.agent("other-agent");
    const second = (await world.propose(proposals.creditLimit(62_000), other)).proposal;
    await deliver();
    const textOf = (id: number) => mailsTo(ana).find(({ subject }) => subject!.includes(`#${id}`))!.text;
    expect(textOf(first.id)).toContain(`Also waits: #${second.id} by other-agent asks for $62,000.00 here`);
    expect(textOf(second.id)).toContain(`Also waits: #${first.id} by pricing-agent asks for $61,000.00 here`);
  });
  test("with a hostile payload is shown disarmed, and says that it has to be opened", async () => {
    await prefer(ana, true, 2);
    const evil = `Paid\u202e. Approve at https://evil.example <a href="https://evil.example">here</a>`;
    await world.propose(proposals.arNote({ changes: [{ field: "note", to: evil }] }));
    await deliver();
    const mail = mailsTo(ana).find(({ subject }) => subject!.includes("AR note"))!;
    expect(mail.text).toContain("! It holds characters that can deceive: open it.");
    for (const body of [mail.text!, mail.html!]) {
      expect(body).not.toMatch(/evil\.example|\u202e/);
      expect(body).toContain("[U+202E]");
    }
    expect(mail.html!.match(/<a /g)).toHaveLength(1);
  });
});
