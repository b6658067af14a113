import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { BanknoteArrowUp } from 'lucide-react';
import { pageSizes } from '../../../contract/limits.ts';
import { topupSorts } from '../../../contract/sorts.ts';
import { topupStatuses } from '../../../contract/topup-rules.ts';
import type { TopupRow } from '../../../contract/topups.ts';
import { customersOfServer, useCustomerChoices } from '../../lists/customer-choices.ts';
import { defineList } from '../../lists/define-list.ts';
import { indexedSource } from '../../lists/row-sources.ts';
import { currentDatabase } from '../../local/current.ts';
import { isWaitingOnly } from '../../local/rows-in-memory/topup-index.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useTopupWords } from '../../text/topups.ts';
import { useTranslated } from '../../text/translated.ts';
import { DateRange } from '../../ui/date-range.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { SelectOption } from '../../ui/fields.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { AlikeMark, Customer, Method, SlipNumber, TopupStatus } from './admin-topup-cells.tsx';
import { topupSource } from './admin-topup-source.ts';
import { numberOf } from './admin-topup-words.ts';

/** The top-up requests of all customers: those that wait the oldest first, the others the newest first. */
export const allTopups = defineList<TopupRow>({
  source: indexedSource(topupSource),
  records: 'topups',
  title: msg`Top-ups`,
  searchLabel: msg`Search by number, customer or transfer`,
  hasFilterPanel: true,
  filters: [
    { name: 'status', label: msg`Status`, values: topupStatuses, useChoices: useStatusChoices },
    { name: 'method', label: msg`Method`, useChoices: useMethodChoices },
    {
      name: 'user',
      label: msg`Customer`,
      useChoices: useCustomerChoices,
      source: customersOfServer,
      isSearchable: true,
    },
    { kind: 'days', name: 'from', endName: 'to', label: msg`Date`, Control: DateRange },
  ],
  views: [
    {
      label: msg({ message: 'Waiting', context: 'view of top-up requests' }),
      values: { status: ['waiting'] },
      isCompleteOnDevice: true,
      empty: msg`All done: no request is waiting.`,
    },
    { label: msg({ message: 'Approved', context: 'view of top-up requests' }), values: { status: ['approved'] } },
    { label: msg({ message: 'Refused', context: 'view of top-up requests' }), values: { status: ['refused'] } },
    // Without a filter the address means the first view.
    { label: msg({ message: 'All', context: 'view of top-up requests' }), values: { status: topupStatuses } },
  ],
  pageSizes,
  useContext: () => undefined,
  sorts: [
    { by: 'date', firstDirection: topupSorts.date, asc: msg`Oldest first`, desc: msg`Newest first` },
    {
      by: 'amount',
      firstDirection: topupSorts.amount,
      asc: msg`Amount: low to high`,
      desc: msg`Amount: high to low`,
    },
  ],
  defaultSort: (values) => ({ by: 'date', direction: isWaitingOnly(values) ? 'asc' : 'desc' }),
  columns: [
    {
      id: 'number',
      opens: true,
      header: msg({ message: 'Number', context: 'top-up request' }),
      hideLabelOnCard: true,
      cell: (topup) => <bdi>{numberOf(topup) || '–'}</bdi>,
      numbers: true,
      width: '4.25rem',
    },
    {
      id: 'user',
      header: msg`Customer`,
      cell: (topup) => <Customer topup={topup} />,
      below: ({ alike, status }) => (status === 'waiting' ? <AlikeMark alike={alike} /> : null),
      cardSlot: 'lead',
      placeholder: 'line',
    },
    {
      id: 'method',
      header: msg`Method`,
      cell: (topup) => <Method topup={topup} />,
      hideLabelOnCard: true,
      width: '18%',
    },
    {
      id: 'amount',
      header: msg`Amount`,
      sort: 'amount',
      cell: ({ amount }) => <MoneyText amount={amount} fontWeight={{ base: 'semibold', sm: 'medium' }} />,
      align: 'end',
      numbers: true,
      cardSlot: 'side',
      width: '7rem',
    },
    {
      id: 'slip',
      header: msg`Number of the transfer`,
      cell: (topup) => <SlipNumber topup={topup} />,
      hideLabelOnCard: true,
      shrinks: true,
      width: '18%',
    },
    {
      id: 'status',
      header: msg`Status`,
      cell: (topup) => <TopupStatus topup={topup} />,
      cardSlot: 'amount',
      width: '11rem',
    },
    {
      id: 'age',
      header: msg({ message: 'Age', context: 'top-up request' }),
      sort: 'date',
      hideLabelOnCard: true,
      cell: ({ created_at: at }) => <RelativeTime at={at} />,
      numbers: true,
      width: '7rem',
    },
  ],
  openLabel: (topup) => msg`Open request ${numberOf(topup)}`,
  Empty: () => <EmptyState icon={BanknoteArrowUp} title={<Trans>There are no top-up requests yet.</Trans>} />,
  nothingFound: msg`No requests found matching your criteria.`,
});

const none: readonly never[] = [];

function useStatusChoices(): SelectOption[] {
  const words = useTopupWords();
  return topupStatuses.map((value) => ({ value, label: words.status(value).label }));
}

/** Returns the methods in their order, also those that are not active: they have requests. */
function useMethodChoices(): readonly SelectOption[] {
  const db = currentDatabase();
  const translated = useTranslated();
  const methods = useLiveQuery(() => db.topup_methods.toArray(), [db]) ?? none;
  return methods
    .toSorted((a, b) => a.position - b.position)
    .map(({ id, name }) => ({ value: String(id), label: translated(name) }));
}
