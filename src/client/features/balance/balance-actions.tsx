import { Trans } from '@lingui/react/macro';
import { FileText, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useOnline } from '../../sync/use-sync-status.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { daysOf } from '../../ui/date-range-days.ts';
import { useListState } from '../../ui/use-list-state.ts';
import { VerifyDialog } from './verify-dialog.tsx';
import { Box } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/** Opens the statement of the days that the list shows, or of this month, and verifies the balance. */
export function BalanceActions() {
  const online = useOnline();
  const [isVerifying, setVerifying] = useState(false);
  const { state } = useListState({ from: '', to: '' });
  const days = state.from || state.to ? state : daysOf('calendarMonth');
  return (
    <Box display="flex" flexWrap="wrap" gap="2" flex={{ base: '1 0 100%', sm: '0 1 auto' }} css={buttonStyles}>
      <ButtonLink to="/user/balance/statement" search={days as never} variant="outline" size="sm">
        <FileText aria-hidden="true" />
        <Trans>Statement</Trans>
      </ButtonLink>
      <Button
        variant="outline"
        size="sm"
        disabled={!online}
        aria-describedby="balance-offline"
        onClick={() => setVerifying(true)}
      >
        <ShieldCheck aria-hidden="true" />
        <Trans>Verify</Trans>
      </Button>
      {isVerifying ? <VerifyDialog onClose={() => setVerifying(false)} /> : null}
    </Box>
  );
}

/** Of the same width on phones; in both themes they let the colour of the balance through. */
const buttonStyles = {
  '& > a, & > button': {
    color: 'hero.fg',
    bg: 'rgb(255 255 255 / 0.1)',
    borderColor: 'rgb(255 255 255 / 0.32)',
    _hover: { bg: 'rgb(255 255 255 / 0.18)' },
    flex: { base: '1 1 0', sm: '0 0 auto' },
    // Large text on a phone.
    '@media (max-width: 22em)': { flex: '1 0 auto' },
  },
} as const;
