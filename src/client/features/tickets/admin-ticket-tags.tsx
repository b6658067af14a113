import { Trans, useLingui } from '@lingui/react/macro';
import { Tag } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { tagMax, tagsMax } from '../../../contract/limits.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import { usePerform } from '../../forms/use-perform.ts';
import { currentDatabase } from '../../local/current.ts';
import { ticketIndexOf } from '../../local/rows-in-memory/row-indexes.ts';
import { useRows } from '../../sync/use-live-query.ts';
import { isolated } from '../../text/isolated.ts';
import { finds } from '../../text/search.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import type { SelectOption } from '../../ui/fields.tsx';
import { TextField } from '../../ui/fields.tsx';
import { PopoverPanel } from '../../ui/popover-panel.tsx';
import { BadgeTrigger } from '../../ui/status-badge.tsx';
import { shortcutProps } from './ticket-control-keys.ts';
import { usePopover } from '../../ui/use-popover.ts';
import { Box, chakra, Stack } from '../../ui/theme/styled.tsx';

interface Props {
  ticket: TicketRow;
  /** For screen readers: "#1042". */
  ticketName: string;
}

/** The tags of a ticket, and a button that opens the list of tags. */
export function TicketTags({ ticket, ticketName }: Props) {
  const { t } = useLingui();
  const { isOpen, open, close, anchor, panel } = usePopover('start');
  const tags = ticket.tags ?? [];
  const all = tags.map(isolated).join(', ');
  // After the panel is shown: the browser focuses nothing in a hidden one.
  useEffect(() => {
    if (isOpen) panel.current?.querySelector('input')?.focus();
  }, [isOpen, panel]);
  return (
    <Box display="inline-flex" flexWrap="wrap" alignItems="center" gap="1.5" minW="0">
      {tags.map((tag) => (
        <Chip key={tag}>{tag}</Chip>
      ))}
      <BadgeTrigger
        ref={anchor}
        type="button"
        justifyContent="center"
        minW={{ base: '11', md: '0' }}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...shortcutProps('tags')}
        aria-label={all ? t`Tags of ${ticketName}: ${all}` : t`Tags of ${ticketName}`}
        title={t`Tags`}
        onClick={() => (isOpen ? close() : open())}
      >
        <Tag size={14} aria-hidden="true" />
        {tags.length > 0 ? null : (
          <span data-word="">
            <Trans>Tags</Trans>
          </span>
        )}
      </BadgeTrigger>
      {isOpen ? (
        <PopoverPanel ref={panel} role="dialog" aria-label={t`Tags of ${ticketName}`} w="64" p="3">
          <TagChoice ticket={ticket} tags={tags} />
        </PopoverPanel>
      ) : null}
    </Box>
  );
}

const Chip = chakra('bdi', {
  base: {
    maxW: '40',
    px: '1.5',
    borderRadius: 'sm',
    bg: 'bg.muted',
    color: 'fg.muted',
    textStyle: '2xs',
    fontWeight: 'medium',
    truncate: true,
  },
});

/** How many of the known tags are offered at once; typing finds the others. */
const shownAtOnce = 12;

function TagChoice({ ticket, tags }: { ticket: TicketRow; tags: readonly string[] }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const change = useTagChange(ticket);
  const isFull = tags.length >= tagsMax;
  const others = useKnownTags().filter((tag) => !includes(tags, tag) && finds(tag, typed));
  const addTyped = () => {
    const [tag = ''] = typed.split(',').map((part) => part.trim());
    setTyped('');
    if (tag !== '' && !includes(tags, tag)) change([others.find((one) => isSame(one, tag)) ?? tag], []);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ',') return;
    event.preventDefault();
    addTyped();
  };
  return (
    <Stack gap="1">
      <TextField
        label={t`Add a tag`}
        value={typed}
        maxLength={tagMax}
        disabled={isFull}
        autoComplete="off"
        hint={isFull ? t`A ticket has at most ${tagsMax} tags.` : t`Enter adds it.`}
        onChange={setTyped}
        onKeyDown={onKey}
      />
      <Stack role="group" aria-label={t`Tags`} mt="1">
        {tags.map((tag) => (
          <Checkbox key={tag} checked label={<bdi>{tag}</bdi>} onChange={() => change([], [tag])} />
        ))}
        {(isFull ? [] : others.slice(0, shownAtOnce)).map((tag) => (
          <Checkbox key={tag} checked={false} label={<bdi>{tag}</bdi>} onChange={() => change([tag], [])} />
        ))}
      </Stack>
    </Stack>
  );
}

/** Returns a function that adds and removes tags, also offline. The ticket itself shows the change. */
function useTagChange({ id }: TicketRow): (add: string[], remove: string[]) => void {
  const { t } = useLingui();
  const act = usePerform();
  return (add, remove) =>
    void act(
      'ticket.tags',
      { ticket_id: id, add, remove },
      { done: null, refused: t`The tags could not be changed.`, isAccepted: () => Promise.resolve(true) },
    );
}

/** Returns the tags of the tickets on this device, sorted. */
function useKnownTags(): string[] {
  const { i18n } = useLingui();
  const index = ticketIndexOf(currentDatabase());
  const lists = useRows(index, 'all').valuesOf('tags');
  const byKey = new Map(
    lists
      .flatMap((list) => list.split(','))
      .filter(Boolean)
      .map((tag) => [tag.toLowerCase(), tag]),
  );
  return [...byKey.values()].toSorted((a, b) => a.localeCompare(b, i18n.locale));
}

/** Returns the known tags as choices of a filter. */
export const useTagChoices = (): SelectOption[] => useKnownTags().map((tag) => ({ value: tag, label: tag }));

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const includes = (tags: readonly string[], tag: string): boolean => tags.some((one) => isSame(one, tag));
