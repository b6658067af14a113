import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { topupFilesMax } from '../../../contract/limits.ts';
import type * as endpoints from '../../../contract/topups.ts';
import { uuidv7 } from '../../../contract/uuid.ts';
import { endOfRange, startOfRange } from '../../platform/base/calendar.ts';
import { cursorPageMeta } from '../../platform/base/paging.ts';
import type { SignedIn } from '../../platform/context.ts';
import { runOnce, touchedOrThrow } from '../../platform/idempotency.ts';
import { checkFileCount, fingerprintArgs, storeFormFiles, touchedId, unusedId } from '../../shared/form-files.ts';
import { cancelTopupInTransaction } from './cancel-topup.ts';
import { openTopupInTransaction } from './open-topup.ts';
import { checkReadsTopups } from './policy.ts';
import { findTopup, findTopupFor, topupRows } from './rows.ts';
import { pageOfTopups } from './topup-lists.ts';

type OneTopup = OutputOf<typeof endpoints.readTopup>;

export async function openTopup(ctx: SignedIn, input: ParsedInputOf<typeof endpoints.openTopup>): Promise<OneTopup> {
  // A retry with the same key must give the same id, so the key is the id when the request has none.
  const { slips = [], file_ids = [], ...fields } = input;
  checkFileCount({ field: 'slips', max: topupFilesMax }, slips, file_ids);
  const files = await storeFormFiles(ctx.services, slips);
  const args = { ...fields, id: input.id ?? ctx.key ?? uuidv7(ctx.services.now()) };
  const request = { key: ctx.key, kind: 'topup.open', args: fingerprintArgs(args, file_ids, files) };
  const outcome = await runOnce(ctx, request, async (transaction) => {
    const id = input.id ?? (await unusedId(transaction, findTopup, args.id));
    const fileIds = [...file_ids, ...(await files.insert(transaction))];
    return openTopupInTransaction(transaction, { ...args, id, file_ids: fileIds });
  });
  return oneTopup(ctx, touchedId(touchedOrThrow(outcome), 'topups'));
}

export async function cancelTopup(
  ctx: SignedIn,
  { id }: ParsedInputOf<typeof endpoints.cancelTopup>,
): Promise<OneTopup> {
  const args = { topup_id: id };
  const request = { key: ctx.key, kind: 'topup.cancel', args };
  touchedOrThrow(await runOnce(ctx, request, (transaction) => cancelTopupInTransaction(transaction, args)));
  return oneTopup(ctx, id);
}

export async function showTopup(ctx: SignedIn, { id }: ParsedInputOf<typeof endpoints.readTopup>): Promise<OneTopup> {
  checkReadsTopups(ctx.person);
  return oneTopup(ctx, id);
}

/** One page of requests: a customer's own ones, or for an admin those of all customers. */
export async function topupPage(
  ctx: SignedIn,
  input: ParsedInputOf<typeof endpoints.listTopups>,
): Promise<OutputOf<typeof endpoints.listTopups>> {
  checkReadsTopups(ctx.person);
  const { reader, settings } = ctx.services;
  const page = await pageOfTopups(reader, ctx.person, {
    ...input,
    from: input.from ? startOfRange(input.from, settings.timeZone) : undefined,
    to: input.to ? endOfRange(input.to, settings.timeZone) : undefined,
  });
  const meta = cursorPageMeta(ctx.url, input, page);
  return { code: 'SUCCESS', data: await topupRows(reader, page.rows, ctx.person), meta, ...meta };
}

async function oneTopup({ services, person }: SignedIn, id: string): Promise<OneTopup> {
  const [topup] = await topupRows(services.reader, [await findTopupFor(services.reader, id, person)], person);
  return { code: 'SUCCESS', topup: topup! };
}
