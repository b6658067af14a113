import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { fileEndings } from '../../../contract/limits.ts';
import { takeSharedFiles } from '../../local/shared-files.ts';

/** `none`: another app has shared files, which this device does not have (any more). */
export type SharedState = 'none' | 'taken' | null;

/**
 * Adds the files of `?shared=` to the form, once, and takes the parameter out of the address: `?shared=none` means that
 * the files did not reach this app.
 */
export function useSharedFiles(add: (files: Iterable<File>) => void): SharedState {
  const { shared }: { shared?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [state, setState] = useState<SharedState>(null);
  const lastId = useRef<string | null>(null);
  const take = useEffectEvent(async (id: string) => {
    const files = id === 'none' ? null : await takeSharedFiles(id).catch(() => null);
    if (files?.length) add(files.map(({ name, type, bytes }) => new File([bytes], withEnding(name, type), { type })));
    setState(files?.length ? 'taken' : 'none');
    const search = (old: Record<string, unknown>) => ({ ...old, shared: undefined });
    await navigate({ to: '.', search: search as never, replace: true, ignoreBlocker: true });
  });
  useEffect(() => {
    if (typeof shared !== 'string' || lastId.current === shared) return;
    lastId.current = shared;
    void take(shared);
  }, [shared]);
  return state;
}

/** The choice of files knows a type by the ending of the name. */
function withEnding(name: string, type: string): string {
  const ending = fileEndings[type]?.[0];
  return ending === undefined || /\.[a-z0-9]+$/i.test(name) ? name : `${name}.${ending}`;
}
