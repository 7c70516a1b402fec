import { type RefusalCode, refusalCodes } from "./refusal-codes";

const key = "(?:(?:api|access|secret|user|auth) ?)*(?:key|token|apikey)s?";
const account = `(?:${key}|(?:user|client|api|reseller|customer) ?account|account|user|client|customer|api(?: access)?)`;
const funds = "(?:funds?|balance|money|credits?|amount of (?:funds|money))";
const ours = "(?: (?:your|our|the|account|user|wallet|available|main|panel|api))*";
const service = "(?:services?|packages?|products?)(?: ids?)?(?: #)?";
const link = "(?:links?|urls?|target|username|user name|profile)";
const quantity = "(?:quantit(?:y|ies)|qty|amount)";
const is =
  "(?: (?:field|is|are|was|were|has|have|been|currently|temporarily|now|already|being|that|you|provided|given|entered|specified|selected|requested|chosen))*";
const wrong =
  "(?:invalid|incorrect|wrong|bad|not valid|not correct|malformed|unknown|unrecognized|not recognized)";
const off =
  "(?:disabled?|deactivated|inactive|unavailable|closed|paused|stopped|suspended|offline|off|not (?:available|active|activated|enabled|working|ready|supported|offered)|(?:under|in|on|down for) maintenance|maintenance|out of stock)";
const gone =
  "(?:not found|not exists?|(?:does|do|did) not exists?|(?:doesnt|dont|didnt) exists?|no longer (?:available|exists?|offered)|removed|deleted|discontinued)";
const barred =
  "(?:suspended|disabled?|blocked|banned|deactivated|locked|frozen|restricted|closed|inactive|not (?:active|activated|enabled|verified|approved|allowed))";
const limit = "(?:min(?:imum|imal|imun)?|max(?:imum|imal|imun)?)";

/**
 * The core of each refusal, as panels write it: PerfectPanel, SmartPanel and its clones, Laravel's and other
 * validators, and panels in other languages, without accents. The words around a core must be harmless (`fillers`,
 * `tails`).
 */
