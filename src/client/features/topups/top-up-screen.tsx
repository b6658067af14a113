import { Trans, useLingui } from '@lingui/react/macro';
import { defaultTopupLimits } from '../../../contract/topup-rules.ts';
import type { TopupMethodRow } from '../../../contract/topup-settings.ts';
import { signedInPerson } from '../../api/session.ts';
import { currentDatabase } from '../../local/current.ts';
import { useShownArticles } from '../../sync/use-articles.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useTopupMethods } from '../../sync/use-topup-methods.ts';
import { useBalanceText } from '../../text/articles.ts';
import { openingTimesOf, useShop } from '../../text/shop.ts';
import { BalanceHelp } from '../../ui/balance-help.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { Box, chakra, Stack } from '../../ui/theme/styled.tsx';
import { LimitNotice } from './limit-notice.tsx';
import { OwnTopups } from './own-topups.tsx';
import { readOwnTopups, type OwnTopup } from './queries.ts';
import { TopUpForm } from './top-up-form.tsx';
import { dayIn, reachedLimit, usedBy } from './topup-limits.ts';
import { useTopupStart } from './use-topup-start.ts';

/** How a customer adds to the balance: by a request that says what was paid, and the customer's requests. */
export function TopUpScreen() {
  const { t } = useLingui();
  const userId = signedInPerson()?.id ?? 0;
  const read = useLiveQuery(() => readPage(userId), [userId]);
  const methods = useTopupMethods();
  const isKnown = read !== undefined && methods !== undefined;
  return (
    <>
      <PageHeader title={t`Add balance`} breadcrumb={[{ label: t`Balance`, to: '/user/balance' }]} />
      <Columns>
        <Box minW="0">
          {isKnown ? (
            <Request methods={methods} own={read.own} balance={read.balance} />
          ) : (
            <Panel>
              <SkeletonLines lines={8} />
            </Panel>
          )}
        </Box>
        <Box minW="0">{read ? <OwnTopups own={read.own} /> : null}</Box>
      </Columns>
    </>
  );
}

async function readPage(userId: number) {
  const db = currentDatabase();
  const [own, account] = await Promise.all([readOwnTopups(db, userId), db.account.toCollection().first()]);
  return { own, balance: account?.balance };
}

interface RequestProps {
  methods: readonly TopupMethodRow[];
  own: readonly OwnTopup[];
  balance: number | undefined;
}

/** The form; the shop's text where it has no method, and the reason where a limit is reached. */
function Request({ methods, own, balance }: RequestProps) {
  const shop = useShop();
  const start = useTopupStart(methods);
  const now = useNow();
  const article = useBalanceText(useShownArticles());
  const limits = shop.topup_limits ?? defaultTopupLimits;
  const { timeZone } = openingTimesOf(shop);
  const today = dayIn(timeZone, new Date(now));
  const use = usedBy(own, today, timeZone);
  const reached = reachedLimit(limits, use, balance);
  if (methods.length === 0)
    return (
      <Stack gap="4">
        <Notice>
          <Trans>This shop takes no requests here at the moment.</Trans>
        </Notice>
        <Panel>
          <BalanceHelp article={article} isMain />
        </Panel>
      </Stack>
    );
  if (reached) return <LimitNotice limit={reached} limits={limits} use={use} />;
  if (!start)
    return (
      <Panel>
        <SkeletonLines lines={8} />
      </Panel>
    );
  return <TopUpForm key={start.draft} {...{ start, methods, limits, use, today }} />;
}

/** On wide screens the requests are beside the form. */
const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', xl: 'minmax(0, 42rem) minmax(18rem, 24rem)' },
    alignItems: 'start',
    gap: '5',
    maxW: { base: '2xl', xl: 'none' },
  },
});
