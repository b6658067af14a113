import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type {
  createTopupMethod,
  listTopupMethods,
  moveTopupMethod,
  updateTopupMethod,
} from '../../../contract/topup-settings.ts';
import { audit } from '../../platform/audit.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { checkRevision, withCurrent } from '../../platform/changes/revision.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { runOnce, touchedOrThrow } from '../../platform/idempotency.ts';
import { mayReadMethods, requireRoot } from './policy.ts';
import {
  announceMethods,
  changedFields,
  insertMethod,
  lockMethods,
  methodOf,
  moveBefore,
  updateMethodRow,
  type MethodFields,
} from './records.ts';
import { methodRows } from './rows.ts';
import { warnAdmins } from './warnings.ts';

type MethodAnswer = OutputOf<typeof createTopupMethod>;

/** The methods in their order. Throws FORBIDDEN for agents. */
export async function methodList(ctx: SignedIn): Promise<OutputOf<typeof listTopupMethods>> {
  if (!mayReadMethods(ctx.person)) throw new Refusal('FORBIDDEN');
  return { code: 'SUCCESS', methods: await methodRows(ctx.services.reader, ctx.person) };
}

export async function addMethod(ctx: SignedIn, input: ParsedInputOf<typeof createTopupMethod>): Promise<MethodAnswer> {
  requireRoot(ctx.person);
  const request = { key: ctx.key, kind: 'topup_method.create', args: input };
  const outcome = await runOnce(ctx, request, (transaction) => createInTransaction(transaction, input));
  return answerFor(ctx, Number(touchedOrThrow(outcome)[0]!.slice('topup_methods:'.length)));
}

async function createInTransaction(transaction: TransactionContext, fields: MethodFields): Promise<string[]> {
  const method = await insertMethod(transaction, fields);
  const entry = { action: 'topup.method', entity: 'topup_methods', entityKey: method.id };
  await audit(transaction, { ...entry, ...changedFields(null, method) });
  await announceMethods(transaction.tx, [method]);
  await warnAdmins(transaction, null, method);
  return [`topup_methods:${method.id}`];
}

/** Replaces the fields; with `If-Match` only if the method still has that revision. */
export async function editMethod(
  ctx: SignedIn,
  { id, ...fields }: ParsedInputOf<typeof updateTopupMethod>,
): Promise<MethodAnswer> {
  requireRoot(ctx.person);
  const args = { id, fields, revision: ctx.revision };
  const change = async () =>
    touchedOrThrow(
      await runOnce(ctx, { key: ctx.key, kind: 'topup_method.update', args }, (transaction) =>
        updateInTransaction(transaction, args),
      ),
    );
  await withCurrent(change, async () => (await answerFor(ctx, id)).method);
  return answerFor(ctx, id);
}

async function updateInTransaction(
  transaction: TransactionContext,
  { id, fields, revision }: { id: number; fields: MethodFields; revision: number | null },
): Promise<string[]> {
  const method = methodOf(await lockMethods(transaction.tx), id);
  checkRevision(revision, method.rev);
  const changed = await updateMethodRow(transaction, method, fields);
  const entry = { action: 'topup.method', entity: 'topup_methods', entityKey: id };
  await audit(transaction, { ...entry, ...changedFields(method, changed) });
  await announceMethods(transaction.tx, [changed]);
  await warnAdmins(transaction, method, changed);
  return [`topup_methods:${id}`];
}

/** Places a method before another one, or last. */
export async function placeMethod(ctx: SignedIn, input: ParsedInputOf<typeof moveTopupMethod>): Promise<MethodAnswer> {
  requireRoot(ctx.person);
  const outcome = await runOnce(ctx, { key: ctx.key, kind: 'topup_method.move', args: input }, (transaction) =>
    moveInTransaction(transaction, input),
  );
  touchedOrThrow(outcome);
  return answerFor(ctx, input.id);
}

async function moveInTransaction(
  transaction: TransactionContext,
  input: ParsedInputOf<typeof moveTopupMethod>,
): Promise<string[]> {
  const methods = await lockMethods(transaction.tx);
  const { position } = methodOf(methods, input.id);
  const moved = await moveBefore(transaction, methods, input);
  const placed = moved.find(({ id }) => id === input.id)?.position ?? position;
  await audit(transaction, {
    action: 'topup.method',
    entity: 'topup_methods',
    entityKey: input.id,
    old: { position },
    new: { position: placed },
  });
  await announceMethods(transaction.tx, moved);
  return moved.map(({ id }) => `topup_methods:${id}`);
}

async function answerFor(ctx: SignedIn, id: number): Promise<MethodAnswer> {
  const [method] = await methodRows(ctx.services.reader, ctx.person, [id]);
  if (!method) throw new Refusal('NOT_FOUND');
  return { code: 'SUCCESS', method };
}