const cores: [RefusalCode, ...string[]][] = [
  [
    "bad_key",
    `(?:missing|no|empty|expired)(?: or ${wrong})? ${key}`,
    `${wrong}(?: or (?:missing|expired|inactive|empty))? ${key}`,
    `${key}${is} (?:${wrong}|expired|missing|required|empty|revoked|not registered|${gone})`,
    "incorrect request",
    "(?:unauthorized|unauthorised|unauthenticated|not authori[sz]ed|not authenticated)",
    "(?:authentication|authorization|login) (?:failed|required|error)",
    `${wrong} (?:credentials?|user|authentication|signature|account)`,
    `(?:user|account|client)${is} ${gone}`,
    "(?:gecersiz|hatali|yanlis) (?:api )?(?:anahtari?|key)|api (?:anahtari|key) (?:gecersiz|hatali|yanlis|bulunamadi)",
    "(?:chave|clave|llave|cle) (?:(?:de|da) )?(?:api )?(?:invalid[ae]|incorret[ao]|incorrect[ae]|no valida|no es valida|nao encontrada)",
    "api key (?:invalida|incorreta|incorrecta|invalide)|(?:nao|no) autorizado|non autorise",
    "(?:неверныи|неправильныи|недеиствительныи) (?:api )?ключ(?: api)?|(?:api )?ключ(?: api)? (?:не наиден|неверныи|недеиствителен)",
    "api ?key (?:anda )?(?:salah|tidak (?:valid|ditemukan|sesuai|terdaftar))",
    "(?:api )?key khong (?:hop le|dung)|مفتاح (?:ال)?api غير (?:صحيح|صالح)|密钥(?:错误|无效)",
  ],
  [
    "access_denied",
    `${account}${is} ${barred}(?: by (?:the )?(?:admin|administrator|system))?`,
    `(?:suspended|disabled|blocked|banned|inactive) ${account}`,
    "(?:api )?access(?: is| was)? (?:denied|forbidden|disabled|restricted|not allowed)|forbidden|permission denied",
    `ip(?: address)?(?: #)?${is} (?:not (?:allowed|whitelisted|permitted|authorized|in (?:the )?(?:whitelist|allow ?list))|blocked|banned)`,
    "(?:not|dont) have (?:permission|access)|you are (?:banned|blocked)|not allowed to use(?: the| this)? api",
    "hesabiniz (?:askiya alindi|askiya alinmistir|engellendi|engellenmistir|yasaklandi|pasif|aktif degil|devre disi)",
    "api bu kullanici icin devre disi(?: birak)?|kullanici bulunamadi|erisim (?:engellendi|reddedildi)",
    "conta(?: esta| foi)? (?:suspensa|bloqueada|desativada|inativa)|cuenta(?: esta| ha sido| fue)? (?:suspendida|bloqueada|desactivada)",
    "acesso negado|acceso denegado|compte (?:suspendu|desactive|bloque)",
    "(?:аккаунт|пользователь|учетная запись) (?:заблокирован(?:а)?|отключен(?:а)?|неактивен)|доступ (?:запрещен|закрыт)",
    "akun (?:anda )?(?:telah )?(?:dinonaktifkan|diblokir|ditangguhkan|tidak aktif|disuspend)|akses ditolak",
  ],
  [
    "no_funds",
    `(?:not enough|no enough|insufficient|insufficent|not sufficient|no|low|lack of)${ours} ${funds}`,
    `(?:not|dont|doesnt) have(?: enough| sufficient| adequate| any)${ours} ${funds}`,
    `${funds}${is} (?:not enough|insufficient|too low|low|not sufficient|exceeded|zero|empty)`,
    "exceeds?(?: the| your| available)* (?:funds|balance|credit)|payment required",
    "yetersiz bakiye|bakiye(?:niz)? (?:yetersiz|yeterli degil)|yeterli (?:bakiye(?:niz)?|para(?:niz)?) (?:yok|bulunmuyor|bulunmamaktadir)",
    "(?:saldo|fundos|fondos|credito) insuficientes?|(?:nao|no) (?:ha|hay|tem|tiene|tienes|possui|posee) (?:saldo|fondos|fundos) suficientes?|suficiente saldo",
    "недостаточно (?:средств|денег|баланса)|баланс недостаточен|не хватает средств",
    "saldo (?:anda )?(?:tidak (?:cukup|mencukupi)|kurang|habis)",
    "(?:solde|credit) insuffisant|fonds insuffisants|so du khong du|(?:ال)?رصيد(?:ك)? غير كافي?|余额不足",
  ],
  [
    "service_gone",
    `${service}${is} ${gone}(?! or)`,
    `(?:no such|unknown) ${service}`,
    "servis (?:kimligi yok|mevcut degil|bulunamadi|silindi)",
    "servico (?:nao (?:encontrado|existe)|removido)|servicio (?:no (?:encontrado|existe)|eliminado)",
    "(?:услуга|сервис) (?:не (?:наиден[ао]?|существует)|удален[ао]?)",
    "layanan tidak (?:ditemukan|ada)|service introuvable",
  ],
  [
    "service_unavailable",
    `${wrong} ${service}`,
    `${service}${is} (?:${wrong}|${off}|required|${gone} or(?: is)? ${off})`,
    `${off} ${service}`,
    "servis pasif (?:ya da|veya) bulunamadi",
    "servis (?:aktif degil|pasif|bakimda|devre disi|kapali)|gecersiz servis",
    "servico (?:indisponivel|inativo|desativado|invalido)|servicio (?:no disponible|inactivo|invalido)",
    "(?:услуга|сервис) (?:недоступн[ао]|недоступен|отключен[ао]?|неактивн[ао])|неверныи id (?:услуги|сервиса)",
    "layanan (?:sedang )?(?:tidak (?:tersedia|aktif)|nonaktif|maintenance|gangguan)|service indisponible",
  ],
  [
    "target_busy",
    "you cannot start a new order with the same link that is active processing order",
    "gonderim olan baglantiya yeni bir siparis giremezsiniz",
    `(?:already )?(?:an? )?(?:active|running|pending|ongoing|existing|uncompleted|another|previous|open) orders?(?: (?:already|exists?|in|progress|running|is|now))* (?:with|for|on|to) (?:this|that|the same|the|same) ${link}(?:${is}(?: not)? (?:completed|finished|pending|running)(?: yet)?)?`,
    `orders? (?:in progress|active|running|pending) (?:with|for|on) (?:this|the same|same) ${link}`,
    `orders? (?:with|for|on) (?:this|the same|same) ${link}${is} (?:in progress|active|running|not (?:completed|finished)(?: yet)?|pending)`,
    `${link}${is} (?:in use|busy|in progress)(?: by another order)?`,
    "link duplicate|duplicate (?:link|url)",
    "(?:bu|ayni) (?:link|baglanti)(?:e|le|te|ye)?(?: icin| ile)?(?: ait)? (?:aktif|devam eden) (?:bir )?siparis(?:iniz)? (?:var|bulunmaktadir|mevcut)",
    "(?:voce ja tem|ja existe|ya tienes|ya existe)(?: um| uma| un| una)? (?:pedido|orden) (?:ativo|activo|activa|em andamento|en proceso) (?:com|con|para) (?:este|esse|o mesmo|el mismo) (?:link|enlace)",
    "(?:у вас )?(?:уже )?есть активныи заказ (?:с этои|на эту|по этои) ссылк(?:ои|у|е)",
    "(?:masih )?(?:ada|terdapat) (?:pesanan|order(?:an)?) aktif (?:dengan|untuk|pada) (?:link|target|data)(?: (?:ini|yang sama))?",
  ],
  [
    "bad_quantity",
    "order amount exceeds available minimum or maximum",
    "maximum number exceed(?:ed|s)?",
    "minimum sayiyi karsilayamadiniz|maksimum sayi asildi",
    "miktar,?(?: (?:minimum|maksimum|maximum|en|az|fazla|miktara?|miktardan|esit|veya|daha|buyuk|kucuk|olmalidir|olamaz|gecersiz|gereklidir|hatali|#))+|gecersiz miktar|(?:minimum|maksimum) (?:siparis )?miktari?(?: #)?",
    "(?:quantidade|cantidad)(?: (?:minima|maxima|invalida|incorreta|incorrecta|valida|deve|debe|ser|es|e|de|no|minimo|maximo|pelo|menos|al|entre|y|mayor|menor|maior|que|do|abaixo|acima|fora|da|#))+",
    "(?:неверное|некорректное|неправильное) количество|(?:минимальное|максимальное) количество(?: #)?|количество(?: (?:должно|быть|не|менее|более|меньше|больше|минимального|максимального|от|до|#))+",
    "jumlah(?: (?:pesanan|pesan|order|minimal|maksimal|minimum|maksimum|tidak|sesuai|valid|kurang|lebih|dari|harus|antara|dan|#))+|(?:minimal|maksimal|minimum|maksimum) (?:pemesanan|pesanan|order|jumlah)(?: adalah)?(?: #)?",
    `${wrong} ${quantity}`,
    `${quantity}(?: (?:field|you|entered|that|is|are|was|must|should|may|can|cannot|cant|has|have|needs?|be|to|not|of|out|at|a|an|the|than|or|and|between|from|within|equal|equals|greater|less|more|lower|higher|fewer|bigger|smaller|larger|least|most|exceeds?|exceeded|below|above|under|over|too|low|high|small|large|outside|allowed|bounds|range|limits?|integer|number|numeric|numbers|whole|positive|divisible|multiple|by|value|required|missing|empty|zero|amount|available|quantity|service|for|this|in|order|invalid|incorrect|wrong|bad|valid|correct|${limit}|#|≥|≤|>|<|=|>=|<=))+`,
    `(?:less|lower|smaller|fewer|more|greater|higher|larger|bigger|below|above|under|over|exceeds?)(?: than)?(?: the)?(?: allowed)? ${limit}(?: (?:order|quantity|is|allowed|of|#))*`,
    `${limit}(?: (?:allowed|required|and|or|${limit}))*(?: (?:order|quantity|qty|amount|is|of|at|for|this|the|service|#))*(?: #| quantity| qty)(?: (?:and|to|or|${limit}|is|#))*`,
  ],
  [
    "bad_target",
    `${wrong} (?:format of )?(?:the )?(?:(?:instagram|tiktok|facebook|youtube|twitter|telegram|post|profile|page|video) ?)*${link}(?: format)?`,
    `${link}(?: format)?${is} (?:${wrong}|private|required|missing|empty|not (?:accessible|supported|public|allowed)|${gone})`,
    `${link}${is} must be(?: a)?(?: valid)? (?:url|link|string)`,
    `${link}${is} must not be greater than # characters`,
    "instagram profile is hidden|girilen profil gizli",
    "(?:account|page|post|channel|group)(?: is| was| are)? (?:private|not public|not accessible)|private(?: (?:account|profile|post|page))?",
    "neworder error link",
    "gecersiz (?:link|baglanti|url)|(?:link|baglanti) (?:gecersiz|hatali|gerekli)",
    "(?:link|enlace|url) (?:invalido|incorreto|incorrecto|no valido|privado)|(?:perfil|conta|cuenta) privad[oa]",
    "(?:неверная|некорректная|неправильная) ссылка|(?:аккаунт|профиль|страница) (?:закрыт|закрыта|приватныи)|(?:закрытыи|приватныи) (?:аккаунт|профиль)",
    "(?:link|target|data|url) (?:tidak (?:valid|sesuai|ditemukan)|salah)|akun (?:private|privat|dikunci)|lien invalide",
  ],
  [
    "rate_limited",
    "slow down",
    "throttler exception|too many (?:requests?|attempts|calls|api calls|orders)(?: (?:per|in a|in one) (?:second|minute|hour))?(?: from (?:this|your) ip(?: address)?)?",
    "(?:request|rate|api rate|api call|api|call)? ?(?:limits?|quota)(?: has| have| was| is| been)* (?:exceeded|reached|hit)|(?:exceeded|reached|hit)(?: the| your)? (?:rate|request|api) ?limits?|rate limited|throttled",
    "cok fazla istek|muitas (?:requisicoes|solicitacoes)|demasiadas (?:solicitudes|peticiones)|слишком много запросов|terlalu banyak permintaan|trop de requetes",
  ],
];

