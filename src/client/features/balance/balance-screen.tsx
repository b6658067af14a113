import { useLingui } from '@lingui/react/macro';
import { ListPage } from '../../lists/list-page.tsx';
import { useShownArticles } from '../../sync/use-articles.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useBalanceText } from '../../text/articles.ts';
import { BalanceHelpDisclosure } from '../../ui/balance-help.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { BalanceActions } from './balance-actions.tsx';
import { BalanceHero } from './balance-hero.tsx';
import { ExportMovements } from './export-movements.tsx';
import { movements } from './movement-list.tsx';
import { Box } from '../../ui/theme/styled.tsx';

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
  return (
    <Box mt={{ base: '1.5', md: '0' }} mb="4">
      <BalanceHero>
        <BalanceActions />
      </BalanceHero>
      {online ? null : (
        <Box mt="2">
          <OfflineReason online={online} id="balance-offline" />
        </Box>
      )}
      <Box mt="3">
        <BalanceHelpDisclosure article={article} />
      </Box>
    </Box>
  );
}
