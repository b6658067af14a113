import { Trans } from '@lingui/react/macro';
import type { LedgerRow } from '../../../contract/balance.ts';
import { useDates } from '../../text/dates.ts';
import { useLedgerWords } from '../../text/ledger.ts';
import { useFormatCount } from '../../text/money.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Fault } from './find-fault.ts';
import { chakra } from '../../ui/theme/styled.tsx';

/** Names the first movement that does not fit and what is wrong with it. */
export function FaultNotice({ fault }: { fault: Fault }) {
  const { id, row, kind } = fault;
  return (
    <Notice
      tone="error"
      title={
        kind === 'balance' ? (
          <Trans>The balance does not fit the movements.</Trans>
        ) : (
          <Trans>Movement {id} does not fit.</Trans>
        )
      }
      action={
        <ButtonLink to="/user/tickets/create" variant="outline" size="sm">
          <Trans>New ticket</Trans>
        </ButtonLink>
      }
    >
      {row ? <Facts row={row} /> : null}
      <chakra.p>
        <Cause fault={fault} />
      </chakra.p>
      {kind === 'balance' ? null : <Advice fault={fault} />}
    </Notice>
  );
}

/** What the movement was, when, and its amount. */
function Facts({ row }: { row: LedgerRow }) {
  const [name, time] = [useLedgerWords()(row), useDates().full(row.created_at)];
  const amount = <MoneyText amount={row.amount} change />;
  return (
    <chakra.p>
      <Trans>
        {name}, {time}: {amount}
      </Trans>
    </chakra.p>
  );
}

function Cause({ fault: { kind, expected, found } }: { fault: Fault }) {
  const expectedText = <MoneyText amount={expected} />;
  const foundText = <MoneyText amount={found} />;
  switch (kind) {
    case 'start':
      return (
        <Trans>
          It begins with {foundText}, but the movement before it ended with {expectedText}.
        </Trans>
      );
    case 'sum':
      return (
        <Trans>
          It ends with {foundText}, but its amounts add up to {expectedText}.
        </Trans>
      );
    case 'hash':
      return <Trans>Its checksum does not fit its content and the movement before it.</Trans>;
    case 'rewritten':
      return (
        <Trans>
          Its checksum is not the one that this device remembers: it, or a movement before it, was changed afterwards.
        </Trans>
      );
    case 'changed':
      return <Trans>It is not the same as when this device received it.</Trans>;
    case 'removed':
      return <Trans>This device has received it, but the server no longer has it.</Trans>;
    case 'balance':
      return (
        <Trans>
          The last movement ends with {expectedText}, but your balance is {foundText}.
        </Trans>
      );
  }
}

function Advice({ fault: { before, kind } }: { fault: Fault }) {
  const count = useFormatCount()(before);
  // Which of the movements before it fit is not known.
  if (kind === 'rewritten')
    return (
      <chakra.p>
        <Trans>Tell support the number of this movement.</Trans>
      </chakra.p>
    );
  return (
    <chakra.p>
      <Trans>Movements before it that fit: {count}. Tell support the number of this movement.</Trans>
    </chakra.p>
  );
}
