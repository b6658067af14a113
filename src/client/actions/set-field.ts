import type { MutationArgs } from '../../contract/mutations.ts';
import type { EntityName } from '../../contract/sync.ts';
import type { Action } from './action.ts';

/** The kinds of actions that set one field of one record: undo and changes of many records follow from it. */
export type FieldKind =
  | 'order.status'
  | 'ticket.status'
  | 'ticket.priority'
  | 'ticket.assign'
  | 'ticket.snooze'
  | 'product.availability'
  | 'category.active';

/** The field that an action sets. */
export interface FieldOfRecord {
  table: EntityName;
  field: string;
  /** The arguments with the id of the record, and with the new value. */
  id: string;
  value: string;
}

/** An action that sets one field of one record. */
export interface FieldAction<Kind extends FieldKind> extends Action<Kind> {
  sets: FieldOfRecord;
}

/** Declares an action that sets one field of one record. `lane`: what stands before the record's id in its lane. */
export function setsField<Kind extends FieldKind>(
  kind: Kind,
  { lane = '', ...sets }: FieldOfRecord & { lane?: string },
): FieldAction<Kind> {
  const { table, field, id, value } = sets;
  // The compiler does not see that the arguments of every kind are an object.
  const fieldsOf = (args: MutationArgs<Kind>) => args as Record<string, string | number | boolean | null>;
  const keyIn = (args: MutationArgs<Kind>) => String(fieldsOf(args)[id]);
  return {
    kind,
    v: 1,
    sets,
    lane: (args) => lane + keyIn(args),
    effects: (args) => [{ table, key: keyIn(args), apply: (row) => row && { ...row, [field]: fieldsOf(args)[value] } }],
    // The server compares `from` with its own value, so the value before the first change is kept.
    merge(unsent, next) {
      const { from } = fieldsOf(unsent);
      return from === undefined ? next : ({ ...fieldsOf(next), from } as MutationArgs<Kind>);
    },
  };
}
