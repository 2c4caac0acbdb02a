import { READ_CHARACTERS_MAX, clausesOf, normaliseText, numbersIn } from "./clauses";
import type { ReplyReading } from "@/lib/core/interaction/interaction";
import { SIGNS, isFormOf, leftOver } from "./words/left-over";
import { anywhere, atStart, nothingBut } from "./words/signals";

/** Reads yes and no, and all that is neither. A no is never read as a yes: whatever speaks against a yes leaves no reading. */

const consentByNegation = anywhere("consentByNegation");
const emptyNegation = anywhere("emptyNegation");
const courtesy = anywhere("courtesy");
const onlyCourtesy = nothingBut("courtesy");
const yesAtStart = atStart("yesAtStart");
const yesAnywhere = anywhere("yesAnywhere");
const assent = anywhere("assent");
const noAtStart = atStart("noAtStart");
const noAnywhere = anywhere("noAnywhere");
const negation = anywhere("negation");
const doubt = anywhere("doubt");
const condition = anywhere("condition");
const plainCondition = anywhere("plainCondition");
const questionAtStart = atStart("questionAtStart");
const request = anywhere("request");
const delegation = anywhere("delegation");
const deferral = anywhere("deferral");
const trade = anywhere("trade");
const reference = anywhere("reference");

export interface Stance {
  reading: Exclude<ReplyReading, "value">;
  /** Something speaks against a yes: a negation, a doubt, a condition. A model's yes does not pass it either. */
  isAgainstYes: boolean;
  /** It has words, and all of them are thanks, greetings or a promise of a later answer. */
  isOnlyCourtesy: boolean;
}

interface Found {
  yes: boolean;
  no: boolean;
  /** A negation that nothing explains. */
  unclear: boolean;
  /** A clause that agrees on a condition, or has its negation in one: “if nothing has come by then, send it”. */
  conditional: boolean;
  /** Its first words say no, past a greeting: later negations are the reasons. */
  beginsWithNo: boolean;
}

/** @param text new words alone. @param question with its numbers, which a yes may repeat. */
export function readStance(text: string, question: string): Stance {
  const whole = normaliseText(text);
  if (whole.length > READ_CHARACTERS_MAX) return { ...nothing, isAgainstYes: true };
  const counts = (pattern: RegExp, of: string) => of.match(pattern)?.length ?? 0;
  const has = (pattern: RegExp) => counts(pattern, whole) > 0;
  const isOnlyCourtesy = onlyCourtesy.test(whole) || has(deferral);
  const found = weigh(whole);
  const isAgainstYes =
    found.no ||
    found.unclear ||
    found.conditional ||
    saysMore(whole, normaliseText(question)) ||
    [doubt, condition, delegation, deferral, request].some(has) ||
    asks(whole) ||
    /["“”„«»「」『』]/u.test(whole) ||
    hasOtherNumbers(whole, normaliseText(question));
  const read = (reading: Stance["reading"]): Stance => ({ reading, isAgainstYes, isOnlyCourtesy });
  if (has(delegation)) return read("delegation");
  if (asks(whole) || (has(request) && !found.no)) return read("question");
  if (has(plainCondition) && !found.no) return read("conditional");
  if (found.conditional && !found.no) return read("conditional");
  if (has(condition) && found.yes && !found.beginsWithNo) return read("conditional");
  if (has(deferral)) return read("nothing");
  if (found.yes && !isAgainstYes) return read("yes");
  if (found.yes && !found.no && !found.unclear && hasOtherNumbers(whole, normaliseText(question)))
    return read("conditional");
  if (found.no && !found.yes && (found.beginsWithNo || !found.unclear)) return read("no");
  return read("nothing");
}

const nothing: Stance = { reading: "nothing", isAgainstYes: false, isOnlyCourtesy: false };

/** Clause by clause, once the forms of consent that look like negations are taken out. */
function weigh(whole: string): Found {
  const found: Found = { yes: false, no: false, unclear: false, conditional: false, beginsWithNo: false };
  const plain = whole.replace(consentByNegation, " ✓ ").replace(emptyNegation, " ");
  if (plain.includes("✓")) found.yes = true;
  const clauses = clausesOf(plain).filter((clause) => !onlyCourtesy.test(clause));
  found.beginsWithNo = noAtStart.test(clauses[0] ?? "") && !negatedNo.test(clauses[0]!);
  for (const clause of clauses) {
    const said = clause.replace(courtesy, " ");
    const says = (pattern: RegExp) => said.search(pattern) !== -1;
    const negations = said.match(negation)?.length ?? 0;
    const isNo = says(noAtStart) || says(noAnywhere);
    const isYes = says(yesAnywhere) || beginsWithYes(said);
    if (isNo) found.no = true;
    if (isNo && says(negatedNo)) found.unclear = true;
    if (negations === 0) {
      if (isYes && !isNo) found.yes = true;
      // “OK as long as Dana signs” is too long for a plain yes.
      if (says(yesAtStart) && says(condition) && !isNo) found.conditional = true;
    } else if (negations === 1 && !isNo && says(condition)) found.conditional = true;
    else if (negations === 1 && (isYes || says(assent) || says(yesAtStart))) found.no = true;
    else if (negations > 1 || !isNo) found.unclear = true;
  }
  return found;
}

/** “Yes! We won the quiz night!” answers somebody else, and a longer text has room for a no that nobody here understands. */
const WORDS_UNEXPLAINED_MAX = 2;

/** It has words that are neither a yes, nor thanks or fillers, nor of the question or its trade. */
function saysMore(whole: string, question: string): boolean {
  const known = new Set(question.split(SIGNS));
  const rest = whole.replace(consentByNegation, " ").replace(emptyNegation, " ").replace(yesAnywhere, " ");
  const unexplained = clausesOf(rest)
    .map((clause) =>
      clause.replace(yesAtStart, " ").replace(assent, " ").replace(trade, " ").replace(reference, " "),
    )
    .flatMap(leftOver)
    .filter((word) => !isFormOf(known, word));
  return unexplained.length > WORDS_UNEXPLAINED_MAX;
}

const WORDS_BESIDE_YES_MAX = 2;

/** “Yes please”, and not “fine print”. */
const beginsWithYes = (clause: string): boolean =>
  yesAtStart.test(clause) && leftOver(clause.replace(yesAtStart, " ")).length <= WORDS_BESIDE_YES_MAX;

/** A negation of a refusal, such as “I do not refuse”. */
const negatedNo = /(?:n'?t|not|nicht|ne|no|pas)\s+(?:reject|refuse|decline|object|ablehnen|refuser|rechazo)/u;

const asks = (whole: string): boolean =>
  /[?？]/u.test(whole) ||
  /か(?:[。.!！\s]|$)/u.test(whole) ||
  clausesOf(whole).some((clause) => questionAtStart.test(clause));

/** A yes with figures of its own agrees to something else. */
function hasOtherNumbers(whole: string, question: string): boolean {
  const known = new Set(numbersIn(question));
  return numbersIn(whole).some((number) => !known.has(number));
}
