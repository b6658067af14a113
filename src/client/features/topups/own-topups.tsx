import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { isPendingItem } from '../../sync/optimistic.ts';
import { useTopupWords } from '../../text/topups.ts';
import { useTranslated } from '../../text/translated.ts';
import type { StatusLook } from '../../text/statuses.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { Button } from '../../ui/button.tsx';
import { IsolatedText } from '../../ui/free-text.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';
import { useTopupMethods } from '../../sync/use-topup-methods.ts';
import type { OwnTopup } from './queries.ts';

/** Requests that are shown before the button for the others is pressed. */
const shownFirst = 5;

/** The customer's requests, newest first. */
export function OwnTopups({ own }: { own: readonly OwnTopup[] }) {
  const [showsAll, setShowsAll] = useState(false);
  if (own.length === 0) return null;
  return (
    <Panel flush title={<Trans>Your requests</Trans>}>
      <ul>
        {(showsAll ? own : own.slice(0, shownFirst)).map((one) => (
          <Row key={one.topup.id} {...one} />
        ))}
      </ul>
      {showsAll || own.length <= shownFirst ? null : (
        <Box px="4" py="2" borderTopWidth="1px" borderColor="border.muted">
          <Button variant="ghost" size="sm" onClick={() => setShowsAll(true)}>
            <Trans>Show all</Trans>
          </Button>
        </Box>
      )}
    </Panel>
  );
}

function Row(own: OwnTopup) {
  const { topup } = own;
  const look = useTopupLook()(own);
  const translated = useTranslated();
  const methods = useTopupMethods();
  // The name of the method comes with the server's answer.
  const name =
    translated(topup.method_name) || translated(methods?.find(({ id }) => id === topup.method_id)?.name ?? {});
  return (
    <chakra.li borderTopWidth="1px" borderColor="border.muted">
      <PlainLink
        to={`/user/top-ups/${topup.id}`}
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        columnGap="3"
        rowGap="1"
        px={{ base: '4', md: '5' }}
        py="3"
        focusVisibleRing="inside"
        _hover={{ bg: 'bg.hover' }}
      >
        <Box flex="1 1 7rem" minW="0">
          <MoneyText amount={topup.credited ?? topup.amount} fontWeight="medium" display="block" />
          <Box textStyle="xs" color="fg.muted" overflowWrap="anywhere">
            {topup.number === null ? null : <bdi>#{topup.number} · </bdi>}
            <IsolatedText>{name}</IsolatedText>
          </Box>
        </Box>
        <Box textAlign="end">
          <StatusBadge {...look} />
          <RelativeTime at={topup.created_at} display="block" textStyle="xs" color="fg.subtle" mt="1" />
        </Box>
      </PlainLink>
    </chakra.li>
  );
}

/** Returns the status of a request; of one that the server has not accepted, where it is. */
export function useTopupLook(): (own: OwnTopup) => StatusLook {
  const { t } = useLingui();
  const words = useTopupWords();
  return ({ topup, opening }) => {
    if (!opening) return words.status(topup.status);
    return isPendingItem(opening)
      ? { label: t`Waiting on this device`, tone: 'neutral' }
      : { label: t`Needs you`, tone: 'red' };
  };
}
