import { useState } from 'react';
import { readPreference, writePreference } from '../../local/preferences.ts';

export type View = 'grid' | 'list';

/** How product lists are laid out on this device: remembered as `cod_view` (S2I-07). */
export function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => (readPreference('cod_view') === 'list' ? 'list' : 'grid'));
  const remember = (next: View) => {
    writePreference('cod_view', next);
    setView(next);
  };
  return [view, remember];
}
