import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { readPreference, writePreference } from '../../local/preferences.ts';
import { ChoiceList } from './choice-list.tsx';

type Theme = 'device' | 'light' | 'dark';

/** Light, dark, or as the device is; `boot.js` applies it. */
export function AppearanceChoice() {
  const { t } = useLingui();
  const [theme, setTheme] = useState(storedTheme);
  const choose = (next: Theme) => {
    writePreference('cod_theme', next);
    window.dispatchEvent(new Event('cod-theme'));
    setTheme(next);
  };
  const choices = [
    { value: 'device' as const, label: t`Same as the device`, picture: <Picture of={Monitor} /> },
    { value: 'light' as const, label: t`Light`, picture: <Picture of={Sun} /> },
    { value: 'dark' as const, label: t`Dark`, picture: <Picture of={Moon} /> },
  ];
  return <ChoiceList legend={<Trans>Appearance</Trans>} choices={choices} value={theme} onChange={choose} />;
}

function Picture({ of: Icon }: { of: typeof Sun }) {
  return (
    <chakra.span color="fg.subtle" aria-hidden="true">
      <Icon size={18} />
    </chakra.span>
  );
}

function storedTheme(): Theme {
  const kept = readPreference('cod_theme');
  return kept === 'light' || kept === 'dark' ? kept : 'device';
}
