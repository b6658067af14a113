import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMatches } from '@tanstack/react-router';
import { CalendarClock, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../ui/app-link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { useComingPages } from './coming-pages.tsx';
import { routePaths } from './paths/route-names.ts';
import type { RouteName } from './paths/route-names.ts';

/** The screen of a page that is not built yet: its future content, and what works today. */
export function ComesNextScreen() {
  const { t } = useLingui();
  const path = useMatches().at(-1)?.fullPath;
  const name = (Object.keys(routePaths) as RouteName[]).find((one) => routePaths[one] === path);
  const { title, coming, today } = useComingPages(name);
  return (
    <>
      <PageHeader title={title} breadcrumb={[{ label: t`Dashboard`, to: routePaths.dashboard }]} />
      <Panel>
        <Box display="flex" flexDirection="column" gap="6" maxW="prose" py="2">
          <Part icon={<CalendarClock size={20} />} title={<Trans>This page comes next</Trans>}>
            {coming}
          </Part>
          <Part icon={<Check size={20} />} title={<Trans>What works today</Trans>}>
            {today}
          </Part>
          <Box display="flex" flexWrap="wrap" gap="3">
            <ButtonLink to={routePaths['pages.dashboard.admin']}>
              <Trans>Back to the dashboard</Trans>
            </ButtonLink>
            <ButtonLink to={routePaths['pages.admin.tickets']} variant="outline">
              <Trans>Answer tickets</Trans>
            </ButtonLink>
          </Box>
        </Box>
      </Panel>
    </>
  );
}

function Part({ icon, title, children }: { icon: ReactNode; title: ReactNode; children: ReactNode }) {
  return (
    <Box display="flex" gap="4">
      <Box
        boxSize="10"
        borderRadius="lg"
        bg="brand.subtle"
        color="brand.fg"
        display="grid"
        placeItems="center"
        flexShrink={0}
        aria-hidden="true"
      >
        {icon}
      </Box>
      <Box>
        <chakra.h2 textStyle="md" fontWeight="semibold">
          {title}
        </chakra.h2>
        <chakra.p mt="1" color="fg.muted" textWrap="pretty">
          {children}
        </chakra.p>
      </Box>
    </Box>
  );
}
