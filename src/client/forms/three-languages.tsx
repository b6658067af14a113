import { useLingui } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { localeCodes, type Locale } from '../../contract/locales.ts';
import { locales } from '../text/locales.ts';
import { SegmentedChoice } from '../ui/segmented-choice.tsx';
import { Box, chakra } from '../ui/theme/styled.tsx';

interface ChoiceProps {
  value: Locale;
  refused: readonly Locale[];
  onChange: (locale: Locale) => void;
}

/** Which language narrow screens show; wide ones have all three side by side. */
export function LanguageChoice({ value, refused, onChange }: ChoiceProps) {
  const { t } = useLingui();
  return (
    <Box hideFrom="md">
      <SegmentedChoice
        label={t`Languages of the text`}
        choices={localeCodes.map((locale) => ({
          value: locale,
          lang: locale,
          label: (
            <>
              <bdi>{locales[locale]}</bdi>
              {refused.includes(locale) ? (
                <chakra.span color="fg.error" ms="1" role="img" aria-label={t`has an error`}>
                  <CircleAlert size="0.875rem" aria-hidden="true" />
                </chakra.span>
              ) : null}
            </>
          ),
        }))}
        value={value}
        onChange={onChange}
      />
    </Box>
  );
}

/** Parts of each language side by side; narrow screens show one of them. */
export function ThreeLanguages({ locale, children }: { locale: Locale; children: (one: Locale) => ReactNode }) {
  return (
    <Box
      display="grid"
      gap="4"
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' }}
    >
      {localeCodes.map((one) => (
        <Box key={one} minW="0" {...(one !== locale && { hideBelow: 'md' as const })}>
          {children(one)}
        </Box>
      ))}
    </Box>
  );
}
