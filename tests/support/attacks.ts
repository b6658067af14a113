import { sql } from 'kysely';
import { join } from 'node:path';
import { openSqlite } from '../../src/server/platform/database/sqlite.ts';

/** Forty texts that send a request to `canary` when a page takes them for HTML or code. */
export function attacks(canary: string): string[] {
  return templates.map((template, index) => {
    const call = `new Image().src='${canary}/?${index + 1}'`;
    return template.replaceAll('CALL', call).replaceAll('ADDRESS', `${canary}/?${index + 1}`);
  });
}

const templates = [
  '<script>CALL</script>',
  '"><script>CALL</script>',
  "'><script>CALL</script>",
  '</title><script>CALL</script>',
  '</textarea><script>CALL</script>',
  '</style><script>CALL</script>',
  '--><script>CALL</script>',
  ']]><script>CALL</script>',
  '<img src=x onerror="CALL">',
  `"><img src=x onerror="CALL">`,
  '<svg onload="CALL">',
  '<svg><script>CALL</script></svg>',
  '<svg><animate onbegin="CALL" attributeName=x dur=1s>',
  '<body onload="CALL">',
  '<iframe src="javascript:CALL"></iframe>',
  '<iframe srcdoc="<script>CALL</script>"></iframe>',
  '<object data="ADDRESS"></object>',
  '<embed src="ADDRESS">',
  '<a href="javascript:CALL">x</a>',
  'javascript:CALL',
  'data:text/html,<script>CALL</script>',
  '<math><mtext></mtext><script>CALL</script></math>',
  '<details open ontoggle="CALL">x</details>',
  '<video src=x onerror="CALL"></video>',
  '<audio src=x onerror="CALL"></audio>',
  '<input autofocus onfocus="CALL">',
  '<select autofocus onfocus="CALL"></select>',
  '<video><source onerror="CALL"></video>',
  '<link rel=stylesheet href="ADDRESS">',
  '<style>@import "ADDRESS";</style>',
  '<base href="ADDRESS"><img src="x">',
  '<meta http-equiv=refresh content="0;url=ADDRESS">',
  '<form><button formaction="javascript:CALL" autofocus onfocus="CALL">x</button>',
  '" onmouseover="CALL" autofocus onfocus="CALL" x="',
  '${CALL}',
  '{{constructor.constructor("CALL")()}}',
  '<0>{name}</0> {count, plural, one {<script>CALL</script>} other {x}}',
  '\\u003cscript\\u003eCALL\\u003c/script\\u003e',
  '&lt;script&gt;CALL&lt;/script&gt;',
  '\u202e<script>CALL</script>\u202c',
];

/** Every column with free text that a user can change. */
const columns: Record<string, readonly string[]> = {
  users: ['name'],
  categories: ['title', 'description'],
  products: ['title', 'description', 'sku', 'search_words', 'video_url', 'store_url'],
  product_variants: ['title'],
  orders: ['user_name', 'message', 'notes', 'status_by'],
  order_items: ['product_name', 'variant_name'],
  tickets: ['user_name', 'user_email', 'subject', 'content', 'status_by', 'priority_by', 'assignee_by', 'snoozed_by'],
  responses: ['author_name', 'content'],
  sessions: ['user_agent'],
  deliveries: ['title'],
  cities: ['title'],
  files: ['name'],
};

/**
 * Fills these columns and the texts inside JSON with `texts`, one after the other, as if every user were an attacker. The
 * addresses of `signedIn` stay as they are.
 */
export async function poison(dataFolder: string, texts: readonly string[], signedIn: readonly string[]): Promise<void> {
  const { db, reader } = openSqlite(join(dataFolder, 'comptoir.db'));
  const textFrom = (from: number) => {
    const cases = texts.map((text, index) => sql`when ${sql.lit(index)} then ${text}`);
    return sql`case (rowid + ${sql.lit(from)}) % ${sql.lit(texts.length)} ${sql.join(cases, sql` `)} end`;
  };
  for (const [table, names] of Object.entries(columns)) {
    const sets = names.map((name, index) => sql`${sql.ref(name)} = ${textFrom(index * 7)}`);
    await sql`update ${sql.table(table)} set ${sql.join(sets)}`.execute(db);
  }
  const about = sql`json_set(about, '$.subject', ${textFrom(3)}, '$.by', ${textFrom(11)})`;
  await sql`update notifications set about = ${about} where kind like 'ticket.%'`.execute(db);
  await sql`update users set email = 'user' || id || ':' || ${textFrom(5)} where email not in (${sql.join(signedIn)})`.execute(
    db,
  );
  // A tag has no comma.
  const tag = (offset: number) => sql`replace(${textFrom(offset)}, ',', '')`;
  await sql`update tickets set tags = json_array(${tag(2)}, ${tag(9)}) where tags <> '[]'`.execute(db);
  const written = sql`json_object('title', ${textFrom(2)}, 'body', ${textFrom(13)})`;
  await sql`update articles set texts = json_object('en', ${written}, 'ar', ${written})`.execute(db);
  await sql`update house set value = json_set(value, '$.name', ${textFrom(17)}) where name = 'shop'`.execute(db);
  await sql`update audit set new_value = json_set(new_value, '$.title', ${textFrom(4)}, '$.tags', json_array(${textFrom(6)}, ${textFrom(8)}))
    where new_value is not null`.execute(db);
  await reader.destroy();
  await db.destroy();
}
