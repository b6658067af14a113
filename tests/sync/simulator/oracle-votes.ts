import type { Story } from './story.ts';

/** Checks that the votes on articles are exactly the last applied ones of each user. */
export async function checkVotes({ server, intents, faults }: Story): Promise<void> {
  const { db } = server;
  const articles = new Set((await db.selectFrom('articles').select('id').execute()).map(({ id }) => id));
  const expected = new Map<string, boolean>();
  for (const id of (await server.readApplied()).applied) {
    const intent = intents.get(id);
    if (intent?.kind !== 'article.vote' || !articles.has(Number(intent.args.article_id))) continue;
    expected.set(`${intent.device.userId} on ${String(intent.args.article_id)}`, Boolean(intent.args.is_helpful));
  }
  for (const { article_id, user_id, is_helpful } of await db.selectFrom('article_votes').selectAll().execute()) {
    const vote = `${user_id} on ${article_id}`;
    const [found, wanted] = [Boolean(is_helpful), expected.get(vote)];
    if (found !== wanted) faults.push(`the vote of ${vote} is ${found} and not ${String(wanted)}`);
    expected.delete(vote);
  }
  for (const vote of expected.keys()) faults.push(`lost: the vote of ${vote}`);
}
