import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { readPreference, writePreference } from '../../local/preferences.ts';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';

type Theme = 'device' | 'light' | 'dark';

/** The choice of a light or dark theme, or that of the device; `boot.js` applies it. */
export function AppearanceChoice() {
  const { t } = useLingui();
  const [theme, setTheme] = useState(storedTheme);
  const choose = (next: Theme) => {
    writePreference('cod_theme', next);
    window.dispatchEvent(new Event('cod-theme'));
    setTheme(next);
  };
  const choices = [
    { value: 'device' as const, label: t`Same as the device` },
    { value: 'light' as const, label: t`Light` },
    { value: 'dark' as const, label: t`Dark` },
  ];
  return <SegmentedChoice label={t`Appearance`} choices={choices} value={theme} onChange={choose} />;
}

function storedTheme(): Theme {
  const stored = readPreference('cod_theme');
  return stored === 'light' || stored === 'dark' ? stored : 'device';
}
