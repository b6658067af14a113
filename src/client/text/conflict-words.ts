import { useLingui } from '@lingui/react/macro';
import type { DeliveredValues, MutationArgs, MutationKind } from '../../contract/mutations.ts';
import { isOnlineOnly } from '../../contract/order-rules.ts';
import type { OrderStatus } from '../../contract/orders.ts';
import { isIn, type ActionFacts, type NameOf, type ReasonFacts } from './action-words.ts';
import { useDates } from './dates.ts';
import { useRefusalText } from './refusals.ts';
import { useStatuses } from './statuses.ts';

/** The kinds that name the value they were based on, so that they can be in conflict. */
type ConflictKind = {
  [Kind in MutationKind]: MutationArgs<Kind> extends { from: unknown } ? Kind : never;
}[MutationKind];

/** One field of a conflict between two versions of a record, in words. */
interface ConflictField {
  label: string;
  mine: string;
  theirs: string;
}

/** Two versions that contradict each other, in words: the values of one field, or several `fields`. */
interface ConflictWords {
  mine: string;
  theirs: string;
  theirsBy: string | null;
  theirsAt: string | null;
  fields?: readonly ConflictField[];
  /** Why the user's version cannot be applied over the current one. */
  obstacle?: string | undefined;
}

/** Describes the user's version and the other user's; null for actions that are never in conflict. */
export function useConflictWords(
  nameOf: NameOf = () => undefined,
): (action: ActionFacts & { error?: ReasonFacts }) => ConflictWords | null {
  const { t } = useLingui();
  const statuses = useStatuses();
  const dates = useDates();
  const deliveryFields = useDeliveryFields();
  const wordsByKind: Record<ConflictKind, (value: unknown) => string> = {
    'ticket.status': (value) => statuses.ticket(String(value)).label,
    'ticket.priority': (value) => statuses.priority(String(value)),
    'ticket.assign': (value) => (value === null ? t`nobody` : (nameOf(Number(value)) ?? `#${Number(value)}`)),
    'ticket.snooze': (value) => (value === null ? t`not snoozed` : dates.full(value as string)),
    'order.status': (value) => statuses.order(String(value)).label,
  };
  const obstacleOf = (current: OrderStatus): string | undefined => {
    const label = statuses.order(current).label;
    return isOnlineOnly(current)
      ? t`This order is set to “${label}”, and the customer has the money back. Change its status first, which charges the customer again.`
      : undefined;
  };
  return ({ kind, args, error }) => {
    const { current, by, at } = error?.details ?? {};
    if (current === undefined) return null;
    const author = {
      theirsBy: typeof by === 'string' ? by : null,
      theirsAt: typeof at === 'string' ? at : null,
    };
    if (kind === 'order.deliver') {
      const theirs = current as DeliveredValues;
      const mine = args as unknown as Delivery;
      const [status, saved] = [mine, theirs].map((one) => statuses.order(one.status).label);
      const fields = deliveryFields(mine, theirs);
      return { ...author, mine: status!, theirs: saved!, fields, obstacle: obstacleOf(theirs.status) };
    }
    if (!isIn(wordsByKind, kind)) return null;
    const describe = wordsByKind[kind];
    const obstacle = kind === 'order.status' ? obstacleOf(current as OrderStatus) : undefined;
    return { ...author, mine: describe(args.to), theirs: describe(current), obstacle };
  };
}

/** Returns a sentence for a cancellation that came after the decision about a top-up request; null for other actions. */
export function useDecidedMeanwhile(): (action: ActionFacts & { error?: ReasonFacts }) => string | null {
  const { refusal } = useRefusalText();
  return ({ kind, error }) => {
    const current = error?.details?.current;
    const isDecided = kind === 'topup.cancel' && (current === 'approved' || current === 'refused');
    return isDecided ? refusal('CONFLICT', error?.details) : null;
  };
}

/** The arguments of a delivery; without notes or a file it keeps those of the order. */
type Delivery = DeliveredValues & { from?: DeliveredValues | null };

/** Returns the fields in which a delivery differs from the saved order, or that the other admin has changed. */
function useDeliveryFields(): (mine: Delivery, theirs: DeliveredValues) => ConflictField[] {
  const { t } = useLingui();
  const statuses = useStatuses();
  return (mine, theirs) => {
    const differs = (field: 'notes' | 'file_id') => theirs[field] !== (mine[field] ?? mine.from?.[field] ?? null);
    const fields: (ConflictField & { isShown: boolean })[] = [
      {
        label: t`Status`,
        mine: statuses.order(mine.status).label,
        theirs: statuses.order(theirs.status).label,
        isShown: mine.status !== theirs.status,
      },
      {
        label: t`Delivery notes`,
        mine: mine.notes ?? t`Unchanged`,
        theirs: theirs.notes ?? t`No notes`,
        isShown: differs('notes'),
      },
      {
        label: t`Delivery proof`,
        mine: mine.file_id === null ? t`Unchanged` : t`Your file`,
        theirs: theirs.file_id === null ? t`No file` : t`Another file`,
        isShown: differs('file_id'),
      },
    ];
    return fields.filter(({ isShown }) => isShown);
  };
}
