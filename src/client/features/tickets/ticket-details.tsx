import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { PanelRight, X } from 'lucide-react';
import { useState } from 'react';
import type { TicketRow } from '../../../contract/tickets.ts';
import { useDates } from '../../text/dates.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { shortcutProps } from './ticket-control-keys.ts';
import { CustomerCard } from './customer-card.tsx';
import { Box, chakra, HStack, Stack } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  ticket: TicketRow;
  replies: number;
}

/** The facts of a ticket and the card of its customer, beside the conversation or in a drawer. */
export function TicketDetails({ ticket, replies }: Props) {
  const dates = useDates();
  return (
    <>
      <CustomerCard ticket={ticket} />
      <Facts>
        <dt>
          <Trans>Created</Trans>
        </dt>
        <dd>{dates.full(ticket.created_at)}</dd>
        <dt>
          <Trans>Updated</Trans>
        </dt>
        <dd>{dates.full(ticket.updated_at)}</dd>
        <dt>
          <Trans>Replies</Trans>
        </dt>
        <dd className="numbers">
          <Plural value={replies} one="# reply" other="# replies" />
        </dd>
      </Facts>
    </>
  );
}

/** Opens the details in a drawer, on screens too narrow for a third pane. */
export function DetailsButton(props: Props) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-haspopup="dialog"
        aria-label={t`Details`}
        title={t`Details`}
        {...shortcutProps('details')}
        onClick={() => setOpen(true)}
      >
        <PanelRight aria-hidden="true" data-mirror="" />
        <span data-word="">
          <Trans>Details</Trans>
        </span>
      </Button>
      <Modal
        open={isOpen}
        onClose={() => setOpen(false)}
        aria-label={t`Details`}
        position="fixed"
        insetY="0"
        insetStart="auto"
        insetEnd="0"
        h="100dvh"
        w="min(22rem, 100vw)"
        bg="bg.canvas"
        shadow="lg"
        animation="slideStart 180ms cubic-bezier(0.2, 0, 0, 1)"
        css={{ '--slide-from': '100%', _rtl: { '--slide-from': '-100%' } }}
      >
        <Stack h="full">
          <HStack justifyContent="space-between" ps="4" pe="2" h="13" flexShrink="0">
            <chakra.h2 data-title="" tabIndex={-1} outline="none" textStyle="section">
              <Trans>Details</Trans>
            </chakra.h2>
            <IconButton label={t`Close`} color="fg.muted" onClick={() => setOpen(false)}>
              <X size="1.25rem" />
            </IconButton>
          </HStack>
          <Box flex="1" minH="0" overflowY="auto" overscrollBehavior="contain" px="4" pb="4">
            <TicketDetails {...props} />
          </Box>
        </Stack>
      </Modal>
    </>
  );
}

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    columnGap: '4',
    rowGap: '1.5',
    px: { base: '4', md: '5' },
    mb: '6',
    textStyle: 'xs',
    '& dt': { color: 'fg.muted' },
    '& dd': { textAlign: 'end' },
  },
});
