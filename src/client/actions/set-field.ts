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
  /** The name of the argument with the id of the record. */
  idArg: string;
  /** The name of the argument with the new value. */
  valueArg: string;
}

/** An action that sets one field of one record. */
export interface FieldAction<Kind extends FieldKind> extends Action<Kind> {
  sets: FieldOfRecord;
}

/** Declares an action that sets one field of one record. The lane is `lanePrefix` and the record's id. */
export function setsField<Kind extends FieldKind>(
  kind: Kind,
  { lanePrefix = '', ...sets }: FieldOfRecord & { lanePrefix?: string },
): FieldAction<Kind> {
  const { table, field, idArg, valueArg } = sets;
  // The compiler does not see that the arguments of every kind are an object.
  const asObject = (args: MutationArgs<Kind>) => args as Record<string, string | number | boolean | null>;
  const keyIn = (args: MutationArgs<Kind>) => String(asObject(args)[idArg]);
  return {
    kind,
    v: 1,
    sets,
    lane: (args) => lanePrefix + keyIn(args),
    effects: (args) => [
      { table, key: keyIn(args), apply: (row) => row && { ...row, [field]: asObject(args)[valueArg] } },
    ],
    // The server compares `from` with its own value, so the value before the first change is kept.
    merge(unsent, next) {
      const { from } = asObject(unsent);
      return from === undefined ? next : ({ ...asObject(next), from } as MutationArgs<Kind>);
    },
  };
}
