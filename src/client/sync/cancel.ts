import type { cancelOutcome } from '../../contract/sync.ts';
import { addresses } from '../api/addresses.ts';
import { asFailure, CallFailure } from '../api/failure.ts';
import type { LocalDatabase } from '../local/database.ts';
import { deviceTransport, type Transport } from './transport.ts';

/**
 * The outcome of a key. `cancelled` and `refused` are final: a request with the key that arrives later has no effect.
 */
export interface KeyOutcome {
  state: 'applied' | 'refused' | 'cancelled';
  refusal?: string;
  touched: string[];
}

/** Returns a key's outcome, cancelling the key at the server when it has none. `unknown`: the server did not answer. */
export async function cancelKey(
  db: LocalDatabase,
  key: string,
  transport: Transport = deviceTransport,
): Promise<KeyOutcome | 'unknown'> {
  const token = await transport.token(db.userId);
  if (!token) return 'unknown';
  const answer = await transport
    .call<typeof cancelOutcome>(addresses.cancelOutcome, { key }, { token })
    .catch(asFailure);
  if (answer instanceof CallFailure || answer.state === 'unknown') return 'unknown';
  const { state, refusal, touched } = answer;
  return { state, touched, ...(refusal && { refusal }) };
}
