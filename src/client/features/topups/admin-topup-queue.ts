import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { readTopup, type TopupRow } from '../../../contract/topups.ts';
import { call } from '../../api/call.ts';
import type { CallFailure } from '../../api/failure.ts';
import { currentDatabase } from '../../local/current.ts';
import { storeServerRows } from '../../sync/rows-with-pending.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useRequest } from '../../sync/use-request.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { usePageActions } from '../../ui/page-actions.ts';
import { fileAddress, isSlipPicture, nextOf, readWaiting } from './admin-topup-source.ts';

interface TopupSearch {
  topup: TopupRow | undefined;
  /** Neither this device has it nor the server, which is asked with a connection only. */
  isMissing: boolean;
  /** The server did not answer the request for it. */
  failure: CallFailure | null;
  retry: () => void;
}

/** Returns a request from this device, or else from the server. */
export function useTopupById(id: string): TopupSearch {
  const online = useOnline();
  const stored = useLiveQuery(async () => (await currentDatabase().topups.get(id)) ?? null, [id]);
  const wanted = stored === null;
  const requested = useRequest(`topups/${id}`, (signal) => requestTopup(id, signal), { wanted });
  const topup = stored ?? requested.data;
  const isMissing = wanted && !topup && (isGone(requested.failure) || !online);
  const failure = isMissing || requested.isLoading ? null : requested.failure;
  return { topup, isMissing, failure, retry: requested.retry };
}

/** Whether the server has answered that there is no such request. */
const isGone = (failure: CallFailure | null): boolean => ['NOT_FOUND', 'INVALID_FIELDS'].includes(failure?.code ?? '');

const requestTopup = async (id: string, signal: AbortSignal): Promise<TopupRow> =>
  (await call(readTopup, { id }, { signal })).topup;

/** Stores a request of an answer, so that it is shown at once; the next pass pulls the same row. */
export function storeTopup(topup: TopupRow): Promise<void> {
  const db = currentDatabase();
  return db.transaction('rw', db.syncTables, () =>
    storeServerRows(db, [{ entity: 'topups', key: topup.id, rev: topup.rev, row: { ...topup } }]),
  );
}

export interface Queue {
  next: TopupRow | null;
  previous: TopupRow | null;
  /** The number of requests that wait; undefined until this device is read. */
  waiting: number | undefined;
  open: (topup: TopupRow) => void;
  /** Opens the next request that waits, or the list where none does. */
  goOn: () => Promise<void>;
}

/** The waiting requests around one, the oldest first; the picture of the next one is loaded ahead. */
export function useQueue(topup: TopupRow): Queue {
  const db = currentDatabase();
  const navigate = useNavigate();
  const waiting = useLiveQuery(() => readWaiting(db), [db]);
  const next = waiting ? nextOf(waiting, topup) : null;
  const previous = waiting ? nextOf(waiting, topup, -1) : null;
  const picture = next?.attachments.find(isSlipPicture)?.id;
  useEffect(() => {
    if (picture !== undefined) new Image().src = fileAddress(picture);
  }, [picture]);
  const open = ({ id }: TopupRow) => void navigate({ to: `/admin/top-ups/${id}` as never });
  const goOn = async () => {
    // Read again: another admin may have decided the next one meanwhile.
    const after = nextOf(await readWaiting(db), topup);
    if (after) open(after);
    else void navigate({ to: '/admin/top-ups' as never, search: { status: 'waiting' } as never });
  };
  return { next, previous, waiting: waiting?.length, open, goOn };
}

/** J and K open the next and the previous request, also from the palette; not in a field or while a dialog is open. */
export function useQueueKeys({ next, previous, open }: Queue): void {
  const { t } = useLingui();
  usePageActions(() => [
    ...(next ? [{ id: 'next', label: t`Next request`, shortcut: 'J', run: () => open(next) }] : []),
    ...(previous ? [{ id: 'previous', label: t`Previous request`, shortcut: 'K', run: () => open(previous) }] : []),
  ]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = { j: next, k: previous }[event.key.toLowerCase()];
    if (!target || !isForPage(event)) return;
    event.preventDefault();
    open(target);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Whether a single key is meant for the page: no modifier, no field, no open dialog or menu. */
export const isForPage = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.isComposing &&
  !(event.ctrlKey || event.metaKey || event.altKey) &&
  document.querySelector('dialog[open]') === null &&
  !(event.target instanceof Element && event.target.closest('input, textarea, select, [role=menu], [popover]'));
