import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { createCategory, updateCategory } from '../../../contract/categories.ts';
import { uuidv7 } from '../../../contract/uuid.ts';
import { call } from '../../api/call.ts';
import { CallFailure } from '../../api/failure.ts';
import { syncNow } from '../../sync/triggers.ts';
import { toast } from '../../ui/toast.ts';
import { differences, savedVersion, valuesOf, type CategoryValues } from './category-form-data.ts';

/**
 * Returns a function that saves the form of a new category (`id` null) or of an existing one; it returns the failure, or
 * null when the server has accepted the values. A repetition after a lost answer has the key of the first attempt.
 */
export function useSaveCategory(id: number | null): (values: CategoryValues) => Promise<CallFailure | null> {
  const { t } = useLingui();
  const attempt = useRef({ values: '', key: '' });
  return async (values) => {
    const text = JSON.stringify(values);
    if (attempt.current.values !== text) attempt.current = { values: text, key: uuidv7() };
    const failure = await save(id, values, attempt.current.key);
    // A refused attempt is decided: the next one needs another key.
    if (failure?.kind === 'refused') attempt.current = { values: '', key: '' };
    if (failure && !isSavedAlready(failure, values)) return failure;
    void syncNow();
    toast({ tone: 'success', title: id === null ? t`Category created` : t`Category updated` });
    return null;
  };
}

async function save(id: number | null, values: CategoryValues, key: string): Promise<CallFailure | null> {
  const { rev, parent_id: parent, ...rest } = values;
  const input = { ...rest, parent_id: parent === '' ? null : Number(parent) };
  try {
    await (id === null
      ? call(createCategory, input, { key })
      : call(updateCategory, { id, ...input }, { key, revision: rev ?? undefined }));
    return null;
  } catch (thrown) {
    if (thrown instanceof CallFailure) return thrown;
    throw thrown;
  }
}

/** Returns whether another user has saved the same values. */
function isSavedAlready({ code, details }: CallFailure, values: CategoryValues): boolean {
  const saved = code === 'REVISION_CHANGED' ? savedVersion(details) : null;
  return saved !== null && differences(values, valuesOf(saved)).length === 0;
}
