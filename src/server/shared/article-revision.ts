import type { Kysely, Transaction } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { Person } from '../platform/base/permissions.ts';
import type { Database } from '../platform/database/schema.ts';

/** The name of the fact that changes with every change of an article. */
export const articlesFact = 'articles';

/**
 * Returns the revision of the articles as one user sees them: a change of the user's role gives another one. It is opaque,
 * and never occurs twice, also after a backup was restored.
 */
export const articleRevision = (person: Pick<Person, 'role'>, fact: string): string => `${person.role}.${fact}`;

/** Reads the revision of the articles for a user. */
export async function readArticleRevision(db: Kysely<Database>, person: Pick<Person, 'role'>): Promise<string> {
  const fact = await db.selectFrom('house').select('value').where('name', '=', articlesFact).executeTakeFirstOrThrow();
  return articleRevision(person, fact.value);
}

/**
 * Sets a new revision, and locks all articles until the end of the transaction: every writer of articles calls this
 * before it reads them.
 */
export async function lockArticles(tx: Transaction<Database>): Promise<void> {
  await tx.updateTable('house').set({ value: randomUUID() }).where('name', '=', articlesFact).execute();
}
