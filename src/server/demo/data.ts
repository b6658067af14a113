import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { articleTopics } from '../../contract/article-rules.ts';
import { cannedReplyErrors } from '../../contract/canned-replies.ts';
import { tagMax } from '../../contract/limits.ts';
import { localeCodes } from '../../contract/locales.ts';
import { topupProofs } from '../../contract/topup-rules.ts';
import { TicketType } from '../../contract/tickets.ts';
import { OperatorError } from '../platform/base/operator-error.ts';
import { Goods, Product, Text, Texts, Price, Weight } from './product-data.ts';

const Locale = z.enum(localeCodes);
const TextsByLocale = z.record(Locale, Texts);
const Tag = z.string().check(z.minLength(1), z.maxLength(tagMax));

const Category = z.strictObject({
  slug: Text,
  title: Text,
  description: Text,
  isHidden: z.optional(z.boolean()),
  /** Set where it differs from the parent's. */
  motif: z.optional(Text),
});
export type DemoCategory = z.infer<typeof Category>;

/** `hue` in degrees of the colour circle. */
const ParentCategory = z.strictObject({
  ...Category.shape,
  goods: Goods,
  motif: Text,
  hue: z.int().check(z.gte(0), z.lt(360)),
  children: z.array(Category),
});
export type ParentCategory = z.infer<typeof ParentCategory>;

/** `mailbox` is the part of the address before the @; `locale` the language of the user's e-mails. */
const Person = z.strictObject({ name: Text, mailbox: Text, locale: Locale });
export type DemoPerson = z.infer<typeof Person>;

const People = z.strictObject({
  accounts: z.strictObject({ root: Person, sara: Person, amina: Person, karim: Person, marc: Person }),
  colleagues: z.array(Person),
  customers: z.array(Person),
  mailDomains: Texts,
  /** For shops with more customers than are listed. */
  moreNames: z.record(Locale, z.strictObject({ first: Texts, family: Texts })),
});

const TopicName = z.enum([
  'code-missing',
  'code-refused',
  'wrong-amount',
  'wrong-number',
  'credit-late',
  'parcel-late',
  'broken-on-arrival',
  'profile-fails',
  'activation-fails',
  'refund-wanted',
  'charged-twice',
  'payment-missing',
  'invoice-wanted',
  'wholesale-price',
  'back-in-stock',
  'account-change',
  'app-trouble',
]);
export type TopicName = z.infer<typeof TopicName>;

const Topic = z.strictObject({
  type: TicketType,
  /** What the order was about; null: the ticket is not about an order. */
  goods: z.nullable(z.array(Goods)),
  /** Whether the order was refunded. With `sometimes` the second ending is the one with the refund. */
  refund: z.enum(['always', 'never', 'sometimes']),
  weight: Weight,
  /** How long after the order the customer asks. */
  daysUntilAsked: z._default(z.number(), 0),
});
export type Topic = z.infer<typeof Topic>;

/**
 * `{order}` is the order's number, `{product}` its product, `{amount}` its price, `{n}` two digits. The texts at
 * one index of all lists belong together; a shorter list repeats from its start.
 */
const TicketTexts = z.strictObject({
  topics: z.record(
    TopicName,
    z.strictObject({ subjects: Texts, openings: Texts, questions: Texts, answers: Texts, endings: Texts }),
  ),
  thanks: Texts,
  reminders: Texts,
});
export type TicketTexts = z.infer<typeof TicketTexts>;

const ArticleText = z.strictObject({ title: Text, body: Text });
const ArticleTexts = z.strictObject({ en: ArticleText, fr: ArticleText, ar: ArticleText });

/** An announcement in each language. */
const Announcement = z.strictObject({ topic: z.enum(articleTopics), texts: ArticleTexts });

/** A canned reply in each language. */
const Reply = z.strictObject({
  topic: z.enum(articleTopics),
  texts: ArticleTexts.check(z.refine((texts) => Object.keys(cannedReplyErrors(texts)).length === 0)),
});

/** The work of support beside its answers. */
const Support = z.strictObject({
  /** The tag that many tickets of a topic have. */
  tags: z.partialRecord(TopicName, Tag),
  /** The tag of urgent tickets. */
  urgentTag: Tag,
  /** Internal notes. */
  notes: z.record(TicketType, TextsByLocale),
});

