import { Trans, useLingui } from '@lingui/react/macro';
import type { CategoryRow } from '../../../contract/categories.ts';
import { may } from '../../api/session.ts';
import { usePerform } from '../../forms/use-perform.ts';
import { currentDatabase } from '../../local/current.ts';
import { perform } from '../../sync/perform.ts';
import type { PendingState } from '../../sync/pending.ts';
import { isolated } from '../../text/isolated.ts';
import { PendingMark } from '../../ui/pending-mark.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';

interface Props {
  category: CategoryRow;
  pending: PendingState | undefined;
}

/**
 * Whether a category is active; those who may change it have a switch, which works offline, and whose toast offers to undo
 * it (S2H-03).
 */
export function CategorySwitch(props: Props) {
  if (may('catalogue.change')) return <ActiveSwitch {...props} />;
  return (
    <chakra.span smDown={{ textStyle: 'meta', color: 'fg.muted' }}>
      {props.category.is_active ? <Trans>Active</Trans> : <Trans>Inactive</Trans>}
    </chakra.span>
  );
}

function ActiveSwitch({ category, pending }: Props) {
  const { t } = useLingui();
  const setActive = useSetActive();
  const { title } = category;
  return (
    <Box display="inline-flex" alignItems="center" gap="2" mb={{ base: '-2', sm: '0' }}>
      <PendingMark state={pending} />
      <Switch
        label={t`${{ title: isolated(title) }} is active`}
        hideLabel
        checked={category.is_active}
        onChange={(isActive) => void setActive(category.id, isActive)}
      />
    </Box>
  );
}

function useSetActive(): (id: number, isActive: boolean) => Promise<unknown> {
  const { t } = useLingui();
  const db = currentDatabase();
  const act = usePerform();
  const isAs = async (id: number, isActive: boolean) => (await db.categories.get(id))?.is_active === isActive;
  return (id, isActive) =>
    act(
      'category.active',
      { category_id: id, is_active: isActive },
      {
        done: isActive ? t`Category switched on` : t`Category switched off`,
        refused: isActive ? t`The category could not be switched on.` : t`The category could not be switched off.`,
        isAccepted: () => isAs(id, isActive),
        undo: async () => {
          if (await isAs(id, isActive)) await perform(db, 'category.active', { category_id: id, is_active: !isActive });
        },
      },
    );
}
