import { type Lexicon, pieces } from "./lexicon";

export const french: Lexicon = {
  consentByNegation: pieces`
    (je )?n'ai rien contre / rien contre / (aucune|pas d'|sans) objections?
    (aucun|pas de|sans) (problème|souci)
    (je )?n'y vois (pas d'inconvénient|aucun inconvénient|pas d'objection) / pourquoi pas`,
  emptyNegation: pieces`rien à (ajouter|redire) / (aucune|pas de) remarques?`,
  yesAtStart: pieces`
    oui / ouais / d'accord / entendu / validé / approuvé / accordé / parfait / bien sûr / volontiers
    c'est (bon|d'accord|validé|approuvé|parfait) / ok pour (moi|nous)`,
  yesAnywhere: pieces`
    allez-y / vas-y / (je|nous) (valid(e|ons)|approuv(e|ons)|accept(e|ons)|confirm(e|ons))
    (je suis|nous sommes) d'accord / vous pouvez (l')?(expédier|envoyer|livrer|y aller)
    tu peux (l')?(expédier|envoyer|livrer|y aller) / feu vert / expédiez(-la|-le)?
    envoyez(-la|-le)?(?!-?(moi|nous))`,
  assent: pieces`
    d'accord / valid\w+ / approuv\w+ / accept\w+ / oui / bon / bien / ok / favorable / envoy\w+ / expédi\w+
    livr\w+ / convient / approve / signer / autoris\w+
    plaît / va`,
  noAtStart: pieces`non / jamais / refusé / rejeté / stop / (surtout )?pas / attend(ez|s) / n'\w+ez pas`,
  noAnywhere: pieces`
    surtout pas / pas (encore|question|aujourd'hui|maintenant|du tout)
    (je|nous) (refus(e|ons)|rejett?(e|ons)|m'oppose) / on attend / en attente
    n'(envoyez|expédiez|livrez) pas / à (revoir|corriger|modifier) / annulez
    hors de question / (ne )?(me|nous) (plaît|convient|va) (pas|guère) / jamais de la vie`,
  negation: pieces`
    pas / jamais / aucune? / rien / personne / plus / ni / sans / guère / contre / non / nullement`,
  doubt: pieces`
    peut-être / tout sauf / loin d'?e? / veto / doutes? / erreurs? / faux / mauvais\w* / problèmes?
    malheureusement / cependant / toutefois / hélas / désolée? / refus\w* / rejet\w* / attend\w* / annul\w*
    (report|suspend|arrêt|bloqu|abandonn|retir|évit|empêch)\w* / trop (tard|tôt|cher|bas|haut|risqué)
    inquiet\w* / risqué / laiss\w+ tomber / oubli\w+ / bof
    (fraude|illégal|folie|inacceptable|impossible|absurde)\w* / n'importe quoi`,
  condition: pieces`
    si / s'(il|ils)(?! (vous|te) plaît) / à condition / pourvu / dès que / sous réserve / sauf / à moins
    mais / une fois / quand / lorsque / seulement / uniquement / après / avant / jusqu'\w+ / sinon / plutôt
    tant que / ça dépend / cela dépend
    conditions?`,
  plainCondition: pieces`(seulement|uniquement) (si|après|quand) / (ça|cela) dépend / sous réserve`,
  questionAtStart: pieces`
    (et |mais )?(pourquoi|qui|quels?|quelles?|quand|comment|combien|où|est-ce qu\w*|de quelle?|c'est (la|le) première?)`,
  request: pieces`(envoie|envoyez|montre|montrez|donne|donnez|dites|dis)-(moi|nous)`,
  reference: pieces`ils / elles / ça / cela / leur / celui-ci / celle-ci`,
  delegation: pieces`
    (voyez|vois|voir)( ça| cela)? avec / demande[zr]?( plutôt)? à / adresse[zr]?-vous
    (je )?(transmets|transfère|fais suivre) / (je )?laisse (\w+ )?(décider|choisir|decide|voir)
    pas de mon ressort / c'est (elle|lui|eux) qui (décide|tranche|gère)\w*
    à (vous|toi|lui|elle) de (décider|voir|choisir) / (il|elle) décide / (parlez|parle)(-en)? (à|avec)
    (je )?vous laisse (décider|choisir)`,
  deferral: pieces`
    (je )?(vous |te )?(réponds|répondrai|dirai|recontacte) / (je )?regarde (ça|cela) / plus tard
    réfléchi\w* / voir (ci-dessous|plus bas) / (je )?reviens vers / demain`,
  courtesy: pieces`
    merci( beaucoup| bien)? / bien reçu / bonjour / bonsoir / salut / cordialement
    bonne (journée|soirée|fin de journée) / bon week-end / s'il (vous|te) plaît / bien (noté|compris) / noté`,
  autoReply: pieces`
    absente? (du bureau|jusqu) / absence du bureau / (actuellement )?en (congés?|vacances)
    de retour (le |lundi|mardi|mercredi|jeudi|vendredi|au bureau) / réponse automatique
    (message|courriel|e-?mail|demande) a bien été (reçue?|enregistrée?) / meilleurs délais / à mon retour
    en cas d'urgence / ne pas répondre à ce
    en déplacement / accès limité / message automatique / bureaux? (est|sont) fermés?`,
  bulk: pieces`se désabonner / désinscri\w+ / profitez / toute la boutique / promotion`,
  injection: pieces`
    (ignore[zr]?|oublie[zr]?|contourne[zr]?)\b[^.!?\n]{0,50}(instructions?|règles?|consignes?|directives?)
    nouvelles? (consignes?|instructions?|tâche)
    (classe|marque|considère|traite|mets)\b[^.!?\n]{0,40}(pertinent|approuv\w+|valid\w+|accept\w+|accord|approved|score)
    pour le modèle / tu es (maintenant|désormais) un / réponds (oui|non)$
    (?<!\w)ia(?!\w) / (au|pour le|cher) (modèle|classificateur|système) / (ce|le) (message|texte) (est|vaut) (un |une )?(accord|approbation|validation)`,
  ordinals: [
    pieces`premi(er|ère)`,
    pieces`(deuxième|seconde?)`,
    pieces`troisième`,
    pieces`quatrième`,
    pieces`cinquième`,
  ],
  beside: pieces`
    le / la / les / l' / un / une / option / numéro / n° / prenons / je prends / choisis(sons)? / je préfère
    plutôt / pour / il y en a / il y a / eu / euros? / eur / c'est / exactement / s'il (vous|te) plaît
    merci / svp / abîmées?
    de (mon|notre) côté / de ma part`,
  trade: pieces`
    commandes? / factures? / clients? / crédit / pa(yé|yer|ie|iement|iements) / réglé / prix / marge
    transporteurs? / palettes? / relances? / livraison / fournisseurs? / montant / remise / compta(bilité)?`,
};
