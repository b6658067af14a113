import { DatePicker, parseDate, useDatePickerContext } from '@chakra-ui/react/date-picker';
import { LocaleProvider } from '@chakra-ui/react/locale';
import { useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { tagOf } from '../text/locales.ts';
import type { DayRange } from './date-range-days.ts';
import { calendarRecipe } from './theme/calendar.ts';

interface Props {
  value: DayRange;
  /** Receives the two days after the second one is chosen. */
  onChoose: (range: DayRange) => void;
}

type RootProps = ComponentProps<typeof DatePicker.Root>;

/** A calendar in which the user chooses the first and the last day of a range: by mouse, touch or arrow keys. */
export function DateRangeCalendar({ value, onChoose }: Props) {
  const { i18n } = useLingui();
  const translations = useTranslations();
  const [days, setDays] = useState(value.from && value.to ? [parseDate(value.from), parseDate(value.to)] : []);
  const known = value.from || value.to;
  const choose: RootProps['onValueChange'] = ({ value: chosen }) => {
    setDays(chosen);
    const [from, to] = chosen.map(String);
    if (from && to) onChoose({ from, to });
  };
  return (
    <LocaleProvider locale={tagOf(i18n.locale)}>
      <DatePicker.Root
        recipe={calendarRecipe}
        inline
        selectionMode="range"
        fixedWeeks
        outsideDaySelectable
        timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
        translations={translations}
        value={days}
        {...(known && { defaultFocusedValue: parseDate(known) })}
        onValueChange={choose}
      >
        <DatePicker.Content role="group">
          <DatePicker.View view="day">
            <Header />
            <DatePicker.DayTable />
          </DatePicker.View>
          <DatePicker.View view="month">
            <Header />
            <DatePicker.MonthTable columns={3} />
          </DatePicker.View>
          <DatePicker.View view="year">
            <Header />
            <DatePicker.YearTable columns={3} />
          </DatePicker.View>
        </DatePicker.Content>
      </DatePicker.Root>
    </LocaleProvider>
  );
}

/** The month or the year shown, which opens the wider view, between the buttons to the earlier and the later one. */
function Header() {
  const { t } = useLingui();
  const { start, end } = useDatePickerContext().visibleRangeText;
  const shown = start === end ? start : `${start} – ${end}`;
  return (
    <DatePicker.ViewControl>
      <DatePicker.PrevTrigger>
        <ChevronLeft size="1.125rem" aria-hidden="true" data-mirror="" />
      </DatePicker.PrevTrigger>
      <DatePicker.ViewTrigger aria-label={t`${shown}, choose another month or year`}>{shown}</DatePicker.ViewTrigger>
      <DatePicker.NextTrigger>
        <ChevronRight size="1.125rem" aria-hidden="true" data-mirror="" />
      </DatePicker.NextTrigger>
    </DatePicker.ViewControl>
  );
}

/** Returns the names of the calendar's parts for screen readers. */
function useTranslations(): RootProps['translations'] {
  const { t } = useLingui();
  return {
    content: t`Calendar`,
    dayCell: ({ valueText }) => valueText,
    prevTrigger: () => t`Earlier dates`,
    nextTrigger: () => t`Later dates`,
  };
}
