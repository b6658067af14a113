import { beforeEach, expect, test } from 'vitest';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { soldOn } from '../support/sold.ts';
import { startTestServer, type TestServer, type TestUserName } from '../support/test-server.ts';

let server: TestServer;
let sold: ReturnType<typeof soldOn>;
beforeEach(async () => {
  server = await startTestServer();
  sold = soldOn(server);
  return () => server.close();
});

const brother = { save_as: 'player', name: 'My brother', value: '512345' };
const save = (who: TestUserName, id: string, more: object = {}) =>
  sold.change(who, 'answer.save', { id, ...brother, ...more }, `answer:${id}`);
const forget = (who: TestUserName, id: string) => sold.change(who, 'answer.forget', { id }, `answer:${id}`);

test('AN-09 a customer keeps an answer for other orders, on all of their devices and on those of no other user', async () => {
  const id = uuidv7();
  const [own, others] = [sold.deviceOf('amina'), sold.deviceOf('karim')];
  await own.catchUp();

  await save('amina', id);
  await save('amina', id, { name: 'Ali' });
  await Promise.all([own.catchUp(), others.catchUp()]);

  expect(own.row('saved_answers', id)).toMatchObject({ id, ...brother, name: 'Ali', rev: 2 });
  expect(others.keys('saved_answers')).toEqual([]);
  const later = sold.deviceOf('amina');
  await later.catchUp();
  expect(later.keys('saved_answers')).toEqual([id]);
});

test('AN-09 a forgotten answer disappears with what it says, and another user changes and forgets nothing', async () => {
  const id = uuidv7();
  const own = sold.deviceOf('amina');
  await save('amina', id);
  await own.catchUp();

  expect(await save('karim', id)).toMatchObject({ status: 422, errors: { id: ['unique'] } });
  expect((await forget('karim', id)).status).toBe(200);
  await own.catchUp();
  expect(own.keys('saved_answers')).toEqual([id]);
  await forget('amina', id);
  await forget('amina', id);
  await own.catchUp();

  expect(own.keys('saved_answers')).toEqual([]);
  expect(JSON.stringify(await server.services.db.selectFrom('saved_answers').selectAll().execute())).not.toMatch(
    /512345|brother/,
  );
});

test('AN-09 the 51st saved answer is refused, and one that is forgotten makes room', async () => {
  const ids = Array.from({ length: 51 }, () => uuidv7());
  for (const id of ids.slice(0, 50)) await save('amina', id);

  expect((await save('amina', ids[50]!)).errors).toEqual({ id: ['max:50'] });
  expect((await save('amina', ids[0]!, { name: 'Again' })).status).toBe(200);
  await forget('amina', ids[0]!);
  expect((await save('amina', ids[50]!)).status).toBe(200);
});
