import { type Lexicon, pieces } from "./lexicon";

export const german: Lexicon = {
  consentByNegation: pieces`
    (nichts|nix) (da)?gegen( (ein)?zuwenden)? / (nichts|nix) dagegen
    kein(e|erlei)? (einw[äa]nde?|bedenken|problem) / spricht (nichts|nix) dagegen / kein thema`,
  emptyNegation: pieces`nichts hinzuzuf[üu]gen / keine (weiteren )?(anmerkungen|[äa]nderungen)`,
  yesAtStart: pieces`
    ja( klar| gerne?| bitte)? / jep / jo / jawohl / klar / gerne? / passt / genehmigt / freigegeben
    einverstanden / in ordnung / geht (klar|in ordnung) / nat[üu]rlich / selbstverst[äa]ndlich
    best[äa]tigt
    meinetwegen / von mir aus / gr[üu]nes licht / los`,
  yesAnywhere: pieces`
    ich (bin )?(einverstanden|stimme zu|genehmige|gebe (es |das )?frei) / einverstanden
    (k[öo]nnt|kannst|k[öo]nnen sie|d[üu]rft) (ihr |du )?(das |es )?(gerne )?(so )?(machen|liefern|senden|schicken|verschicken|rausschicken)
    raus damit / macht das / mach das
    bitte (ausliefern|liefern|senden|verschicken|abschicken|rausschicken|buchen|machen)(?!( sie)? (mir|uns))
    von mir aus
    kann (los|raus)(gehen)? / gr[üu]nes licht`,
  assent: pieces`
    genehmig\w* / freigeb\w* / freigegeben / einverstanden / zustimm\w* / ja / passt / ok(ay)? / gut
    (ver|ab|raus)?schick\w* / (aus)?liefer\w* / senden / machen / tun / bef[üu]rwort\w* / unterschreib\w*
    recht / gef[äa]llt
    [üu]berzeugt`,
  noAtStart: pieces`
    nein / nee / n[öo] / ne / nicht / abgelehnt / stopp?
    (bitte )?(warten|zur[üu]ckhalten|zur[üu]ckstellen|stoppen) / niemals`,
  noAnywhere: pieces`
    auf (gar )?keinen fall / (bitte|lieber|noch|heute|jetzt) nicht / lass (es|mal|das)
    (erst ?mal )?stoppen / zur[üu]ckhalten / (ich )?lehne? (das |es )?(ich )?ab / ablehn\w*
    (muss|m[üu]ssen) (noch )?([üu]berarbeitet|ge[äa]ndert|korrigiert) werden
    bitte ([üu]berarbeiten|[äa]ndern|korrigieren|stornieren|warten)
    (blo[ßs]|besser|eher) nicht / kommt nicht in ?frage / bin (ich )?dagegen`,
  negation: pieces`
    nicht / kein(e|en|em|er|es)? / nie / niemals / nichts / nix / niemand / weder / ohne / gegen / nein
    nee / n[öo] / keineswegs / keinesfalls / mitnichten
    dagegen`,
  doubt: pieces`
    vielleicht / alles andere als / weit davon entfernt / veto / eventuell / unsicher / zweifel\w*
    bedenken / falsch\w* / fehler / schlecht\w* / quatsch / bl[öo]dsinn / problem\w* / allerdings
    eigentlich / leider / schade / ablehn\w* / stopp\w* / warten / stornier\w*
    (verschieb|pausier|abbrech|brech|streich|zur[üu]ckzieh|zieh|blockier|vermeid|verhinder)\w* / zur[üu]ck
    (lass|vergess)\w*
    (betrug|illegal|wahnsinn|katastrophe|unm[öo]glich|unzul[äa]ssig|inakzeptabel|unsinn)\w*
    zu (hoch|niedrig|sp[äa]t|fr[üu]h|teuer|riskant) / wohl kaum / kaum`,
  condition: pieces`
    wenn / falls / sofern / sobald / solange / vorausgesetzt / bedingung / au[ßs]er / es sei denn / nur
    aber / erst / bis / sonst / ansonsten / stattdessen / nachdem / bevor / vorher / h[äa]ngt davon ab
    kommt drauf an / vorbehaltlich / jedoch / doch`,
  plainCondition: pieces`nur (wenn|falls|sofern) / (das )?(kommt|h[äa]ngt) (ganz )?(darauf|drauf|davon) (an|ab)`,
  questionAtStart: pieces`(und |aber )?(warum|wieso|weshalb|wer|wen|wem|wann|wo|wie|was|welche[rsnm]?|seit wann)`,
  request: pieces`
    (schick|zeig|gib|sag|nenn)(t|en)?( sie)? (mir|uns) / (m[öo]chte|will|muss) (\w+ ){0,3}(wissen|sehen)`,
  reference: pieces`denen / ihnen / daf[üu]r / davon / dazu / damit / denn`,
  delegation: pieces`
    frag(t|en|e)?( sie| bitte| mal)* (?!ich|mich)\w+ / wende(n|t)?( sie)?( sich| dich| euch)?( bitte)? an
    an (die |den |das )?\w+ wenden / (muss|soll|darf|wird) (\w+ ){1,3}entscheiden / das entscheidet
    leite (ich )?(das|es|dies) (an|weiter) / [üu]berlasse (ich )?(das|es|dir|ihnen|euch)?
    ([üu]berlasse|[üu]berlass) (ich )?\w+ / (nicht |daf[üu]r |ist |sind )zust[äa]ndig
    nicht meine (entscheidung|baustelle) / (sprich|sprecht|sprechen sie)( bitte| mal)? mit
    \w+ (bitte )?fragen / das macht (der|die|das)`,
  deferral: pieces`
    melde mich / (mir )?(noch )?(an|durch)(sehen|schauen) / sp[äa]ter / muss ich( mir)? noch / [üu]berleg\w*
    siehe unten / schaue? (ich )?(mir )?(das|es) (noch )?an / sage? (ich )?(noch )?bescheid`,
  courtesy: pieces`
    danke( dir| ihnen| euch| sch[öo]n)? / vielen dank / besten dank / f[üu]r die info
    zur kenntnis genommen / verstanden / hallo( zusammen)? / guten (morgen|tag|abend) / moin / servus
    sch[öo]nes? (wochenende|abend|tag) / gru[ßs] / (viele|beste|liebe|sch[öo]ne) gr[üu][ßs]e
    mit freundlichen gr[üu][ßs]en / alles klar`,
  autoReply: pieces`
    nicht im (b[üu]ro|hause) / abwesen(d|heitsnotiz|heit|heitsassistent)
    automatische (antwort|nachricht|e-?mail) / (bin |noch )?(im|in) urlaub / urlaub bis
    (in|im) (elternzeit|mutterschutz) / (anfrage|nachricht|e-?mail|mail) ist bei uns eingegangen
    nicht (mehr )?(gelesen|weitergeleitet|[üu]berwacht)
    (schnellstm[öo]glich|baldm[öo]glichst) (bearbeite[nt]|beantworte[nt]) / (meine )?vertretung ist
    in dringenden f[äa]llen / wieder f[üu]r sie da / (nicht|wieder) erreichbar / unzustellbar
    feiertags? / geschlossen / automatisch (erstellt|versendet|generiert)\w*`,
  bulk: pieces`newsletter / abmelden / abbestellen / gratis / rabatt / anmelden`,
  injection: pieces`
    (ignorier\w*|vergiss|vergessen sie|missacht\w*|[üu]bergeh\w*)\b[^.!?\n]{0,50}(anweisung\w*|regeln?|vorgaben?|instructions?|befehle?|schema)
    (neue )?(system|entwickler)-?(anweisung|nachricht|befehl|prompt)
    du bist (ab jetzt|jetzt|nun|von nun an)
    (werte|stufe|klassifiziere|behandle|bewerte)\b[^.!?\n]{0,40}\bals\b / klassifikation ?=
    gib [^.!?\n]{0,30} aus$ / antworte (nur )?mit (ja|nein) / setze approved
    (?<!\w)ki(?!\w) / (an|f[üu]r) (das|die) (modell|ki|assistent\w*) / (nachricht|text|mail) ist (eine )?(zustimmung|freigabe|genehmigung)`,
  ordinals: [
    pieces`erste[nrs]?`,
    pieces`zweite[nrs]?`,
    pieces`dritte[nrs]?`,
    pieces`vierte[nrs]?`,
    pieces`f[üu]nfte[nrs]?`,
  ],
  beside: pieces`
    bitte / der / die / das / den / dem / nummer / nr\.? / wir / ich / nehme?n? / w[äa]hle?n? / lieber
    w[üu]rde / anbieten / es / waren / sind / war / ist / genau / nur / insgesamt / mit / f[üu]r / am / euro
    eur / st[üu]ck / passt( am besten)? / am besten / besch[äa]digt(e|en)?
    (von|auf) (meiner|unserer) seite / meinerseits`,
  trade: pieces`
    auftrag / auftr[äa]ge / rechnung(en)? / kunden? / bonit[äa]t\w* / limit / anzahlung / zahlung(en)?
    bezahlt / f[äa]llig / kontoauszug / preise? / marge / fracht / spedition / paletten? / mahnung(en)?
    lieferung / lieferanten? / angerufen / betrag / rabatt`,
};
