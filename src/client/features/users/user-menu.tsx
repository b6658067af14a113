import { useLingui } from '@lingui/react/macro';
import { History, Pencil, Scale, Trash2, UserRound } from 'lucide-react';
import { useOnline } from '../../sync/use-sync-status.ts';
import { isolated } from '../../text/isolated.ts';
import type { MenuItem } from '../../ui/menu.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import type { UserActions } from './user-actions.tsx';
import type { ListedUser } from './queries.ts';
import { mayAdjust, mayDeleteOrDeactivate, mayEdit } from './user-rules.ts';

interface Props {
  user: ListedUser;
  /** The signed-in admin's id. */
  me: number;
  actions: UserActions;
}

/** The further actions of a row, as far as the admin may take them (S2F-07 … S2F-10). */
export function UserMenu({ user, me, actions }: Props) {
  const { t } = useLingui();
  const online = useOnline();
  const { id, name } = user;
  const items: (MenuItem | false)[] = [
    { id: 'open', label: t`Open profile`, icon: UserRound, onSelect: () => actions.open(id) },
    mayEdit(me, user) && {
      id: 'edit',
      label: t`Edit`,
      icon: Pencil,
      disabled: !online,
      onSelect: () => actions.edit(id),
    },
    mayAdjust(user) && {
      id: 'adjust',
      label: t`Adjust balance`,
      icon: Scale,
      disabled: !online,
      onSelect: () => actions.adjust(id),
    },
    mayAdjust(user) && {
      id: 'history',
      label: t`Balance history`,
      icon: History,
      disabled: !online,
      onSelect: () => actions.showHistory(id),
    },
    mayDeleteOrDeactivate(me, user) && {
      id: 'delete',
      label: t`Delete`,
      icon: Trash2,
      tone: 'danger',
      disabled: !online,
      onSelect: () => actions.remove(id),
    },
  ];
  return <RowMenu label={t`Actions for ${{ name: isolated(name) }}`} items={items.filter((item) => item !== false)} />;
}
