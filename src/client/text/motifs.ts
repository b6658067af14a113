import { fold } from '../../contract/search.ts';

/**
 * The drawings of categories and of products without a picture, each with the words that choose it: whole words of up to
 * three characters, beginnings of longer ones, folded (`contract/search.ts`), in English, French and Arabic. The first
 * drawing of which a text has a word is taken, so special ones are before general ones.
 */
const words = {
  game: 'game gaming gamer console playstation psn xbox nintendo steam jeu jeux العاب لعبه قيمنق',
  gift: 'gift cadeau voucher هديه هدايا قسيم قسائم',
  sim: 'sim esim puce شريحه شرائح',
  router: 'router routeur modem راوتر مودم',
  cable: 'cable charger chargeur adapt accessor accessoire plug كابل شاحن شواحن ملحقات اكسسوار',
  battery: 'batter powerbank بطاري باور',
  headphones: 'headphone earbud headset audio casque ecouteur airpod سماع صوت',
  speaker: 'speaker enceinte مكبر',
  watch: 'smartwatch watch montre ساعه ساعات',
  camera: 'camera photo كاميرا تصوير',
  printer: 'printer imprim طابع طباع',
  laptop: 'laptop computer notebook ordinateur pc حاسوب كمبيوتر لابتوب',
  film: 'film movie cinema netflix shahid افلام مسلسل',
  sport: 'sport رياض',
  screen: 'stream tv television iptv series بث تلفز تلفاز',
  music: 'music spotify anghami موسيق اغاني',
  window: 'software licen logiciel windows office برنامج برامج برمج تراخيص رخص',
  design: 'design graphi adobe canva تصميم',
  key: 'password motdepasse backup sauvegarde كلم مرور',
  shield: 'vpn antivirus security securite protection حمايه امن امان',
  card: 'card carte payment paiement prepaid prepay visa mastercard bank banque بطاق دفع مدفوع',
  globe: 'travel voyage roaming data internet wifi web domain انترنت بيانات باقات سفر تجوال',
  message: 'sms message whatsapp telegram رسائل رسال واتساب',
  mail: 'mail email بريد',
  phone:
    'app apps application تطبيق topup recharge phone mobile telephon operateur operator telecom appel call coque credit هاتف هواتف جوال موبايل رصيد شحن تعبيه اتصال',
  learning: 'learn course cours formation school ecole university دوره دورات تعليم مدرس',
  book: 'book livre langue language كتاب كتب لغات',
  bag: 'shopping achat fashion mode تسوق ازياء',
  store: 'shop store boutique market magasin متجر متاجر سوق محل',
  food: 'food drink grocer restaurant repas boisson cafe طعام مشروب مطعم مطاعم بقال',
  health: 'health sante pharma beauty beaute صحه جمال صيدل',
  plane: 'flight plane vol avion hotel طيران فندق فنادق',
  truck: 'deliver livraison shipping transport توصيل نقل',
  tool: 'service repair reparation tool outil صيان تصليح خدم ادوات',
  ticket: 'ticket billet event concert تذكر تذاكر',
} as const;

export type Motif = keyof typeof words | 'box';

/** Returns the drawing for the first of the texts that names one; `box` when none does. */
export function motifOf(texts: readonly (string | null | undefined)[]): Motif {
  for (const text of texts) {
    const found = text ? motifIn(text) : undefined;
    if (found) return found;
  }
  return 'box';
}

/** Returns the hue of a category: neighbouring ids are far from each other on the colour wheel. */
export const hueOf = (id: number): number => Math.round(id * goldenAngle) % 360;

const goldenAngle = 137.508;
const wholeMax = 3;

const table = Object.entries(words).map(([motif, list]) => [motif as Motif, list.split(' ')] as const);
const known = new Map<string, Motif | undefined>();

function motifIn(text: string): Motif | undefined {
  if (!known.has(text)) known.set(text, findMotif(wordsOf(text)));
  return known.get(text);
}

const findMotif = (found: readonly string[]): Motif | undefined =>
  table.find(([, list]) => list.some((word) => found.some((one) => isWord(one, word))))?.[0];

const isWord = (found: string, word: string): boolean =>
  word.length > wholeMax ? found.startsWith(word) : found === word;

/** The folded words of a text, without hyphens ("Wi-Fi"); Arabic ones also without their article and conjunction. */
function wordsOf(text: string): string[] {
  const found = fold(text)
    .replace(/[-‐‑]/g, '')
    .split(/[^\p{L}\p{N}]+/u);
  return [...found, ...found.map((word) => word.replace(/^و?(?:ال|لل)/, ''))];
}
