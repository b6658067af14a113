import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, BanknoteArrowUp, Pencil } from 'lucide-react';
import type { TopupMethodRow } from '../../../contract/topup-settings.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { isolated } from '../../text/isolated.ts';
import { useTranslated } from '../../text/translated.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Box, chakra, MutedSpan } from '../../ui/theme/styled.tsx';
import { useProofWords } from './method-form.tsx';
import { mayChangeTopups, useMoveMethod } from './methods.ts';

interface Props {
  methods: readonly TopupMethodRow[];
  onEdit: (id: number) => void;
}

/** The methods in the order in which customers see them, with buttons to move and edit them for root. */
export function MethodList({ methods, onEdit }: Props) {
  const online = useOnline();
  const { move, note } = useMoveMethod();
  if (methods.length === 0)
    return (
      <EmptyState
        icon={BanknoteArrowUp}
        title={<Trans>No way to pay yet.</Trans>}
        description={<Trans>Customers read the article about adding balance until there is one.</Trans>}
      />
    );
  return (
    <Panel title={<Trans>Methods</Trans>} flush>
      <ol>
        {methods.map((method, at) => (
          <Row
            key={method.id}
            method={method}
            moves={{ up: at > 0, down: at < methods.length - 1 }}
            onMove={(by) => void move(methods, at, by)}
            onEdit={() => onEdit(method.id)}
          />
        ))}
      </ol>
      <chakra.span role="status" srOnly>
        {note}
      </chakra.span>
      {mayChangeTopups() ? (
        <Box px={{ base: '4', md: '5' }} pb="3" _empty={{ display: 'none' }}>
          <OfflineReason online={online} id={offlineId} />
        </Box>
      ) : null}
    </Panel>
  );
}

/** The id of the reason why methods cannot be moved, while the device is offline. */
const offlineId = 'topup-methods-offline';

interface RowProps {
  method: TopupMethodRow;
  moves: { up: boolean; down: boolean };
  onMove: (by: 1 | -1) => void;
  onEdit: () => void;
}

function Row({ method, moves, onMove, onEdit }: RowProps) {
  const { t } = useLingui();
  const online = useOnline();
  const translated = useTranslated();
  const proofs = useProofWords();
  const title = translated(method.name);
  const name = isolated(title);
  const move = { color: 'fg.muted', 'aria-describedby': online ? undefined : offlineId };
  return (
    <chakra.li
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      px={{ base: '4', md: '5' }}
      py="2"
      minH="14"
      borderTopWidth="1px"
      borderColor="border.muted"
    >
      <Box flex="1 1 12rem" minW="0">
        <FreeText fontWeight="medium">{title}</FreeText>
        <MutedSpan textStyle="xs">
          <MoneyText amount={method.min} /> – <MoneyText amount={method.max} /> · {proofs[method.proof]}
        </MutedSpan>
      </Box>
      <StatusBadge label={method.is_active ? t`Active` : t`Inactive`} tone={method.is_active ? 'green' : 'neutral'} />
      {mayChangeTopups() ? (
        <chakra.span display="inline-flex">
          <IconButton
            {...move}
            label={t`Move ${{ name }} up`}
            disabled={!online || !moves.up}
            onClick={() => onMove(-1)}
          >
            <ArrowUp size={18} />
          </IconButton>
          <IconButton
            {...move}
            label={t`Move ${{ name }} down`}
            disabled={!online || !moves.down}
            onClick={() => onMove(1)}
          >
            <ArrowDown size={18} />
          </IconButton>
          <IconButton label={t`Edit ${{ name }}`} color="fg.muted" onClick={onEdit}>
            <Pencil size={18} />
          </IconButton>
        </chakra.span>
      ) : null}
    </chakra.li>
  );
}
