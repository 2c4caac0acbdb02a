import { expect, test } from "vitest";
import type { FigurePeriod } from "@/lib/core/interaction/answer-figures";
import type { InteractionChannel } from "@/lib/core/interaction/interaction";
import type { Person } from "@/lib/core/access/principal";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { answer, correctAnswer, retractAnswer } from "@/lib/interactions/answer";
import { cancelQuestion } from "@/lib/interactions/cancel";
import { sweepInteractions } from "@/lib/interactions/sweep-interactions";
import { useMessages } from "@/lib/messages/testing/use-messages";
import { answerFiguresAsCsv } from "./answer-figures-csv";
import { readAnswerFigures } from "./read-answer-figures";

const at = await useMessages();
const { world, gateway, owner, tenantId, time } = at;
const { approver: ana, admin, viewer } = world;
const account = await at.openAccount();
const [ben, cleo] = [
  await at.person("Ben", "approver", account),
  await at.person("Cleo", "approver", account),
];
const steward = await world.home.person("Stella", "steward");
const to = (...people: Person[]) => ({ responders: people.map(({ userId }) => ({ user_id: userId })) });
const read = (days: FigurePeriod = 30, by: Person = admin) => readAnswerFigures(by, { days }, gateway);
const give = (person: Person, id: number, channel: InteractionChannel = "in_app") =>
  answer(person, { id, response: { count: 3 }, channel }, gateway);

/** Everything that can become of a question, by several channels. */
async function live(): Promise<void> {
  const [byAna, bySlack, twice, first, late, gone, role, chain, taken, corrected] = await Promise.all([
    at.ask(to(ana)),
    at.ask(to(ben)),
    at.ask({ ...to(ana, ben, cleo), rule: "n_of_m", answers_needed: 2 }),
    at.ask(to(ana, cleo)),
    at.ask({ ...to(ben), timeout_action: "default_response", default_response: { count: 1 } }),
    at.ask(to(cleo)),
    at.ask({ responders: [{ role: "approver" }] }),
    at.ask({ ...to(cleo, ana), rule: "all", in_order: true }),
    at.ask({ ...to(cleo), timeout_seconds: 7_200 }),
    at.ask(to(ana)),
  ]);
  await at.deliver();
  at.pass(60);
  await give(ana, byAna);
  await give(ana, corrected, "email");
  at.pass(60);
  await give(ben, bySlack, "slack");
  await give(ana, twice);
  await give(cleo, first, "email");
  await correctAnswer(ana, { id: corrected, response: { count: 9 } }, gateway);
  at.pass(180);
  await give(ben, twice, "slack");
  await give(ben, role, "slack");
  await cancelQuestion(world.agent, gone, gateway);
  await give(cleo, chain);
  await give(cleo, taken);
  at.pass(600);
  await give(ana, chain, "email");
  const alone = await at.ask({ ...to(ana, ben), rule: "all", timeout_seconds: 60 });
  await give(ana, alone);
  at.pass(3_000);
  await sweepInteractions(gateway);
  // One whose time is over, and which no sweep has seen.
  await at.ask({ ...to(ben), timeout_seconds: 60 });
  at.pass(120);
  // Open.
  await at.ask({ ...to(ana, ben), timeout_seconds: 86_400 });
  expect([late, taken].every((id) => id > 0)).toBe(true);
}

interface Question {
  id: number;
  status: string;
  created: Date;
  responded: Date | null;
  timeout: Date;
  responders: ({ user_id: number } | { role: string })[];
  asked: number;
  staged: boolean;
}
interface Response {
  question: number;
  user: number;
  kind: string;
  channel: string;
  at: Date;
  place: number;
}

/** The rows themselves, counted by hand. */
async function rows(days: number) {
  const questions = await owner<Question[]>`
    SELECT id, status, created_at AS created, responded_at AS responded, timeout_at AS timeout, responders, asked,
      in_order OR escalate_after_seconds IS NOT NULL AS staged FROM hil_interactions WHERE tenant_id = ${tenantId}`;
  const responses = await owner<Response[]>`
    SELECT matched_interaction_id AS question, user_id AS user, kind, source_channel AS channel, received_at AS at, place
    FROM hil_responses WHERE tenant_id = ${tenantId} AND place IS NOT NULL ORDER BY id`;
  const told = await owner<{ question: number }[]>`
    SELECT interaction_id AS question FROM channel_messages WHERE tenant_id = ${tenantId} AND reached_at IS NOT NULL`;
  const since = time.now.getTime() - days * 86_400_000;
  const stateOf = ({ status, timeout }: Question) =>
    status === "responded" || status === "cancelled"
      ? status
      : status === "timeout" || timeout <= time.now
        ? "over"
        : "open";
  const endOf = (question: Question) =>
    responses.findLast(
      (one) => one.question === question.id && one.kind !== "retraction" && one.at <= question.responded!,
    )!;
  return {
    questions: questions
      .filter(({ created }) => created.getTime() > since)
      .map((one) => ({ ...one, state: stateOf(one), end: one.responded && endOf(one) }))
      .filter(({ state }) => state !== "cancelled"),
    cancelled: questions.filter((one) => stateOf(one) === "cancelled").length,
    responses,
    told: new Set(told.map(({ question }) => question)),
  };
}

