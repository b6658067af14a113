import { useState } from 'react';
import { checkCodes, importCodes } from '../../../contract/codes.ts';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { uuidv7 } from '../../../contract/uuid.ts';
import { call } from '../../api/call.ts';
import { asFailure, CallFailure } from '../../api/failure.ts';
import { isDefinite } from '../../sync/error-table.ts';
import { refreshRequests } from '../../sync/use-request.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { plainAmount } from './typed-values.ts';

/** What would be imported, as typed. It is in no draft: codes leave the form only to the server. */
export interface ImportFields {
  variantId: number | null;
  text: string;
  cost: string;
  note: string;
}

export type CodesCheck = OutputOf<typeof checkCodes>['check'];
export type Imported = OutputOf<typeof importCodes>;

/** Milliseconds: two megabytes over a slow connection. */
const timeout = 120_000;

/**
 * An import of codes in two steps: the server first says what it would do, by the numbers of lines, and then does it for
 * the text that it has checked. After a lost answer the same import is repeated with its key.
 */
export function useCodesImport(productId: number, variantId: number | null, onDone: (imported: Imported) => void) {
  const [fields, setFields] = useState<ImportFields>({ variantId, text: '', cost: '', note: '' });
  const [check, setCheck] = useState<CodesCheck | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [lostKey, setLostKey] = useState<string | null>(null);
  const { busy, whileBusy } = useBusy();

  const change = (patch: Partial<ImportFields>) => {
    setFields({ ...fields, ...patch });
    setFailure(null);
    if ('text' in patch || 'variantId' in patch) setCheck(null);
  };

  const target = { id: productId, variant_id: fields.variantId, text: fields.text };

  const runCheck = async () => {
    setFailure(null);
    const answer = await call(checkCodes, target, { timeout, isLarge: true }).catch(asFailure);
    if (answer instanceof CallFailure) setFailure(answer);
    else setCheck(answer.check);
  };

  const runImport = async () => {
    setFailure(null);
    const key = lostKey ?? uuidv7();
    const cost = plainAmount(fields.cost);
    const input = { ...target, cost: cost === '' ? null : cost, note: fields.note.trim() || null, skip_known: true };
    const answer = await call(importCodes, input, { key, timeout, isLarge: true }).catch(asFailure);
    if (answer instanceof CallFailure) {
      setLostKey(isDefinite(answer) ? null : key);
      return setFailure(answer);
    }
    refreshRequests(`products/${productId}/stock`);
    return onDone(answer);
  };

  return {
    fields,
    change,
    check,
    failure,
    busy,
    /** The answer to the import was lost: nothing can be changed until it is repeated. */
    isLost: lostKey !== null,
    run: () => void whileBusy(check ? runImport : runCheck),
  };
}
