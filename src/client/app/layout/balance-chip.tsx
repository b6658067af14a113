import { Trans, useLingui } from '@lingui/react/macro';
import { CloudOff, Wallet } from 'lucide-react';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useMoney } from '../../text/money.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { routePaths } from '../paths/route-names.ts';
import { readAccount } from './queries.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';

/** A customer's last known balance; offline it is marked as possibly old (S2C-09). */
export function BalanceChip() {
  const { t } = useLingui();
  const account = useLiveQuery(() => readAccount(currentDatabase()), []);
  const online = useOnline();
  const Icon = online ? Wallet : CloudOff;
  const isLong = useMoney().isLong(account?.balance);
  return (
    <PlainLink
      to={routePaths['pages.user.balance']}
      {...amountBeforeIcon}
      h={{ base: '11', md: '8' }}
      px={{ base: isLong ? '1.5' : '3', sm: '3' }}
      minW="0"
      borderRadius="full"
      focusVisibleRing="outside"
      css={pill}
      title={online ? t`Your balance` : t`Your balance when this device was last online`}
    >
      <Box {...lineStyles} order="1" color={online ? 'brand.fg' : 'fg.subtle'} aria-hidden="true">
        <Icon size="1rem" />
      </Box>
      <chakra.span srOnly>
        <Trans>Balance</Trans>{' '}
      </chakra.span>
      {account ? (
        <MoneyText
          amount={account.balance}
          {...lineStyles}
          css={unseenWithLargeText}
          fontSize={{ base: isLong ? 'xs' : 'inherit', sm: 'inherit' }}
          fontWeight="semibold"
        />
      ) : (
        <SkeletonBlock w="14" h="3.5" />
      )}
    </PlainLink>
  );
}

/** Shows the icon before the amount, or only the amount where both do not fit: the wrapped icon is then clipped. */
const amountBeforeIcon = {
  display: 'inline-flex',
  flexDirection: 'row-reverse',
  flexWrap: 'wrap',
  justifyContent: 'center',
  alignItems: 'center',
  alignContent: 'flex-start',
  columnGap: '2',
  overflow: 'hidden',
} as const;

/** A row as high as the chip. */
const lineStyles = { display: 'flex', alignItems: 'center', h: { base: '11', md: '8' } } as const;

/** With text of 200 % on a phone, shows only the icon: a truncated amount would be wrong. */
const unseenWithLargeText = { '@media (max-width: 22em)': { srOnly: true } } as const;

/** What is seen of the chip: on phones it is less high than what can be touched, and leaves room for the sync strip. */
const pill = {
  position: 'relative',
  isolation: 'isolate',
  _before: {
    content: '""',
    position: 'absolute',
    insetX: '0',
    insetY: { base: '1', md: '0' },
    zIndex: '-1',
    borderWidth: '1px',
    borderRadius: 'full',
    bg: 'bg.sunken',
  },
  _hover: { _before: { bg: 'bg.hover' } },
  // On the page of the balance.
  '&[data-status=active]': { _before: { bg: 'bg.selected', borderColor: 'brand.solid' } },
} as const;
