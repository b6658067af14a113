import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { readPreference, writePreference } from '../../local/preferences.ts';
import { ChoiceList } from './choice-list.tsx';

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
    { value: 'device' as const, label: t`Same as the device`, icon: <ChoiceIcon icon={Monitor} /> },
    { value: 'light' as const, label: t`Light`, icon: <ChoiceIcon icon={Sun} /> },
    { value: 'dark' as const, label: t`Dark`, icon: <ChoiceIcon icon={Moon} /> },
  ];
  return <ChoiceList legend={<Trans>Appearance</Trans>} choices={choices} value={theme} onChange={choose} />;
}

function ChoiceIcon({ icon: Icon }: { icon: typeof Sun }) {
  return (
    <chakra.span color="fg.subtle" aria-hidden="true">
      <Icon size={18} />
    </chakra.span>
  );
}

function storedTheme(): Theme {
  const stored = readPreference('cod_theme');
  return stored === 'light' || stored === 'dark' ? stored : 'device';
}
