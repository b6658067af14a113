import { Trans, useLingui } from '@lingui/react/macro';
import { FileText, Plus, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { ListPage } from '../../lists/list-page.tsx';
import { useShownArticles } from '../../sync/use-articles.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useTopupMethods } from '../../sync/use-topup-methods.ts';
import { useBalanceText } from '../../text/articles.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { BalanceHelpDisclosure } from '../../ui/balance-help.tsx';
import { Button } from '../../ui/button.tsx';
import { daysOf } from '../../ui/date-range-days.ts';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { Box, Wrap } from '../../ui/theme/styled.tsx';
import { useListState } from '../../ui/use-list-state.ts';
import { BalanceHero } from './balance-hero.tsx';
import { ExportMovements } from './export-movements.tsx';
import { movements } from './movement-list.tsx';
import { VerifyDialog } from './verify-dialog.tsx';

/** A customer's balance and all its movements, newest first, each with the balance after it. */
export function BalanceScreen() {
  const { t } = useLingui();
  return (
    <ListPage
      list={movements}
      hidesCount
      breadcrumb={[{ label: t`Dashboard`, to: '/dashboard' }]}
      renderActions={({ query: { values } }) => <ExportMovements filter={values} />}
      belowTitle={<Head />}
    />
  );
}

function Head() {
  const online = useOnline();
  const article = useBalanceText(useShownArticles());
  // While it is not known, as with one: where a shop has methods, nothing moves then.
  const hasMethods = useTopupMethods()?.length !== 0;
  return (
    <Box mt={{ base: '1.5', md: '0' }} mb="4">
      <BalanceHero>
        <BalanceActions hasMethods={hasMethods} />
      </BalanceHero>
      {online ? null : (
        <Box mt="2">
          <OfflineReason online={online} id="balance-offline" />
        </Box>
      )}
      {hasMethods ? null : (
        <Box mt="3">
          <BalanceHelpDisclosure article={article} />
        </Box>
      )}
    </Box>
  );
}

/** Adds balance, opens the statement of the days that the list shows, or of this month, and verifies the balance. */
function BalanceActions({ hasMethods }: { hasMethods: boolean }) {
  const online = useOnline();
  const [isVerifying, setVerifying] = useState(false);
  const { state } = useListState({ from: '', to: '' });
  const days = state.from || state.to ? state : daysOf('calendarMonth');
  return (
    <Wrap gap="2" flex={{ base: '1 0 100%', sm: '0 1 auto' }} css={buttonStyles}>
      {hasMethods ? (
        <ButtonLink to="/user/top-up" variant="outline" size="sm" data-main="">
          <Plus aria-hidden="true" />
          <Trans>Add balance</Trans>
        </ButtonLink>
      ) : null}
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
    </Wrap>
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
  // Three do not fit into one row of a phone.
  '& > [data-main]': { flex: { base: '1 0 100%', sm: '0 0 auto' } },
} as const;