/** As statistics define the continuous percentile. */
function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  if (sorted.length === 0) return null;
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return Math.round(low + (high - low) * (place - Math.floor(place)));
}
const share = (part: number, rest: number) =>
  part + rest === 0 ? null : Math.round((part / (part + rest)) * 1_000) / 10;

type Rows = Awaited<ReturnType<typeof rows>>;
const isOf = (state: string) => (one: { state: string }) => one.state === state;
const msOf = ({ created }: { created: Date }, end: Date | null) => end!.getTime() - created.getTime();

function channelsByHand({ questions, told }: Rows) {
  return ["email", "in_app", "slack"].map((channel) => {
    const isCarried = ({ id, end }: Rows["questions"][number]) =>
      channel === "in_app" || end?.channel === channel || (channel === "slack" && told.has(id));
    const own = questions.filter(isCarried);
    const here = own.filter(({ end }) => end?.channel === channel);
    const elsewhere = own.filter(({ end }) => end && end.channel !== channel).length;
    const times = here.map((one) => msOf(one, one.responded));
    const unanswered = own.filter(isOf("over")).length;
    return {
      channel,
      asked: own.length,
      answered: here.length,
      elsewhere,
      unanswered,
      open: own.filter(isOf("open")).length,
      rate: share(here.length, elsewhere + unanswered),
      median_ms: percentile(times, 0.5),
      p90_ms: percentile(times, 0.9),
    };
  });
}

function allByHand({ questions, cancelled }: Rows) {
  const answered = questions.filter(({ end }) => end);
  const times = answered.map((one) => msOf(one, one.responded));
  const unanswered = questions.filter(isOf("over")).length;
  return {
    asked: questions.length,
    answered: answered.length,
    unanswered,
    open: questions.filter(isOf("open")).length,
    cancelled,
    rate: share(answered.length, unanswered),
    median_ms: percentile(times, 0.5),
    p90_ms: percentile(times, 0.9),
  };
}

function personByHand({ questions, responses }: Rows, { userId, name }: Person) {
  const standing = questions.flatMap((question) => {
    const own = responses.filter((one) => one.question === question.id && one.user === userId);
    const isNone = own.length === 0 || own.at(-1)!.kind === "retraction";
    return isNone ? [] : [{ question, said: own.findLast(({ kind }) => kind === "answer")! }];
  });
  const hasAnswered = ({ id }: Question) => standing.some(({ question }) => question.id === id);
  const isThem = (one: Question["responders"][number]) => "user_id" in one && one.user_id === userId;
  const named = questions.filter(({ responders, asked }) => responders.slice(0, asked).some(isThem));
  const left = (state: string) => named.filter((one) => !hasAnswered(one)).filter(isOf(state)).length;
  const timed = standing.filter(({ question, said }) => !(question.staged && said.place > 1));
  const times = timed.map(({ question, said }) => msOf(question, said.at));
  const by = (channel: string) => standing.filter(({ said }) => said.channel === channel).length;
  const [mostly] = ["email", "in_app", "slack"].toSorted((one, other) => by(other) - by(one));
  const answered = named.filter(hasAnswered).length;
  return {
    user_id: userId,
    name,
    asked: named.length,
    answered,
    by_others: left("responded"),
    unanswered: left("over"),
    open: left("open"),
    rate: share(answered, left("over")),
    for_role: standing.length - answered,
    median_ms: percentile(times, 0.5),
    mostly_by: mostly,
  };
}

test("every figure equals a plain count over the rows, whatever became of a question", async () => {
  await live();
  for (const days of [7, 30, 90] as const) {
    const byHand = await rows(days);
    const { all, channels, people } = await read(days);
    expect(byHand.questions).toHaveLength(12);
    expect(all).toEqual(allByHand(byHand));
    expect(channels.toSorted((a, b) => a.channel.localeCompare(b.channel))).toEqual(channelsByHand(byHand));
    const byId = people.toSorted((a, b) => a.user_id - b.user_id);
    expect(byId).toEqual([ana, ben, cleo].map((person) => personByHand(byHand, person)));
  }
});

