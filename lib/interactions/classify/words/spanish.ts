import { type Lexicon, pieces } from "./lexicon";

export const spanish: Lexicon = {
  consentByNegation: pieces`
    (no (tengo|hay|veo) )?(ninguna|sin) objeci[óo]n(es)? / no tengo (ning[úu]n )?(inconveniente|problema)
    (ning[úu]n|sin) (problema|inconveniente) / no (tengo|hay) nada en contra / no me opongo / por qu[ée] no`,
  emptyNegation: pieces`nada (m[áa]s )?que (añadir|agregar) / sin (m[áa]s )?comentarios`,
  yesAtStart: pieces`
    sí / vale / de acuerdo / aprobad[oa] / aceptad[oa] / confirmad[oa] / conforme / perfecto
    claro( que sí)? / por supuesto / autorizad[oa] / adelante
    venga / hacedlo / hazlo / luz verde`,
  yesAnywhere: pieces`
    adelante / (estoy|estamos) de acuerdo
    (lo |la )?(apruebo|aprobamos|acepto|autorizo|autorizamos|confirmo)
    (env[íi]en|m[áa]nden|env[íi]a|manda)(lo|la) / m[áa]ndal[oa] / env[íi]al[oa]
    pueden? (enviarl[oa]|mandarl[oa]|proceder) / me parece bien / está ok / dale
    h[áa](zlo|ganlo|galo) / hacedlo / luz verde`,
  assent: pieces`
    acuerdo / aprueb\w+ / aprob\w+ / acept\w+ / autoriz\w+ / sí / bien / env[íi]\w+ / mand\w+ / conviene
    procede\w* / vale / ok / convence\w* / gusta / firm\w+`,
  noAtStart: pieces`no / nunca / jam[áa]s / rechazad[oa] / denegad[oa] / esper(a|e|en|ad) / par(en|ad)`,
  noAnywhere: pieces`
    mejor no / de ninguna manera / (todav[íi]a|a[úu]n|hoy|ahora) no / ni hablar
    (lo |la )?(rechazo|rechazamos|deniego) / cancel(a|e|en|ad)(lo|la)? / hay que (cambiar|corregir|revisar)
    no (lo|la|los|las) (env[íi]\w+|mand\w+)
    ni se (te|le|os|les) ocurra / para nada / ni de broma / de eso nada`,
  negation: pieces`
    no( \w+){0,3} (ningun[oa]?|ning[úu]n|nunca|nada|tampoco|nadie) / no / nunca / nada / nadie / ningun[oa]?
    tampoco / sin / ni / contra`,
  doubt: pieces`
    quiz[áa]s? / tal vez / todo menos / lejos de / veto / dud\w+ / error(es)? / mal[oa]? / equivocad\w+
    problemas? / lamentablemente / desgraciadamente / sin embargo / rechaz\w+ / esper\w+ / cancel\w+
    (aplaz|suspend|par|bloque|det[eé]n|deten|retir|evit|imped|anul)\w* / demasiado / riesgo\w* / preocup\w+
    igual / dej\w+ / (fraude|ilegal|locura|inaceptable|imposible|absurd)\w*`,
  condition: pieces`
    si / siempre (que|y cuando) / con tal / a condici[óo]n / en cuanto / cuando / salvo / excepto / a menos
    pero / una vez / solo / s[óo]lo / solamente / hasta / despu[ée]s / antes / si no / depende / mientras
    aunque
    condici[óo]n(es)?`,
  plainCondition: pieces`(solo|s[óo]lo|solamente|[úu]nicamente) (si|cuando|despu[ée]s) / depende`,
  questionAtStart: pieces`
    (y |pero )?(por qu[ée]|qui[ée]n(es)?|cu[áa]l(es)?|cu[áa]ndo|cu[áa]nt[oa]s?|c[óo]mo|d[óo]nde|qué)`,
  request: pieces`(env[íi]a|manda|mu[ée]stra|di|d[ae])(me|nos)`,
  reference: pieces`eso / esto / ellos / ellas / lo`,
  delegation: pieces`
    preg[úu]nt(a|e|en|ad)?(le|les|selo)?( a)? / habl(a|e|en|ad|ar) con / (eso )?lo (decide|lleva|gestiona)
    que (lo )?decida / en (tus|sus|vuestras) manos / no me corresponde / consult(a|e|en|ad)(lo)?( con)?
    dir[íi](ge|ja)(te|se) / le toca a / dec[íi]d(e|a|elo|alo) (t[úu]|usted) / (él|ella) lleva`,
  deferral: pieces`
    lo (miro|veo|reviso|pienso|consulto) / luego / te (digo|confirmo|aviso) / le (digo|confirmo|aviso)
    m[áa]s tarde / ver abajo / mañana`,
  courtesy: pieces`
    (muchas |mil )?gracias / recibido / hola / buen(os|as) (d[íi]as|tardes|noches) / saludos / un saludo
    atentamente / por favor / entendido / anotado / buen fin de semana`,
  autoReply: pieces`
    fuera de (la )?oficina / respuesta autom[áa]tica / (de|en) (mis )?vacaciones
    (hemos|he) recibido su (correo|mensaje|solicitud) / (le )?responderemos / a mi (vuelta|regreso)
    no tengo acceso al correo / no responda a este / baja (maternal|m[ée]dica|paternal)
    mensaje autom[áa]tico / (este|el) buz[óo]n / no se (revisa|lee) / oficina (est[áa] )?cerrada`,
  bulk: pieces`darse de baja / suscri\w+ / oferta / descuentos? / se vende / interesados`,
  injection: pieces`
    (ignora\w*|olvida\w*|omite)\b[^.!?\n]{0,50}(instrucci\w+|reglas?|normas?|indicaciones)
    (marca|clasifica|trata|considera)\b[^.!?\n]{0,40}(relevante?|aprob\w+|acept\w+|consent\w+|score)
    (eres|ahora eres) un (asistente|modelo) / nuevas? (instrucci\w+|tarea) / responde (sí|no)$
    (?<!\w)ia(?!\w) / (al|para el|estimado) (modelo|clasificador|sistema) / ^\W{0,80}(modelo|sistema) ?[:,]`,
  ordinals: [
    pieces`primer[oa]?`,
    pieces`segund[oa]`,
    pieces`tercer[oa]?`,
    pieces`cuart[oa]`,
    pieces`quint[oa]`,
  ],
  beside: pieces`
    el / la / los / las / opci[óo]n / n[úu]mero / elijo / elegimos / prefiero / mejor / con / fueron / son
    hay / hubo / euros? / eur / exactamente / por favor / gracias / está( ok| bien)? / es / a / dañados?
    (de|por) (mi|nuestra) parte / por m[íi]`,
  trade: pieces`
    pedidos? / facturas? / clientes? / cr[ée]dito / pag(o|os|aron|ado|an) / precios? / margen / retraso
    transportista / pal[ée]s? / recordatorios? / entrega / proveedor(es)? / importe / descuento`,
};
