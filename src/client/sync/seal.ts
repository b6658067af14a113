import type { cancelOutcome } from '../../contract/sync.ts';
import { addresses } from '../api/addresses.ts';
import { asFailure, CallFailure } from '../api/failure.ts';
import type { LocalDatabase } from '../local/database.ts';
import { deviceLine, type Line } from './line.ts';

/** What became of a key. `cancelled` and `refused` are true for ever: a late packet meets the seal. */
export interface Sealed {
  state: 'applied' | 'refused' | 'cancelled';
  refusal?: string;
  touched: string[];
}

/** Asks the server for a key's outcome, sealing the key when it has none. `unknown`: the server was not reached. */
export async function seal(db: LocalDatabase, key: string, line: Line = deviceLine): Promise<Sealed | 'unknown'> {
  const token = await line.token(db.userId);
  if (!token) return 'unknown';
  const answer = await line.call<typeof cancelOutcome>(addresses.cancelOutcome, { key }, { token }).catch(asFailure);
  if (answer instanceof CallFailure || answer.state === 'unknown') return 'unknown';
  const { state, refusal, touched } = answer;
  return { state, touched, ...(refusal && { refusal }) };
}