const table = cores.flatMap(([code, ...patterns]) =>
  patterns.map(
    (pattern) => [code, new RegExp(`(?<![\\p{L}\\d])(?:${pattern})(?![\\p{L}\\d])`, "gu")] as const,
  ),
);

// These texts may follow a refusal without changing it.
const tails = [
  /wait (?:until|till|for|that)(?: (?:the|your|this|it|orders?|previous|current|active|existing|last|is|are|be|being|been|has|have|gets|to|with|for|link|or|and|complet\w*|finish\w*|end(?:s|ed)?|cancel\w*|done)\b)+/,
  /(?:you )?can still order other services?(?: types?)?(?: for this link)?(?: but not this kind of service type or id)?/,
  /open an? (?:support )?ticket/,
  /(?:before|until|then) (?:placing|you place|making|creating|you make|ordering|adding|you can place) (?:a |an |the |your )?(?:new |another |next )?orders?/,
  /the given data was invalid|unprocessable (?:entity|content)|bad request|validation (?:failed|error)|request validation failed/,
  /\(?and # more errors?\)?/,
  /(?:order|request) (?:could not|was not|has not been|not|cannot) (?:be )?(?:placed|created|accepted|processed|completed|sent)/,
];

const fillers = new Set(
  (
    "a an the this that these your you our we my their it its i is are was were be been has have had do does did can of on in at to for from by with and or " +
    "if as so than selected provided given specified supplied please kindly sorry oops hello dear error errors err failed failure fail request requests neworder new order orders place make add create " +
    "service services package packages link links url quantity qty account accounts user users api key panel website site " +
    "contact support supports admin administrator us team ticket try again later retry after check verify review correct enter use choose select " +
    "another other different wait slow down top up recharge deposit refresh documentation docs manual dashboard page settings list category " +
    "currently temporarily temporary now moment yet anymore already being second seconds sec minute minutes min hour hours day days s m per more some " +
    "code status http message msg details reason id number required available current needed need balance wallet funds amount total charge cost price " +
    "must should min max minimum maximum minimal maximal there usd eur rub try tl inr idr brl true false null undefined what who which type kind same it's parameter parameters field fields value data input param " +
    "lutfen tekrar deneyin destek ile iletisime gecin veya icin bir bu siparis hesapta hesabiniz bakiye yukleyin vermek hata " +
    "por favor tente novamente mais tarde entre em contato com o a os as suporte su sua tu seu la el en de da do na no conta cuenta intente nuevamente intenta de nuevo contacte con soporte erro para " +
    "пожалуиста попробуите позже еще раз на балансе счете счету в вашем ваш обратитесь поддержку пополните баланс ошибка для " +
    "silahkan silakan coba lagi nanti hubungi anda untuk di ini yang maaf gagal mohon isi saldo terlebih dahulu " +
    "veuillez reessayer plus tard le les votre sur"
  ).split(" "),
);

// A number of an order beside a refusal may be that of this order.
const namesOrder = /\border ?(?:#|(?:id|no|nr|number)[\s:.#]*)\d/i;

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Text with its HTML entities as the characters that they mean. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null;
    if (code === null) return entities[String(name).toLowerCase()] ?? whole;
    return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
  });
}

