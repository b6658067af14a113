import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { CloudOff, Wallet } from 'lucide-react';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { routePaths } from '../paths/route-names.ts';
import { readAccount } from './queries.ts';

/** A customer's last known balance; offline it is marked as possibly old (S2C-09). */
export function BalanceChip() {
  const { t } = useLingui();
  const account = useLiveQuery(() => readAccount(currentDatabase()), []);
  const online = useOnline();
  const Icon = online ? Wallet : CloudOff;
  return (
    <PlainLink
      to={routePaths['pages.dashboard.user']}
      display="inline-flex"
      alignItems="center"
      gap="2"
      h={{ base: '10', md: '8' }}
      px="3"
      minW="0"
      borderWidth="1px"
      borderRadius="full"
      bg="bg.sunken"
      focusVisibleRing="outside"
      _hover={{ bg: 'bg.hover' }}
      title={online ? t`Your balance` : t`Your balance when this device was last online`}
    >
      <Box color={online ? 'brand.fg' : 'fg.subtle'} aria-hidden="true">
        <Icon size={16} />
      </Box>
      <chakra.span srOnly>
        <Trans>Balance</Trans>{' '}
      </chakra.span>
      {account ? (
        <MoneyText amount={account.balance} fontWeight="semibold" truncate />
      ) : (
        <SkeletonBlock w="14" h="3.5" />
      )}
    </PlainLink>
  );
}
