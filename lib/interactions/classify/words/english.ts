import { type Lexicon, pieces } from "./lexicon";

export const english: Lexicon = {
  consentByNegation: pieces`
    no (further |other )?objections? / (have |having |got )?nothing against (it|that|this)
    (can'?t|cannot|can not|couldn'?t|won'?t) say no( to (that|this|it))?
    (don'?t|do not|can'?t|cannot) see (any reason |a reason )?why not
    (no|not a) problem( at all| with (it|that|this)| from (me|my side))? / no reason not to
    (don'?t|do not) mind( at all)? / (have |there are )?no (concerns|reservations)`,
  emptyNegation: pieces`
    nothing (more |else )?to add / no worries / no (further |other )?(comments|remarks|notes)
    no (further |other )?(changes|edits)( needed| required| necessary)?`,
  yesAtStart: pieces`
    yes / yep / yeah / yup / ok / okay / okey / sure( thing)? / fine / agreed / approved / accepted
    granted / confirmed / absolutely / definitely / of course / certainly / perfect / happy to
    alright / all right / by all means / be my guest / roger / green light`,
  yesAnywhere: pieces`
    go ahead / go for it / good to go / (i|we) (hereby )?(approve|agree|accept|consent)
    (looks|sounds|seems) (all )?(good|fine|great|ok|okay) / lgtm / works for (me|us)
    (is |'s |am |'m )?(fine|ok|okay|good) (by|with|for) (me|us|it|that)
    (reviewed|checked|read) and (approved|accepted)
    please (ship|send|release|proceed|post|raise|approve)(?! (me|us|him|her|over|back))
    (ship|send|release|raise|post) (it|them|this) / write (it|them) off / do (it|this|that)
    have (our|my) (approval|blessing|ok|okay)
    (has|have|get|got|gets) (the|my|our) (green light|go-ahead) / (i'?m|count me) in / (that'?s|it'?s) (alright|all right)`,
  assent: pieces`
    approv\w+ / agree\w* / accept\w* / ok / okay / yes / fine / happy / good / great / ready / ship\w*
    send\w* / sent / release\w* / proceed\w* / do (it|this|that) / allow\w* / support\w* / comfortable
    sign off / worth`,
  noAtStart: pieces`
    no / nope / nah / never / declined / rejected / denied / refused / disapproved
    (please )?(don'?t|do not) (?!know|think|worry|mind|see)\w+ / (please )?(stop|wait|hold)
    not (yet|now|today|approved|accepted|ok|okay)
    keep (it|them) / thumbs down`,
  noAnywhere: pieces`
    hold (it|off|on|this|that|them|back) / on hold / leave it
    (i|we) (reject|decline|refuse|disagree|object|disapprove|oppose) / (must|should)(n'?t| not)
    not (yet|now|today) / no way / cancel (it|this|that) / call (it|this) off
    needs? (some |more )?(changes|work) / please (rewrite|change|fix|correct|redo|hold|stop|wait|cancel)
    hard pass / pass on (this|it|that) / (i'?m|we'?re) out / out of the question / nothing doing / won'?t fly`,
  negation: pieces`
    not / (do|does|did|wo|would|ca|could|should|is|are|was|were|have|has|must)n'?t / cannot / no / never
    neither / nor / nobody / nothing / none / without / hardly / against / nope / nah`,
  doubt: pieces`
    mind / far from / fail(s|ed)? to / anything but / veto\w* / dead / agree with / that (we|you|they|it)
    (fraud|illegal|crazy|insane|stupid|madness|disaster|nightmare|unacceptable|impossible|useless|nonsense|scam)\w*
    (clos|terminat|return)(e|ed|es|ing|ate|ated)? / maybe / perhaps / probably / possibly / guess / unsure
    doubt\w* / concern\w* / worr\w+ / wrong / bad / terrible / awful / mistakes? / errors? / problems?
    risky? / hesitat\w+ / however / unfortunately / sorry / yeah,? right / as if / hmm+ / reject\w*
    declin\w* / refus\w* / den(y|ied) / stop\w* / wait\w* / cancel\w*
    (kill|drop|scrap|block|abort|void|undo|revert|withdraw|pause|postpone|delay|skip|hold|forget|avoid|prevent)\w*
    object / oppos\w+ / too (high|low|late|early|much|risky|expensive)
    (is|are|was|were|being) (a )?(joke|nonsense|scam|ridiculous)`,
  condition: pieces`
    if / unless / provided / providing / as long as / so long as / assuming / once / when / until / only
    subject to / except / otherwise / but / instead / rather / as soon as / depend(s|ing) / pending / after
    before / though / although / in case / on (the )?condition
    conditions? / conditional / so long as`,
  plainCondition: pieces`only (if|when|once|after|as long as) / (it )?depends / on (the )?condition`,
  questionAtStart: pieces`
    (and |but |so )?(why|who|whose|which|what|how|when|where)
    (does|did|is|are|was|were|has|have|had|can|could|would|should|shall|will|may) (i|you|we|they|he|she|it|this|that|there)
    do (i|you|we|they)`,
  request: pieces`(send|show|give|get|tell|share|forward) (me|us|over) / (need|want|like) to (know|see)`,
  reference: pieces`it / its / they / them / their / this / that / these / those / each / both`,
  delegation: pieces`
    (please |better |just )?(ask|check with|talk to|speak (to|with)|consult) (?!me|us|for)\w+
    run (this|it|that) (by|past) / (forward|hand|pass)(ing|ed)? (this|it|that)( on)? to
    (leave|leaving|left) (this|it|that) (to|with) / not my (call|decision|job|area|department)
    above my (limit|pay ?grade|level) / (he|she|they)('ll| will)? decides? / (for|up to) \w+ to decide
    you decide / your (call|decision) / up to (you|him|her|them) / let \w+ (pick|decide|choose|handle|take)
    whatever \w+ (says?|decides?|thinks?|wants?) / have \w+ (look|check|decide|review)
    (he|she|they) owns? (it|that|this)`,
  deferral: pieces`
    get back to (you|this) / let me (think|check|look|see)
    need (another|more|some|a bit|a little|an?) (more )?(time|hours?|days?|minutes?)
    think (about|over) (it|this|that) / (i'?ll|i will|will) (look|check|answer|read|reply|respond|see)
    see below / later / looking into (it|this)`,
  courtesy: pieces`
    thanks?( you)?( (so|very) much)? / many thanks / thx / ty / cheers / noted / received / understood
    got it / hi / hello / hey / dear / good (morning|afternoon|evening|luck|work|job)
    have a (nice|good|great) (day|weekend|evening|one)
    for (letting me know|the (info|update|heads-up|quick work)) / best( regards)? / kind regards / regards
    all / team`,
  autoReply: pieces`
    out of (the )?office / automatic reply / auto-?(reply|response|responder)
    vacation (responder|reply|notice) / (on|annual|parental|sick|maternity|paternity) leave
    away (on business|from (the|my) (office|desk|mail|e-?mail)) / limited access to (my )?e-?mails?
    (no longer|not) (being )?monitored / do not reply to this
    (your|this) (message|e-?mail|request|mail) (has been|was|had been) (received|delivered|logged)
    (we('ve| have)|i have) received your (e-?mail|message|request)
    will (respond|reply|answer|get back to you) (within|on my return|upon my return|when i (am|get) back)
    (delivery (has failed|status notification)|undeliverable|undelivered)
    (couldn'?t|could not) be delivered / mailbox (is )?(full|unavailable)
    (back|return) (in the office )?on (monday|tuesday|wednesday|thursday|friday|\w+ \d|\d) / when i get back
    automated / auto-?generated / (off|out) sick / do not reply / case number / (office|we) (is|are) closed / public holiday`,
  bulk: pieces`
    unsubscribe / newsletter / webinar / free (audit|trial|quote|demo) / track it / your (parcel|package)
    password expires? / great rates / limited offer / click (here|below)`,
  injection: pieces`
    (ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,40}\b(instructions?|rules?|prompts?|guidelines|schema|told|safety|gates?|above)
    (system|developer) (prompt|override|mode|message|instruction) / ^\W{0,80}(system|assistant|developer|user) ?:
    new (instructions?|task)( to| for|:| is) / (as an|you are (now )?an?) (ai|language model|assistant)
    you are (now )?in \w+ mode / to the (model|classifier|ai|assistant)
    (set|mark|output|return|respond|treat|classify|rate)\b[^.!?\n]{0,40}\b(relevant|relevance|classification|approved ?=|as (an? )?(yes|approval|approved)|score)
    \b(relevance_score|classification)\b / (return|output|respond( only)? with) \{ / pretend (that |to )
    without (telling|asking) (anybody|anyone|a human) / do not ask a human / say (ja|yes|oui|s[ií])$
    approved ?= ?true
    (?<!\w)(llm|classifier|chatbot|language model|prompt)(?!\w)
    (the|an|to|for|dear|hey|note to) (ai|a\.i\.|assistant|bot|model)(?!\w) / (?<!\w)ai (model|assistant|system|agent|reading) / (treat|take|count|consider|regard)\b[^.!?\n]{0,40}\b(as|a) (an? )?(consent|approval|agreement|yes)
    ^\W{0,80}(admin|administrator|root|operator) ?: / (grant|force) (the )?(approval|consent)`,
  ordinals: [
    pieces`first / 1st`,
    pieces`second / 2nd`,
    pieces`third / 3rd`,
    pieces`fourth / 4th`,
    pieces`fifth / 5th`,
  ],
  beside: pieces`
    please / the / a / an / option / number / no\. / one / let'?s / let us / i'?d / i would / we'?d / i / we
    take / choose / pick / prefer / go with / with / use / offer / counted / count(ed)? is / is / it'?s
    it is / it was / was / were / are / there (were|are) / only / exactly / about / at / for / of / us / me
    this time / works( best| fine| for (me|us))? / best / would be / fine / better / damaged / so / none
    usd / dollars? / each / in total / total / my (choice|answer) is / go / answer
    (from|on) (my|our) (side|end|part)`,
  trade: pieces`
    orders? / invoices? / customers? / credit / pay(s|ing|ment|ments)? / paid / prices? / cost / costs
    charge / margins? / freight / carriers? / trucks? / pallets? / cases? / flats? / photos? / reminders?
    stock / warehouse / delivery / competition / suppliers? / growers? / amount / discount`,
};