/** Lower case without accents, quotes and underscores; numbers as # and addresses as url. */
export function foldText(text: string): string {
  return decodeEntities(text)
    .replace(/<[^<>]{0,200}>/g, ". ")
    .replace(/https?:\/\/\S+/gi, " url ")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replaceAll("ı", "i")
    .replaceAll("đ", "d")
    .replace(/['’‘`´"“”«»]/g, "")
    .replace(/(?<=\p{L})[._-]+(?=\p{L})/gu, " ")
    .replace(/[#~$€£₺₽₹]?\d+(?:[.,]\d+)*/g, "#")
    .replace(/[:(=]\s*(?=#)/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * The code of a refusal that is the whole of a text: every part of it is the core of a known refusal or harmless.
 * `unclear` for a known refusal beside words that may say that the order was taken; null for a text without any known
 * one.
 */
export function knownRefusal(text: string): RefusalCode | "unclear" | null {
  let rest = ` ${foldText(text.slice(0, longestText))} `;
  for (const tail of tails) rest = rest.replace(tail, " ");
  const found = new Set<RefusalCode>();
  for (const [code, core] of table) {
    const without = rest.replace(core, " | ");
    if (without === rest) continue;
    found.add(code);
    rest = without;
  }
  const code = refusalCodes.find((known) => found.has(known)) ?? null;
  if (code === null) return null;
  const words = rest.split(/[\s|.,:;!?()[\]{}#/\\&*=+…–—-]+/u).filter((word) => word !== "");
  const isWhole = text.length <= longestText && words.every((word) => fillers.has(word));
  return isWhole && !namesOrder.test(text) ? code : "unclear";
}

const longestText = 600;

/** The limits that a refusal of a quantity names. */
export function limitsIn(text: string): { min?: number; max?: number } {
  const folded = foldText(text);
  // "A multiple of 10 (try 120)" names no limit.
  if (/multiple|divisible/.test(folded)) return {};
  const numbers = (text.match(/\d[\d.,]*\d|\d/g) ?? []).map((digits) => Number(digits.replace(/[.,]/g, "")));
  const [first, second] = numbers.filter((number) => number > 0 && number <= 2_147_483_647);
  if (first === undefined) return {};
  if (second !== undefined) return first < second ? { min: first, max: second } : {};
  if (/\bmin|least|en az|минимал|not be less/.test(folded)) return { min: first };
  if (/\bma[xk]|most|exceed|en fazla|максимал|not be (?:greater|more)|be less/.test(folded)) {
    return { max: first };
  }
  return /be (?:greater|more)/.test(folded) ? { min: first } : {};
}
