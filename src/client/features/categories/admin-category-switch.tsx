import { Trans, useLingui } from '@lingui/react/macro';
import type { CategoryRow } from '../../../contract/categories.ts';
import { may } from '../../api/session.ts';
import { useSetField } from '../../forms/use-set-field.ts';
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
        onChange={(isActive) => void setActive(category, isActive)}
      />
    </Box>
  );
}

function useSetActive(): (category: CategoryRow, isActive: boolean) => Promise<void> {
  const { t } = useLingui();
  const set = useSetField();
  return (category, isActive) =>
    set(category, 'category.active', isActive, {
      done: isActive ? t`Category switched on` : t`Category switched off`,
      refused: isActive ? t`The category could not be switched on.` : t`The category could not be switched off.`,
    });
}