test("a question counts in the periods in which it was asked", async () => {
  const figures = async (days: FigurePeriod) => (await read(days)).all.asked;
  const before = await figures(7);
  at.pass(8 * 86_400);
  expect(await figures(7)).toBe(0);
  expect(await figures(30)).toBe(before);
  at.pass(23 * 86_400);
  expect(await figures(30)).toBe(0);
  expect(await figures(90)).toBe(before);
});

test("an answer that was taken back is none of its person's", async () => {
  await at.ask({ ...to(cleo), timeout_seconds: 86_400 });
  const before = (await read()).people.find(({ user_id: id }) => id === cleo.userId)!;
  const id = await at.ask({ ...to(cleo), rule: "n_of_m", answers_needed: 1, timeout_seconds: 600 });
  const two = await at.ask({ ...to(cleo, ana), rule: "all", timeout_seconds: 600 });
  await give(cleo, two);
  await retractAnswer(cleo, two, gateway);
  await give(cleo, id);
  const after = (await read()).people.find(({ user_id: own }) => own === cleo.userId)!;
  expect(after).toMatchObject({
    asked: before.asked + 2,
    answered: before.answered + 1,
    open: before.open + 1,
  });
});

test("a message that never arrived, or came back, counts for no channel", async () => {
  const slack = async () => (await read()).channels.find(({ channel }) => channel === "slack")?.asked ?? 0;
  await at.deliver();
  const before = await slack();
  const id = await at.ask(to(ben));
  expect(await slack()).toBe(before);
  await at.deliver();
  expect(await slack()).toBe(before + 1);
  await owner`UPDATE channel_messages SET state = 'failed', next_at = NULL, returned_at = ${time.now}, last_error = 'x'
    WHERE interaction_id = ${id}`;
  expect(await slack()).toBe(before);
});

test("another company's questions count for none of ours, and theirs are empty", async () => {
  const stranger = await (await world.addTenant()).person("Eve", "admin");
  const figures = await read(30, stranger);
  expect(figures).toMatchObject({ channels: [], people: [], all: { asked: 0, rate: null, median_ms: null } });
});

test("they are for administrators alone, in a file too", async () => {
  for (const person of [ana, viewer]) {
    await expectRefusal(read(30, person), "not_allowed");
    await expectRefusal(answerFiguresAsCsv(person, { days: 30, by: "person" }, gateway), "not_allowed");
  }
  expect((await read(30, steward)).people.length).toBeGreaterThan(0);
});

test("a file has the same figures, a row each, and the ledger keeps who took it", async () => {
  await give(ana, await at.ask(to(ana)));
  const { channels, people } = await read(90);
  const file = await answerFiguresAsCsv(admin, { days: 90, by: "channel" }, gateway);
  expect(file.name).toMatch(/^tenant-[\w-]+-answers-by-channel-90-days-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...lines] = file.text.trimEnd().split("\r\n");
  expect(head).toBe(
    "\uFEFFchannel,asked,answered,answered_elsewhere,unanswered,open,rate_percent,median_seconds,p90_seconds",
  );
  const [first] = channels;
  expect(lines).toHaveLength(channels.length);
  expect(lines[0]).toBe(
    [
      first!.channel,
      first!.asked,
      first!.answered,
      first!.elsewhere,
      first!.unanswered,
      first!.open,
      first!.rate,
      first!.median_ms! / 1_000,
      first!.p90_ms! / 1_000,
    ].join(","),
  );
  await world.home.person("=cmd()", "approver").then((person) => at.ask(to(person)));
  const { text } = await answerFiguresAsCsv(admin, { days: 90, by: "person" }, gateway);
  expect(text.trimEnd().split("\r\n")).toHaveLength(people.length + 2);
  expect(text).toContain(",'=cmd(),1,");
  const [event] = await owner`
    SELECT actor_label, body_text FROM events WHERE tenant_id = ${tenantId}
      AND event_type = 'person.answer_figures_downloaded' ORDER BY id DESC LIMIT 1`;
  expect(event!.actor_label).toBe("Adam");
  const { details } = JSON.parse(event!.body_text as string) as { details: unknown };
  expect(details).toEqual({ user_id: admin.userId, days: 90, by: "person" });
});