const Translation = z.strictObject({ en: Text, fr: Text, ar: Text });

/** The ways to pay, in their order, and the notes of customers with a request and of admins with another amount. */
const TopupTexts = z.strictObject({
  methods: z.array(
    z.strictObject({
      name: Translation,
      steps: Translation,
      accounts: z.array(z.strictObject({ label: Translation, value: Text })),
      min: Price,
      max: Price,
      proof: z.enum(topupProofs),
    }),
  ),
  notes: z.record(Locale, z.strictObject({ sent: Text, decided: Text })),
});

/** An SVG drawing of 480 × 360 with the colours {paper}, {soft} and {line}, and where the label is drawn on it. */
const Motif = z.strictObject({
  svg: Texts,
  label: z.strictObject({ x: z.number(), y: z.number(), height: z.number(), onPaper: z.boolean() }),
});

/** The data of the demo shop, by the name of the file in `data/`. */
const DemoData = z
  .strictObject({
    /** `packs`: suffixes of the titles, with which a larger shop lists a product several times. */
    catalogue: z.strictObject({ packs: z.array(z.string()), products: z.array(Product).check(z.minLength(1)) }),
    categories: z.array(ParentCategory),
    people: People,
    'order-texts': z.strictObject({
      /** Customers' optional messages; their phone numbers do not exist. */
      messages: z.partialRecord(Goods, TextsByLocale),
      deliveryNotes: z.record(Goods, TextsByLocale),
      returnNotes: TextsByLocale,
      partReasons: TextsByLocale,
      /** With which support asks to correct an answer. */
      asks: TextsByLocale,
      /** Answers of customers to a field with a text. */
      nicknames: Texts,
      /** The names of the answers that a customer keeps. */
      savedNames: TextsByLocale,
    }),
    'ledger-notes': z.strictObject({ opening: TextsByLocale, add: TextsByLocale, subtract: TextsByLocale }),
    topics: z.record(TopicName, Topic),
    'tickets.en': TicketTexts,
    'tickets.fr': TicketTexts,
    'tickets.ar': TicketTexts,
    announcements: z.array(Announcement),
    replies: z.array(Reply),
    support: Support,
    topups: TopupTexts,
    motifs: z.record(z.string(), Motif),
    /** Characters as strokes in a box ten units high, so that a picture is the same on a machine without fonts. */
    'letter-shapes': z.record(z.string(), z.strictObject({ width: z.number(), path: Text })),
  })
  .check(({ value, issues }) => {
    for (const path of unknownNames(value)) issues.push({ code: 'custom', path, input: value });
  });
export type DemoData = z.infer<typeof DemoData>;

/**
 * Reads and checks all files of a data folder. Throws an OperatorError that names the file and the path of the value.
 *
 * @internal Exported for tests: they read damaged copies.
 */
export function readDemoData(folder: string): DemoData {
  const names = Object.keys(DemoData.shape);
  const parsed = DemoData.safeParse(Object.fromEntries(names.map((name) => [name, readJson(folder, name)])));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [name, ...path] = [...issue!.path, ...(issue!.code === 'unrecognized_keys' ? issue!.keys : [])];
  throw new OperatorError(`The demo data file ${String(name)}.json has a wrong or missing value at ${path.join('.')}.`);
}

/** The data of every demo shop. */
export const demoData = readDemoData(join(import.meta.dirname, 'data'));

function readJson(folder: string, name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read';
    throw new OperatorError(`The demo data file ${name}.json ${reason}: ${(error as Error).message}`);
  }
}

/** Returns the paths at which the data names a category or motif that does not exist. */
function* unknownNames({ catalogue, categories, motifs }: DemoData): Generator<(string | number)[]> {
  const slugs = new Set(categories.flatMap(({ children }) => children.map(({ slug }) => slug)));
  for (const [index, product] of catalogue.products.entries()) {
    const position = product.categories.findIndex((slug) => !slugs.has(slug));
    if (position >= 0) yield ['catalogue', 'products', index, 'categories', position];
  }
  for (const [index, { motif, children }] of categories.entries()) {
    if (!motifs[motif]) yield ['categories', index, 'motif'];
    for (const [position, child] of children.entries()) {
      if (child.motif && !motifs[child.motif]) yield ['categories', index, 'children', position, 'motif'];
    }
  }
}
