import { useLingui } from '@lingui/react/macro';
import { EllipsisVertical } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { Menu } from './menu.tsx';
import type { MenuItem } from './menu.tsx';

interface Props {
  items: readonly MenuItem[];
  /** The menu's name for screen readers: "Actions for order 1042". */
  label?: string;
}

/** The overflow menu of a row or a card. */
export function RowMenu({ items, label }: Props) {
  const { t } = useLingui();
  const name = label ?? t`Actions`;
  return (
    <Menu
      label={name}
      items={items}
      trigger={(props) => (
        <IconButton {...props} size="sm" label={name}>
          <EllipsisVertical size="1.125rem" />
        </IconButton>
      )}
    />
  );
}
