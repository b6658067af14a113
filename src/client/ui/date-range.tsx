import { Trans, useLingui } from '@lingui/react/macro';
import { useId, type ComponentType, type ReactNode } from 'react';
import { tagOf } from '../text/locales.ts';
import { daysOf, presetOf, presets, rangeText, type DayRange, type Preset } from './date-range-days.ts';
import { FilterButton } from './filter-button.tsx';
import { lazyPart } from './lazy-part.tsx';
import { PopoverPanel } from './popover-panel.tsx';
import { InputBox } from './theme/recipes.ts';
import { usePopover } from './use-popover.ts';
import { Box, chakra, Stack } from './theme/styled.tsx';
import { Button } from './button.tsx';

interface Props {
  /** The name of the range: "Date". */
  label: string;
  value: DayRange;
  onChange: (range: DayRange) => void;
}

/** Its code comes with the first opened range; without it the two fields above it stay. */
const Calendar = lazyPart(
  async (): Promise<ComponentType<Omit<Props, 'label' | 'onChange'> & { onChoose: Props['onChange'] }>> => {
    try {
      return (await import('./date-range-calendar.tsx')).DateRangeCalendar;
    } catch {
      return () => null;
    }
  },
);

/** A range of days: a button with the chosen days, and under it presets, two fields and a calendar. */
export function DateRange({ label, value, onChange }: Props) {
  const { isOpen, open, close, anchor, panel } = usePopover('start');
  const chosen = useChosen(value);
  const choose = (range: DayRange) => {
    onChange(range);
    close();
  };
  return (
    <>
      <FilterButton ref={anchor} {...{ label, chosen, isOpen }} onPress={() => (isOpen ? close() : open())} />
      {isOpen ? (
        <PopoverPanel ref={panel} role="dialog" aria-label={label} w="max-content">
          <Layout>
            <Presets value={value} onChoose={choose} />
            <Stack p="3" gap="3">
              <Fields value={value} onChange={onChange} />
              <Box minH={calendarHeight} w={calendarWidth}>
                <Calendar key={`${value.from} ${value.to}`} value={value} onChoose={choose} />
              </Box>
            </Stack>
          </Layout>
        </PopoverPanel>
      ) : null}
    </>
  );
}

/** Two columns, or one where the text is large. */
const columns = 'repeat(auto-fit, minmax(min(7.25rem, 100%), 1fr))';

/** The place of the calendar is reserved, so that the panel does not grow when its code arrives. */
const calendarHeight = { base: '21.25rem', md: '17.75rem' };
const calendarWidth = { base: 'min(19.25rem, 100vw - 42px)', md: '15.75rem' };

/** Returns the words for the chosen days; null for all days. */
function useChosen({ from, to }: DayRange): string | null {
  const { i18n, t } = useLingui();
  const names = usePresetNames();
  const preset = presetOf({ from, to });
  if (preset) return names[preset];
  const tag = tagOf(i18n.locale);
  const [first, last] = [from && rangeText(tag, { from, to: from }), to && rangeText(tag, { from: to, to })];
  if (from && to) return from <= to ? rangeText(tag, { from, to }) : `${first} – ${last}`;
  if (from) return t`from ${first}`;
  return to ? t`until ${last}` : null;
}

function usePresetNames(): Record<Preset, string> {
  const { t } = useLingui();
  return {
    today: t`Today`,
    yesterday: t`Yesterday`,
    week: t`Last 7 days`,
    calendarWeek: t`This week`,
    month: t`Last 30 days`,
    calendarMonth: t`This month`,
    year: t`This year`,
  };
}

function Presets({ value, onChoose }: { value: DayRange; onChoose: (range: DayRange) => void }) {
  const { t } = useLingui();
  const names = usePresetNames();
  const chosen = presetOf(value);
  return (
    <PresetList role="group" aria-label={t`Periods`}>
      {presets.map((preset) => (
        <PresetButton key={preset} isChosen={preset === chosen} onClick={() => onChoose(daysOf(preset))}>
          {names[preset]}
        </PresetButton>
      ))}
      <PresetButton isChosen={!value.from && !value.to} onClick={() => onChoose({ from: '', to: '' })}>
        <Trans>All days</Trans>
      </PresetButton>
    </PresetList>
  );
}

function PresetButton({ isChosen, ...rest }: { isChosen: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      justifyContent="flex-start"
      fontWeight="normal"
      aria-pressed={isChosen}
      _pressed={{ bg: 'bg.selected', color: 'brand.fg', fontWeight: 'medium' }}
      {...rest}
    />
  );
}

/** The days as typed text, each one alone too: "from 14 Nov". */
function Fields({ value, onChange }: Omit<Props, 'label'>) {
  const { t } = useLingui();
  const id = useId();
  const field = (name: keyof DayRange, label: string) => (
    <Box minW="0">
      <chakra.label htmlFor={`${id}-${name}`} display="block" textStyle="xs" color="fg.muted" mb="1">
        {label}
      </chakra.label>
      <InputBox
        id={`${id}-${name}`}
        type="date"
        size="sm"
        px="2"
        css={{ '&::-webkit-calendar-picker-indicator': { display: 'none' } }}
        min="1000-01-01"
        max="9999-12-31"
        value={value[name]}
        onChange={({ currentTarget }) => onChange({ ...value, [name]: currentTarget.value })}
      />
    </Box>
  );
  return (
    <Box display="grid" gridTemplateColumns={columns} gap="2" w={calendarWidth}>
      {field('from', t`From date`)}
      {field('to', t`To date`)}
    </Box>
  );
}

const Layout = chakra('div', { base: { display: 'flex', flexDirection: { base: 'column', md: 'row' } } });

const PresetList = chakra('div', {
  base: {
    display: { base: 'grid', md: 'flex' },
    gridTemplateColumns: columns,
    flexDirection: 'column',
    gap: '0.5',
    p: '2',
    borderBottomWidth: { base: '1px', md: '0' },
    borderEndWidth: { md: '1px' },
  },
});
