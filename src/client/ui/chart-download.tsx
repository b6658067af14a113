import { useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { Menu } from './menu.tsx';

interface Props {
  /** The title of the chart. */
  title: string;
  /** Saves the chart as a picture; absent while there is none. */
  onPng?: (() => void) | undefined;
  onCsv: () => void;
}

/** The menu that saves a chart as a picture, or its figures as a table. */
export function ChartDownload({ title, onPng, onCsv }: Props) {
  const { t } = useLingui();
  const label = t`Download “${title}”`;
  return (
    <Menu
      label={label}
      items={[
        ...(onPng ? [{ id: 'png', label: t`Picture (PNG)`, onSelect: onPng }] : []),
        { id: 'csv', label: t`Table (CSV)`, onSelect: onCsv },
      ]}
      trigger={(props) => (
        <IconButton size="sm" label={label} {...props}>
          <Download aria-hidden="true" />
        </IconButton>
      )}
    />
  );
}

/** Loads the functions that save a chart. The React Compiler supports no `import()` inside a component. */
export const loadSaving = () => import('./save-chart.ts');
