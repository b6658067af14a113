import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, Truck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { CallFailure } from '../../api/failure.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useMoney } from '../../text/money.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { AgeNote } from '../../ui/age-note.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FieldError } from '../../ui/field.tsx';
import { IsolatedText } from '../../ui/free-text.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonList } from '../../ui/skeleton-fields.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { Box, chakra, Stack } from '../../ui/theme/styled.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { PlaceDialog } from './place-dialog.tsx';
import { deletePlace, type PlaceAction } from './places.ts';
import { RateTable } from './rate-table.tsx';
import { useDeliveryTable, type ChangeTable } from './use-delivery-table.ts';

/** The delivery companies, the cities, and the rate of each company for each city (S2U-01). */
export function DeliveriesScreen() {
  const { t } = useLingui();
  const online = useOnline();
  const { currency } = useMoney();
  const { change, ...loaded } = useDeliveryTable();
  const [action, setAction] = useState<PlaceAction | null>(null);
  return (
    <>
      <PageHeader
        title={t`Deliveries`}
        breadcrumb={[
          { label: <Trans>Settings</Trans>, to: '/dashboard/settings' },
          { label: <Trans>Shop settings</Trans>, to: '/admin/settings' },
        ]}
        description={<Trans>Prices in {currency}. Without a price a company does not deliver to a city.</Trans>}
        actions={<AddButtons disabled={!online} onAdd={setAction} />}
      />
      <Content {...{ ...loaded, change, onAction: setAction }} />
      {action ? <ActionDialog {...{ action, change }} onClose={() => setAction(null)} /> : null}
    </>
  );
}

/** Placeholders of the prices of a city, which phones show only when it is opened. */
const RateSkeletons = () => (
  <Box hideBelow="md" display="grid" gridTemplateColumns="repeat(3, 1fr)" gap="6" w="82%">
    {[1, 2, 3].map((at) => (
      <SkeletonBlock key={at} h="9" borderRadius="md" />
    ))}
  </Box>
);

interface ContentProps extends ReturnType<typeof useDeliveryTable> {
  onAction: (action: PlaceAction) => void;
}

function Content({ table, change, onAction, ...state }: ContentProps) {
  const online = useOnline();
  if (!table)
    return (
      <>
        {state.isLoading ? (
          <Panel flush aria-busy="true" css={{ '& > div > :last-child': { borderBottomWidth: '0' } }}>
            <SkeletonList rows={9} minH="3.0625rem" px={{ base: '3' }} line="below" lines={1} end={<RateSkeletons />} />
          </Panel>
        ) : (
          <LoadState {...state} hasData={!online} />
        )}
        <OfflineReason online={online} id={offlineId} />
      </>
    );
  const isEmpty = table.deliveries.length === 0 && table.cities.length === 0;
  return (
    <>
      {state.failure ? (
        <Box mb="3">
          <LoadState {...state} hasData />
        </Box>
      ) : null}
      {isEmpty ? <NoPlaces /> : <RateTable {...{ table, change, onAction }} disabled={!online} />}
      <Stack mt="3" alignItems="flex-start" gap="1">
        <OfflineReason online={online} id={offlineId} />
        {online ? null : <AgeNote at={table.at} online={online} />}
      </Stack>
    </>
  );
}

/** The id of the text that says why nothing can be changed. */
const offlineId = 'deliveries-offline';

const NoPlaces = () => (
  <EmptyState
    icon={Truck}
    title={<Trans>No delivery companies or cities yet.</Trans>}
    description={<Trans>Add a company and a city, then type what a delivery costs.</Trans>}
  />
);

function ActionDialog({ action, ...rest }: { action: PlaceAction; change: ChangeTable; onClose: () => void }) {
  return action.kind === 'delete' ? (
    <DeletePlaceDialog action={action} {...rest} />
  ) : (
    <PlaceDialog action={action} {...rest} />
  );
}

function AddButtons({ disabled, onAdd }: { disabled: boolean; onAdd: (action: PlaceAction) => void }) {
  const { t } = useLingui();
  const props = { disabled, 'aria-describedby': disabled ? offlineId : undefined };
  return (
    <>
      <Button
        variant="outline"
        aria-label={t`Add a city`}
        {...props}
        onClick={() => onAdd({ kind: 'create', table: 'cities' })}
      >
        <Plus aria-hidden="true" />
        <ButtonText short={<Trans context="add">City</Trans>}>
          <Trans>Add a city</Trans>
        </ButtonText>
      </Button>
      <Button aria-label={t`Add a company`} {...props} onClick={() => onAdd({ kind: 'create', table: 'deliveries' })}>
        <Plus aria-hidden="true" />
        <ButtonText short={<Trans context="add">Company</Trans>}>
          <Trans>Add a company</Trans>
        </ButtonText>
      </Button>
    </>
  );
}

/** The plus and a noun on a phone, so that both buttons have one line; their names stay whole. */
const ButtonText = ({ short, children }: { short: ReactNode; children: ReactNode }) => (
  <>
    <chakra.span hideBelow="sm">{children}</chakra.span>
    <chakra.span hideFrom="sm" aria-hidden="true">
      {short}
    </chakra.span>
  </>
);

interface Props {
  action: Extract<PlaceAction, { kind: 'delete' }>;
  change: ChangeTable;
  onClose: () => void;
}

/** Asks before a delivery company or a city is deleted with its rates. */
function DeletePlaceDialog({ action: { table, place }, change, onClose }: Props) {
  const online = useOnline();
  const { busy, whileBusy } = useBusy();
  const { failure: sentenceOf } = useRefusalText();
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const remove = async () => {
    const refused = await change(() => deletePlace(table, place.id));
    if (refused) setFailure(refused);
    else onClose();
  };
  return (
    <ConfirmDialog
      open
      tone="danger"
      busy={busy}
      disabled={!online}
      onClose={onClose}
      onConfirm={() => void whileBusy(remove)}
      title={table === 'cities' ? <Trans>Delete this city?</Trans> : <Trans>Delete this company?</Trans>}
      description={
        <>
          <IsolatedText>{place.title}</IsolatedText>
          <br />
          <Trans>Its prices are deleted, too. This cannot be undone.</Trans>
        </>
      }
      confirmLabel={<Trans>Delete</Trans>}
    >
      {failure ? <FieldError>{sentenceOf(failure)}</FieldError> : <OfflineReason online={online} />}
    </ConfirmDialog>
  );
}
