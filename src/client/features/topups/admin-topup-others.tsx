import { Trans } from '@lingui/react/macro';
import { FileText, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { listTopups, type Alike, type TopupRow } from '../../../contract/topups.ts';
import { call } from '../../api/call.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useRequest } from '../../sync/use-request.ts';
import { useDates } from '../../text/dates.ts';
import { PlainLink, TouchLink } from '../../ui/app-link.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Box, chakra, Muted, MutedSpan, Stack } from '../../ui/theme/styled.tsx';
import { fileAddress, isSlipPicture } from './admin-topup-source.ts';
import { TopupStatus } from './admin-topup-cells.tsx';
import { useTopupById } from './admin-topup-queue.ts';
import { numberOf, useAlikeWords } from './admin-topup-words.ts';

/** The requests that may be about the same payment, side by side with their pictures. */
export function AlikePanel({ alike = [] }: { alike: readonly Alike[] | undefined }) {
  if (alike.length === 0) return null;
  return (
    <Panel title={<Trans>Looks like</Trans>}>
      <chakra.ul display="grid" gap="3" gridTemplateColumns="repeat(auto-fill, minmax(min(12rem, 100%), 1fr))">
        {alike.map((one) => (
          <AlikeCard key={one.id} alike={one} />
        ))}
      </chakra.ul>
    </Panel>
  );
}

function AlikeCard({ alike }: { alike: Alike }) {
  const words = useAlikeWords();
  const { topup } = useTopupById(alike.id);
  return (
    <chakra.li>
      <PlainLink to={`/admin/top-ups/${alike.id}` as never} css={cardStyles}>
        <SmallSlip topup={topup} />
        <chakra.span fontWeight="medium">{words(alike)}</chakra.span>
        <FreeText truncate>{alike.user_name}</FreeText>
        <Box as="span" display="flex" flexWrap="wrap" gap="2" alignItems="center">
          <TopupStatus topup={topup ?? alike} />
          {topup ? <MoneyText amount={topup.amount} /> : null}
        </Box>
      </PlainLink>
    </chakra.li>
  );
}

/** The first picture of a request, in a place of fixed size. */
function SmallSlip({ topup }: { topup: TopupRow | undefined }) {
  const picture = topup?.attachments.find(isSlipPicture);
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <Box as="span" display="grid" placeItems="center" h="28" overflow="hidden" borderRadius="md" bg="bg.muted">
      {picture && picture.id !== broken ? (
        <chakra.img
          src={fileAddress(picture.id)}
          alt=""
          w="full"
          h="full"
          objectFit="cover"
          loading="lazy"
          onError={() => setBroken(picture.id)}
        />
      ) : topup?.attachments.length ? (
        <FileText size={22} aria-hidden="true" />
      ) : (
        <ImageOff size={22} aria-hidden="true" />
      )}
    </Box>
  );
}

const cardStyles = {
  display: 'flex',
  flexDirection: 'column',
  gap: '1.5',
  p: '2',
  h: 'full',
  borderWidth: '1px',
  borderRadius: 'lg',
  textStyle: 'sm',
  focusVisibleRing: 'outside',
  _hover: { bg: 'bg.hover' },
} as const;

const shownMax = 5;

/** The last five other requests of the customer, while online also those that only the server has. */
export function LastRequests({ topup: { id, user_id: userId } }: { topup: TopupRow }) {
  const db = currentDatabase();
  const dates = useDates();
  const here = useLiveQuery(() => readNewest(db, userId), [db, userId]);
  const { data: there = [] } = useRequest(`topups/of/${userId}`, (signal) => requestNewest(userId, signal));
  const rows = here ? newest([...here, ...there].filter((one) => one.id !== id)) : [];
  return (
    <Panel
      title={<Trans>Last requests of the customer</Trans>}
      aside={
        <TouchLink to={'/admin/top-ups' as never} search={{ user: userId } as never} textStyle="sm">
          <Trans>All</Trans>
        </TouchLink>
      }
      flush
    >
      {rows.length === 0 ? (
        <Muted px={{ base: '4', md: '5' }} pb="4">
          <Trans>No other requests.</Trans>
        </Muted>
      ) : (
        <ul>
          {rows.map((one) => (
            <chakra.li key={one.id} borderTopWidth="1px" borderColor="border.muted">
              <PlainLink to={`/admin/top-ups/${one.id}` as never} css={rowStyles}>
                <Stack gap="0" flex="1" minW="0">
                  <MoneyText amount={one.amount} />
                  <MutedSpan textStyle="xs">
                    {numberOf(one)} · {dates.short(one.created_at)}
                  </MutedSpan>
                </Stack>
                <TopupStatus topup={one} />
              </PlainLink>
            </chakra.li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const rowStyles = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  px: { base: '4', md: '5' },
  py: '2',
  minH: '12',
  focusVisibleRing: 'inside',
  _hover: { bg: 'bg.hover' },
} as const;

const readNewest = (db: LocalDatabase, userId: number): Promise<TopupRow[]> =>
  db.topups
    .where('[user_id+created_at]')
    .between([userId, ''], [userId, '\uffff'])
    .reverse()
    .limit(shownMax + 1)
    .toArray();

const requestNewest = async (userId: number, signal: AbortSignal): Promise<TopupRow[]> =>
  (await call(listTopups, { user: String(userId), per_page: shownMax + 1 }, { signal })).data;

/** The newest rows, each in its newest revision. */
function newest(rows: readonly TopupRow[]): TopupRow[] {
  const byId = new Map<string, TopupRow>();
  for (const row of rows) if ((byId.get(row.id)?.rev ?? -1) < row.rev) byId.set(row.id, row);
  return [...byId.values()].toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1)).slice(0, shownMax);
}
