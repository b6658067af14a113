import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { waitingSince } from '../../../contract/ticket-rules.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useStatuses } from '../../text/statuses.ts';
import { FreeText, oneLine } from '../../ui/free-text.tsx';
import { Radio } from '../../ui/radio.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { readMergeTargets } from './queries.ts';
import { useTicketName } from './ticket-name.tsx';
import { Box, chakra, HStack, Muted, Stack } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  ticket: TicketRow;
  onChoose: (into: TicketRow) => void;
  onClose: () => void;
}

/** The choice of the ticket into which another one of the same customer is merged. */
export function MergeDialog({ ticket, onChoose, onClose }: Props) {
  const { t } = useLingui();
  const db = currentDatabase();
  const name = useTicketName()(ticket);
  const targets = useLiveQuery(() => readMergeTargets(db, ticket), [db, ticket.id]);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = targets?.find(({ id }) => id === chosenId);
  return (
    <SheetDialog
      open
      onClose={onClose}
      title={<Trans>Merge {name} into another ticket</Trans>}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            disabled={!chosen}
            onClick={() => {
              onClose();
              if (chosen) onChoose(chosen);
            }}
          >
            <Trans>Merge</Trans>
          </Button>
        </>
      }
    >
      <Muted textStyle="sm" mb="3">
        <Trans>The other ticket then shows the messages of both, and {name} is closed.</Trans>
      </Muted>
      {targets?.length === 0 ? (
        <chakra.p>
          <Trans>This customer has no other ticket on this device.</Trans>
        </chakra.p>
      ) : (
        <Stack role="radiogroup" aria-label={t`Tickets of this customer`} gap="1">
          {targets?.map((target) => (
            <Choice key={target.id} ticket={target} isChosen={target.id === chosenId} onChoose={setChosenId} />
          ))}
        </Stack>
      )}
    </SheetDialog>
  );
}

interface ChoiceProps {
  ticket: TicketRow;
  isChosen: boolean;
  onChoose: (id: string) => void;
}

function Choice({ ticket, isChosen, onChoose }: ChoiceProps) {
  const statuses = useStatuses();
  const name = useTicketName()(ticket);
  return (
    <Row data-chosen={isChosen}>
      <Radio type="radio" name="merge-into" checked={isChosen} onChange={() => onChoose(ticket.id)} />
      <Box flex="1" minW="0" display="grid" gap="1">
        <Box display="flex" gap="2">
          <chakra.bdi className="numbers" color="fg.muted">
            {name}
          </chakra.bdi>
          <FreeText css={{ ...oneLine, minW: '0' }} flex="1">
            {ticket.subject}
          </FreeText>
        </Box>
        <HStack gap="3">
          <StatusBadge {...statuses.ticket(ticket.status)} />
          <RelativeTime at={waitingSince(ticket)} textStyle="xs" color="fg.muted" />
        </HStack>
      </Box>
    </Row>
  );
}

const Row = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '3',
    minH: '11',
    px: '3',
    py: '2',
    borderWidth: '1px',
    borderRadius: 'md',
    cursor: 'pointer',
    textStyle: 'sm',
    _hover: { bg: 'bg.hover' },
    '&[data-chosen=true]': { borderColor: 'brand.solid', bg: 'bg.selected' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '1px' },
  },
});
