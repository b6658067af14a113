import { Trans } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { ButtonLink } from '../../ui/app-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SettingLine } from './setting-line.tsx';

/** The way to the settings of the shop, for users who may change them. */
export function ShopPanel() {
  return (
    <Panel title={<Trans>Shop</Trans>}>
      <SettingLine>
        <span>
          <Trans>Name, opening hours, e-mails and deliveries of the shop</Trans>
        </span>
        <ButtonLink to="/admin/settings" variant="outline" size="sm">
          <Trans>Shop settings</Trans>
          <ChevronRight data-mirror="" aria-hidden="true" />
        </ButtonLink>
      </SettingLine>
    </Panel>
  );
}
