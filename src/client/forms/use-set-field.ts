import type { FieldKind } from '../actions/set-field.ts';
import { currentDatabase } from '../local/current.ts';
import type { MutationArgs } from '../../contract/mutations.ts';
import { argsOf, changeOf, readValue, undoChange, type FieldValue } from './set-field.ts';
import { usePerform } from './use-perform.ts';

interface Words {
  /** The message about the accepted change. */
  done: string | (() => Promise<string>);
  refused: string;
}

/** The value that a kind sets. */
type ValueOf<Kind extends FieldKind> = MutationArgs<Kind> extends { to: infer To extends FieldValue } ? To : boolean;

/** Queues a change of one field; choosing the present value does nothing. */
type SetField = <Kind extends FieldKind>(
  row: { id: string | number },
  kind: Kind,
  to: ValueOf<Kind>,
  words: Words,
) => Promise<void>;

/** Returns a function that sets one field of a record, also offline, says what became of it and offers to undo it. */
export function useSetField(): SetField {
  const db = currentDatabase();
  const act = usePerform();
  return async (row, kind, to, words) => {
    const change = changeOf(row, kind, to);
    if (change.from === to) return;
    await act(kind, argsOf(change), {
      ...words,
      isAccepted: async () => (await readValue(db, change)) === to,
      undo: (itemId) => undoChange(db, { ...change, itemId }),
    });
  };
}
