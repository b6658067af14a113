import { Trans, useLingui } from '@lingui/react/macro';
import { BanknoteArrowUp, ChevronRight, Mail, Truck, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { readShop, type ShopSettings } from '../../../contract/shop.ts';
import { readWindows, type SavedWindows } from '../../../contract/windows.ts';
import { call } from '../../api/call.ts';
import { useRequest } from '../../sync/use-request.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LogoPanel } from './logo-panel.tsx';
import { ShopForm } from './shop-form.tsx';
import { ShopSkeleton } from './shop-skeleton.tsx';
import { WindowsForm } from './windows-form.tsx';
import { Box, chakra, MutedSpan, Stack } from '../../ui/theme/styled.tsx';

/** The settings of the shop, which admins change (S2U-01). */
export function ShopSettingsScreen() {
  const { t } = useLingui();
  return (
    <>
      <PageHeader
        title={t`Shop settings`}
        breadcrumb={[{ label: <Trans>Settings</Trans>, to: '/dashboard/settings' }]}
      />
      <Stack gap={{ base: '4', md: '5' }} maxW="45rem">
        <Settings />
        <Panel flush>
          <SettingsLink
            to="/admin/settings/top-ups"
            icon={BanknoteArrowUp}
            title={<Trans>Top-up methods and limits</Trans>}
          >
            <Trans>How customers pay for their balance, and how much</Trans>
          </SettingsLink>
          <SettingsLink to="/admin/settings/mail" icon={Mail} title={<Trans>E-mails</Trans>}>
            <Trans>Sender and texts, in three languages</Trans>
          </SettingsLink>
          <SettingsLink to="/admin/settings/deliveries" icon={Truck} title={<Trans>Deliveries</Trans>}>
            <Trans>Delivery companies, cities, and what a delivery costs</Trans>
          </SettingsLink>
        </Panel>
      </Stack>
    </>
  );
}

function Settings() {
  // Once: the forms keep what is typed while newer settings are saved elsewhere.
  const { data: saved, ...state } = useRequest('settings/shop', readSettings, { once: true });
  if (saved)
    return (
      <>
        <ShopForm saved={saved.shop} />
        <LogoPanel saved={saved.shop.logo} />
        <WindowsForm saved={saved.windows} />
      </>
    );
  if (state.isLoading) return <ShopSkeleton />;
  return (
    <Panel>
      <LoadState {...state} />
    </Panel>
  );
}

interface Saved {
  shop: ShopSettings;
  windows: SavedWindows;
}

async function readSettings(signal: AbortSignal): Promise<Saved> {
  const [{ shop }, { windows }] = await Promise.all([
    call(readShop, {}, { signal }),
    call(readWindows, {}, { signal }),
  ]);
  return { shop, windows };
}

interface LinkProps {
  to: string;
  icon: LucideIcon;
  title: ReactNode;
  children: ReactNode;
}

/** A link to a page of further settings. */
function SettingsLink({ to, icon: Icon, title, children }: LinkProps) {
  return (
    <PlainLink
      to={to}
      display="flex"
      alignItems="center"
      gap="3"
      minH="14"
      px={{ base: '4', md: '5' }}
      py="2"
      borderRadius="xl"
      focusVisibleRing="inside"
      _hover={{ bg: 'bg.hover' }}
    >
      <Icon size="1.25rem" aria-hidden="true" style={{ flexShrink: 0 }} />
      <Box flex="1" minW="0">
        <chakra.span display="block" fontWeight="medium">
          {title}
        </chakra.span>
        <MutedSpan display="block" textStyle="sm">
          {children}
        </MutedSpan>
      </Box>
      <ChevronRight size="1rem" data-mirror="" aria-hidden="true" />
    </PlainLink>
  );
}
