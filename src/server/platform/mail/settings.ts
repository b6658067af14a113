import type { Kysely, Transaction } from 'kysely';
import type { MailSettings } from '../../../contract/mail.ts';
import type { Database } from '../database/schema.ts';
import { parseShop, shopFact } from '../database/shop.ts';

/** The name of the fact that holds the settings of e-mails. */
const mailFact = 'mail';

const parse = (fact: string): MailSettings => JSON.parse(fact) as MailSettings; // only `storeMailSettings` writes it

/** Reads the settings of e-mails: the sender, the texts that replace standard ones, and their revision. */
export async function readMailSettings(db: Kysely<Database>): Promise<MailSettings> {
  const fact = await db.selectFrom('house').select('value').where('name', '=', mailFact).executeTakeFirstOrThrow();
  return parse(fact.value);
}

/** Reads the settings of e-mails and the name of the shop at once. */
export async function readForEmail(db: Kysely<Database>): Promise<{ mail: MailSettings; shop: string }> {
  const facts = await db
    .selectFrom('house')
    .select(['name', 'value'])
    .where('name', 'in', [mailFact, shopFact])
    .execute();
  const valueOf = (name: string) => facts.find((fact) => fact.name === name)!.value;
  return { mail: parse(valueOf(mailFact)), shop: parseShop(valueOf(shopFact)).name };
}

/** Returns the settings of e-mails, locked until the end of the transaction. */
export async function lockMailSettings(tx: Transaction<Database>): Promise<MailSettings> {
  const fact = await tx
    .updateTable('house')
    .set((row) => ({ value: row.ref('value') }))
    .where('name', '=', mailFact)
    .returning('value')
    .executeTakeFirstOrThrow();
  return parse(fact.value);
}

/** Replaces the locked settings of e-mails. */
export async function storeMailSettings(tx: Transaction<Database>, settings: MailSettings): Promise<void> {
  await tx
    .updateTable('house')
    .set({ value: JSON.stringify(settings) })
    .where('name', '=', mailFact)
    .execute();
}
