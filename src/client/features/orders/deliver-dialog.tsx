import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useRef, useState } from 'react';
import { deliveryNotesMax } from '../../../contract/limits.ts';
import type { DeliveredValues } from '../../../contract/mutations.ts';
import { isOnlineOnly, orderStatuses } from '../../../contract/order-rules.ts';
import type { Order, OrderStatus } from '../../../contract/orders.ts';
import { deliveredValues } from '../../actions/orders.ts';
import { useDraftFiles } from '../../forms/use-draft-files.ts';
import { usePerform } from '../../forms/use-perform.ts';
import type { ChosenFile } from '../../local/choose-files.ts';
import { useDraft } from '../../sync/use-draft.ts';
import { useStatuses } from '../../text/statuses.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextAreaField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { Stack } from '../../ui/theme/styled.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { ItemNames } from './order-items.tsx';
import { ProofField } from './proof-field.tsx';
import { useProof } from './use-proof.ts';

interface Props {
  order: Order;
  onClose: () => void;
}

/** Delivers an order: status, an optional proof and notes; works offline (S2K-07). */
export function DeliverDialog({ order, onClose }: Props) {
  const { id, status: before } = order;
  const { t } = useLingui();
  const formId = useId();
  const formElement = useRef<HTMLFormElement>(null);
  const form = useDeliveryForm(order, onClose);
  const isBlocked = isOnlineOnly(before);
  return (
    <SheetDialog
      open
      ignoresBackdrop
      onClose={onClose}
      title={t`Deliver order #${id}`}
      description={<Summary order={order} />}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} loading={form.busy} disabled={isBlocked || form.isPreparing}>
            <Trans>Deliver</Trans>
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={formElement}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!form.send()) formElement.current?.querySelector('textarea')?.focus();
        }}
      >
        <Stack gap="5">
          {isBlocked ? <BlockedNotice status={before} /> : null}
          <StatusField value={form.status} onChange={form.setStatus} />
          <ProofField {...form.proof} />
          <TextAreaField
            label={t`Delivery notes (optional)`}
            hint={<Trans>The customer sees the notes and the proof.</Trans>}
            rows={4}
            max={deliveryNotesMax}
            hasQuietCounter
            value={form.notes}
            onChange={form.setNotes}
          />
        </Stack>
      </form>
    </SheetDialog>
  );
}

function useDeliveryForm(order: Order, onClose: () => void) {
  const { id } = order;
  const [from] = useState(() => deliveredValues(order));
  const [status, setStatus] = useState<OrderStatus>('completed');
  const draftName = `order.deliver.${id}`;
  const [notes, setNotes, , sendNotes] = useDraft(draftName, '');
  const draftFiles = useDraftFiles(draftName);
  const proof = useProof(draftFiles);
  const deliver = useDelivery();
  const { busy, whileBusy } = useBusy();
  const isPreparing = proof.preparing.length > 0;
  /** Returns false when the notes are too long. */
  const send = (): boolean => {
    if ([...notes.trim()].length > deliveryNotesMax) return false;
    if (busy || isPreparing) return true;
    void whileBusy(async () => {
      const item = await sendNotes((draft) =>
        draftFiles.send(draft, ([file = null], deleteDrafts) =>
          deliver({ id, from, status, notes, proof: file, deleteDrafts }),
        ),
      );
      if (item !== null) onClose();
    });
    return true;
  };
  return { status, setStatus, notes, setNotes, proof, busy, isPreparing, send };
}

/** The statuses that a device may set without a connection: those that move no money. */
const choices = orderStatuses.filter((status) => !isOnlineOnly(status));

function StatusField({ value, onChange }: { value: OrderStatus; onChange: (status: OrderStatus) => void }) {
  const { t } = useLingui();
  const statuses = useStatuses();
  return (
    <SelectField
      label={t`Status`}
      required
      data-autofocus=""
      choices={choices.map((status) => ({ value: status, label: statuses.order(status).label }))}
      value={value}
      onChange={(status) => onChange(status as OrderStatus)}
    />
  );
}

function BlockedNotice({ status }: { status: OrderStatus }) {
  const label = useStatuses().order(status).label;
  return (
    <Notice tone="warning">
      <Trans>
        This order is set to “{label}”, and the customer has the money back. Change its status first, which charges the
        customer again.
      </Trans>
    </Notice>
  );
}

function Summary({ order }: { order: Order }) {
  return (
    <>
      <ItemNames items={order.items} /> · <bdi>{order.user_name}</bdi>
    </>
  );
}

interface Delivery {
  id: number;
  /** What the admin saw when the dialog was opened: the server refuses the delivery when it has changed (OF-12). */
  from: DeliveredValues;
  status: OrderStatus;
  notes: string;
  proof: ChosenFile | null;
  /** Deletes the drafts of the notes and of the proof inside the transaction. */
  deleteDrafts: () => Promise<void>;
}

/**
 * Returns a function that queues a delivery with its proof, also offline (C-21). It returns the id of the outbox item,
 * or null when the device could not store it.
 */
function useDelivery(): (delivery: Delivery) => Promise<string | null> {
  const { t } = useLingui();
  const act = usePerform();
  return ({ id, from, status, notes, proof, deleteDrafts }) =>
    act(
      'order.deliver',
      { order_id: id, status, notes: notes.trim() || null, file_id: proof?.id ?? null, from },
      {
        deleteDrafts,
        files: proof ? [proof] : [],
        done: t`Order #${id} updated`,
        refused: t`Something went wrong: order #${id} was not delivered.`,
        isAccepted: async ({ orders }) => (await orders.get(id))?.status === status,
      },
    );
}
