import { Trans, useLingui } from '@lingui/react/macro';
import type { OpeningHours } from '../../../contract/shop.ts';
import { useHoursText, useWeekdays } from '../../text/opening-hours.ts';
import { FieldError } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { InputBox } from '../../ui/theme/recipes.ts';
import { Box, chakra, HStack, Muted, MutedSpan, Wrap } from '../../ui/theme/styled.tsx';

interface Props {
  value: OpeningHours;
  onChange: (hours: OpeningHours) => void;
  /** The sentence for a path such as `hours.2.to`. */
  errorOf: (path: string) => string | undefined;
  disabled: boolean;
}

type Day = OpeningHours[number];

/** The hours of a day that is switched on. */
const usual = { from: '09:00', to: '18:00' };

/** The opening hours by day of the week: a switch, and from when to when. */
export function HoursFields({ value, onChange, errorOf, disabled }: Props) {
  const days = useWeekdays();
  const text = useHoursText()(value);
  const set = (at: number, day: Day) => onChange(value.with(at, day));
  return (
    <chakra.fieldset minW="0" disabled={disabled}>
      <chakra.legend textStyle="field" mb="1">
        <Trans>Opening hours</Trans>
      </chakra.legend>
      {days.map((name, at) => (
        <DayFields
          key={name}
          name={name}
          day={value[at] ?? null}
          error={errorOf(`hours.${at}.from`) ?? errorOf(`hours.${at}.to`)}
          onChange={(day) => set(at, day)}
          copy={at > 0 ? (value[at - 1] ?? usual) : usual}
        />
      ))}
      <Muted mt="2" textStyle="xs">
        {text === null ? (
          <Trans>Customers are not told when you answer.</Trans>
        ) : (
          <Trans>Customers who wait see: We answer {text}.</Trans>
        )}
      </Muted>
    </chakra.fieldset>
  );
}

interface DayProps {
  name: string;
  day: Day;
  error: string | undefined;
  onChange: (day: Day) => void;
  /** The hours of the day before, with which a day begins when it is switched on. */
  copy: NonNullable<Day>;
}

function DayFields({ name, day, error, onChange, copy }: DayProps) {
  const { t } = useLingui();
  const field = (part: keyof NonNullable<Day>, label: string) => (
    <InputBox
      type="time"
      size="sm"
      w="auto"
      required
      aria-label={label}
      aria-invalid={error ? true : undefined}
      value={day?.[part] ?? ''}
      onChange={({ currentTarget }) => onChange({ ...(day ?? copy), [part]: currentTarget.value })}
    />
  );
  return (
    <Box borderTopWidth="1px" borderColor="border.muted" py="1">
      <Wrap alignItems="center" justifyContent="space-between" columnGap="4" minH="11">
        <Switch checked={day !== null} onChange={(isOpen) => onChange(isOpen ? copy : null)} label={name} />
        {day ? (
          <HStack gap="2" dir="ltr">
            {field('from', t`${name}: opens`)}
            <span aria-hidden="true">–</span>
            {field('to', t`${name}: closes`)}
          </HStack>
        ) : (
          <MutedSpan textStyle="sm">
            <Trans>Closed</Trans>
          </MutedSpan>
        )}
      </Wrap>
      {error ? <FieldError>{error}</FieldError> : null}
    </Box>
  );
}
