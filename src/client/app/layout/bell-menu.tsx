import { useLingui } from '@lingui/react/macro';
import { Bell } from 'lucide-react';
import type { RoleName } from '../../../contract/permissions.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useUnseenOutcomes } from '../../sync/use-pending-calls.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PopoverPanel } from '../../ui/popover-panel.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { usePopover } from '../../ui/use-popover.ts';
import { countBellItems } from './queries.ts';
import { plural } from '@lingui/core/macro';
import { Box } from '../../ui/theme/styled.tsx';

const BellPanel = lazyPart(
  async () => (await import('./bell-panel.tsx')).BellPanel,
  <Box p="5">
    <SkeletonLines lines={4} />
  </Box>,
);

/** The bell with its unread count; the code of its panel is loaded when it is first opened. */
export function BellMenu({ role }: { role: RoleName }) {
  const { t } = useLingui();
  const { isOpen, open, close, anchor, panel } = usePopover('end');
  const unread = (useLiveQuery(() => countBellItems(currentDatabase()), []) ?? 0) + useUnseenOutcomes().length;
  const { shown, label } = useUnreadLabel(unread);
  return (
    <>
      <IconButton
        ref={anchor}
        label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        color="fg.muted"
        onClick={() => (isOpen ? close() : open())}
      >
        <Bell size="1.25rem" />
        {unread > 0 ? (
          <Box
            position="absolute"
            top={{ base: '1', md: '0.5' }}
            insetEnd={{ base: '1', md: '0' }}
            minW="4.5"
            h="4.5"
            px="1"
            className="numbers"
            display="grid"
            placeItems="center"
            borderRadius="full"
            bg="red.solid"
            color="white"
            textStyle="2xs"
            fontWeight="semibold"
            aria-hidden="true"
          >
            {shown}
          </Box>
        ) : null}
      </IconButton>
      {isOpen ? (
        <PopoverPanel ref={panel} role="dialog" aria-label={t`Notifications`} w="min(23rem, calc(100vw - 16px))">
          <BellPanel role={role} close={() => close({ returnsFocus: false })} />
        </PopoverPanel>
      ) : null}
    </>
  );
}

/**
 * The bell's number and its button's name, which contains the number, so that voice control finds the button.
 *
 * @internal Exported for tests: they read the words in each language.
 */
export function useUnreadLabel(unread: number): { shown: string; label: string } {
  const { t } = useLingui();
  const shown = unread > 99 ? '99+' : String(unread);
  const label =
    unread > 0
      ? // The forms are equal in English only.
        t`${plural(unread, { one: `Notifications, ${shown} unread`, other: `Notifications, ${shown} unread` })}`
      : t`Notifications`;
  return { shown, label };
}
