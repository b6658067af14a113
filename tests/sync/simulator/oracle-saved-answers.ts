import { savedAnswersMax } from '../../../src/contract/answer-rules.ts';
import type { SavedAnswerRow } from '../../../src/contract/order-fields.ts';
import type { OutboxItem } from '../../../src/client/local/stored.ts';
import { devicesWithOldApp } from './old-apps.ts';
import { serverRowsOn } from './oracle-devices.ts';
import { foreignAnswer, userIds } from './simulated-shop.ts';
import type { Story } from './story.ts';

type Stored = Awaited<ReturnType<typeof readStored>>[number];

const readStored = ({ server }: Story) => server.db.selectFrom('saved_answers').selectAll().orderBy('id').execute();

/** What an answer says; null where it is forgotten. */
type Kept = Pick<SavedAnswerRow, 'save_as' | 'name' | 'value'> | null;

interface SavedAnswer {
  userId: number;
  kept: Kept;
  /** How many changes were applied to it. */
  rev: number;
}

/** Checks that each saved answer is as its last change has left it, changed once by each, and on its user's devices only. */
export async function checkSavedAnswers(story: Story): Promise<void> {
  const stored = new Map((await readStored(story)).map((row) => [row.id, row]));
  const expected = await expectedAnswers(story);
  for (const [id, answer] of expected) story.faults.push(...faultsOf(id, answer, stored.get(id)));
  for (const id of stored.keys()) if (!expected.has(id)) story.faults.push(`no customer saved the answer ${id}`);
  await checkDevices(story, stored);
  await checkRefusals(story);
}

/** The saved answers after all applied changes in their order. */
async function expectedAnswers({ server, intents, colleagueChanges }: Story): Promise<Map<string, SavedAnswer>> {
  const { id: foreignId, ...foreign } = foreignAnswer;
  const answers = new Map<string, SavedAnswer>([[foreignId, { userId: userIds.karim, kept: foreign, rev: 1 }]]);
  for (const key of (await server.readApplied()).applied) {
    const { kind, args } = intents.get(key) ?? colleagueChanges.get(key) ?? {};
    if (kind !== 'answer.save' && kind !== 'answer.forget') continue;
    const { id, ...kept } = args as unknown as SavedAnswerRow;
    // The server ignores it when a customer forgets an answer of another one.
    if (id === foreignId) continue;
    const before = answers.get(id) ?? { userId: userIds.amina, kept: null, rev: 0 };
    if (kind === 'answer.save') answers.set(id, { ...before, kept, rev: before.rev + 1 });
    else if (before.kept) answers.set(id, { ...before, kept: null, rev: before.rev + 1 });
  }
  return answers;
}

function faultsOf(id: string, { userId, kept, rev }: SavedAnswer, stored: Stored | undefined): string[] {
  const isStored = stored?.deleted_at === null;
  if (!kept) return isStored ? [`forgotten, yet on the server: the saved answer ${id}`] : [];
  if (!isStored) return [`lost: the saved answer ${id}`];
  const faults = stored.user_id === userId ? [] : [`the saved answer ${id} is of user ${stored.user_id}`];
  const [is, wanted] = [textOf(stored), textOf(kept)];
  if (is !== wanted) faults.push(`a saved answer is ${is} and not ${wanted}`);
  if (stored.rev !== rev) faults.push(`a saved answer was changed ${stored.rev} times and not ${rev}`);
  return faults;
}

const textOf = ({ save_as, name, value }: NonNullable<Kept>): string => JSON.stringify([save_as, name, value]);

/** Checks that each device has the saved answers of its own user; apps from before them have none (D-27). */
async function checkDevices({ devices, faults }: Story, stored: ReadonlyMap<string, Stored>): Promise<void> {
  for (const { tabs, name, userId } of devices) {
    const held = await serverRowsOn(tabs[0]!.db, 'saved_answers');
    const wanted = [...stored.values()].filter((row) => row.deleted_at === null && row.user_id === userId);
    for (const row of devicesWithOldApp.has(name) ? [] : wanted) {
      const mine = held.get(row.id) as unknown as SavedAnswerRow | undefined;
      if (!mine) faults.push(`missing: the saved answer ${row.id} on ${name}`);
      else if (textOf(mine) !== textOf(row)) faults.push(`not up to date: the saved answer ${row.id} on ${name}`);
      held.delete(row.id);
    }
    for (const id of held.keys()) {
      const isForeign = stored.get(id)?.user_id !== userId;
      faults.push(`${isForeign ? 'of another user' : 'forgotten, yet here'}: the saved answer ${id} on ${name}`);
    }
  }
}

/** Checks that only a full list refuses an answer. */
async function checkRefusals({ devices, faults }: Story): Promise<void> {
  for (const { tabs, name } of devices) {
    const items = await tabs[0]!.db.outbox.where('state').anyOf('conflict', 'failed').toArray();
    for (const item of items)
      if (item.kind.startsWith('answer.') && !isListFull(item))
        faults.push(`refused without a reason: ${item.kind} ${item.id} on ${name}`);
  }
}

const isListFull = ({ kind, error }: OutboxItem): boolean =>
  kind === 'answer.save' && (error?.errors?.id ?? []).includes(`max:${savedAnswersMax}`);
