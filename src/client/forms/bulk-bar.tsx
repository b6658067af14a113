import { Plural, Trans } from '@lingui/react/macro';
import { CircleCheck, Clock, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormatTotal } from '../text/totals.ts';
import { ButtonLink } from '../ui/app-link.tsx';
import { FloatingBar, onBar } from '../ui/floating-bar.tsx';
import type { BulkChange, BulkRun } from './use-bulk-change.ts';
import { Box, chakra } from '../ui/theme/styled.tsx';
import { Button } from '../ui/button.tsx';

interface Props {
  /** The name of the bar: "Selected orders". */
  label: string;
  /** The number of selected records. */
  count: number;
  /** Selects all that match the filters, also beyond the page; null where there are no others. */
  all: { count: number; busy: boolean; select: () => void } | null;
  saving: BulkChange<never, never>['saving'];
  onCancel: () => void;
  /** The menus that change the selected records. */
  children: ReactNode;
}

/** The bar for selected records: their number, all that match, menus that change them, and Cancel. */
export function BulkBar({ label, count, all, saving, onCancel, children }: Props) {
  return (
    <FloatingBar role="region" aria-label={label}>
      <Lines>
        <Box
          flex="1 0 auto"
          px={{ base: '1', sm: '2' }}
          lineHeight={{ base: '2.75rem', sm: 'inherit' }}
          fontWeight="medium"
          className="numbers"
          aria-live="polite"
        >
          <Count count={count} saving={saving} />
        </Box>
        {all ? <SelectAllButton {...all} /> : null}
        <Menus>{children}</Menus>
      </Lines>
      <Button size="sm" {...onBar} css={cancelStyles} onClick={onCancel}>
        <chakra.span hideFrom="sm" aria-hidden="true">
          <X size="1.25rem" />
        </chakra.span>
        <CancelName>
          <Trans>Cancel</Trans>
        </CancelName>
      </Button>
    </FloatingBar>
  );
}

/** On phones the menus of tickets are in a line of their own, which also takes the width under the cross. */
const Lines = chakra('div', {
  base: {
    display: 'contents',
    smDown: { display: 'flex', flex: '1', flexWrap: 'wrap', alignItems: 'center', minW: '0', my: '1' },
  },
});
const Menus = chakra('div', {
  base: {
    display: 'contents',
    smDown: {
      display: 'flex',
      flexWrap: 'wrap',
      '&:has(> button ~ button)': { flex: '0 0 calc(100% + 2.625rem)', me: '-2.625rem', gap: '1' },
      // Without carets the menus fit in one line.
      '&:has(> button ~ button) > button': {
        flex: '1 0 auto',
        px: '1',
        fontSize: '0.8125rem',
        '& > svg': { display: 'none' },
      },
    },
  },
});

/** On phones a cross, at the end of the first line. */
const CancelName = chakra('span', { base: { srOnly: { base: true, sm: false } } });
const cancelStyles = { smDown: { alignSelf: 'flex-start', my: '1', minW: '11', px: '0', me: '-2' } } as const;

function Count({ count, saving }: Pick<Props, 'count' | 'saving'>) {
  if (!saving) return <Plural value={count} one="# selected" other="# selected" />;
  const { done, total } = saving;
  return (
    <Trans>
      Saving {done} of {total}
    </Trans>
  );
}

function SelectAllButton({ count, busy, select }: NonNullable<Props['all']>) {
  const formatTotal = useFormatTotal();
  const all = formatTotal(count);
  return (
    <Button size="sm" {...onBar} textDecoration="underline" loading={busy} onClick={select}>
      <Trans>Select all {all} that match</Trans>
    </Button>
  );
}

interface ProgressProps {
  run: BulkRun<unknown>;
  bulk: Pick<BulkChange<never, never>, 'busy' | 'undo' | 'dismiss'>;
  /** The words of the new value. */
  value: string;
  /** Says why records were left out. */
  leftOutNote?: ReactNode;
}

/** The progress of a bulk update, with a button that undoes it. */
export function BulkRunProgress({ run, bulk, value, leftOutNote }: ProgressProps) {
  const isOver = run.waiting === 0;
  const Icon = run.refused + run.leftOut > 0 ? TriangleAlert : isOver ? CircleCheck : Clock;
  return (
    <FloatingBar>
      <Box px="1.5" flexShrink={0} aria-hidden="true">
        <Icon size={18} />
      </Box>
      <Box flex="1 0 auto" pe="2">
        <chakra.p fontWeight="medium">
          {isOver ? <Trans>Bulk update completed</Trans> : <Trans>Bulk update to {value}</Trans>}
        </chakra.p>
        <Box className="numbers" aria-live="polite" textStyle="xs">
          {run.total > 0 || run.leftOut === 0 ? (
            <chakra.p>
              <Progress run={run} />
            </chakra.p>
          ) : null}
          {run.leftOut > 0 ? <chakra.p>{leftOutNote}</chakra.p> : null}
        </Box>
      </Box>
      {run.refused > 0 ? (
        <ButtonLink to="/dashboard/outbox" size="sm" {...onBar}>
          <Trans>Show those not accepted</Trans>
        </ButtonLink>
      ) : null}
      {run.total > 0 ? (
        <Button size="sm" {...onBar} loading={bulk.busy} onClick={() => void bulk.undo()}>
          <Trans>Undo</Trans>
        </Button>
      ) : null}
      <Button size="sm" {...onBar} onClick={bulk.dismiss}>
        <Trans>Dismiss</Trans>
      </Button>
    </FloatingBar>
  );
}

function Progress({ run: { total, done, refused, waiting } }: { run: BulkRun<unknown> }) {
  if (total === 0) return <Trans>Nothing to change: all of them were like this already.</Trans>;
  if (refused > 0)
    return (
      <Trans>
        {done} of {total} done, {refused} not accepted
      </Trans>
    );
  return waiting > 0 ? (
    <Trans>
      {done} of {total} done, {waiting} waiting to be sent
    </Trans>
  ) : (
    <Trans>
      {done} of {total} done
    </Trans>
  );
}
