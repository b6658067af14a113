import * as z from 'zod/mini';
import { localeCodes, type Locale } from '../../../contract/locales.ts';
import type { TopupProof } from '../../../contract/topup-rules.ts';
import { updateTopupMethod, type TopupMethodRow } from '../../../contract/topup-settings.ts';
import type { Translated } from '../../../contract/translated.ts';
import { readAmount } from '../../forms/use-money-form.ts';
import type { VersionValues } from '../../forms/save-record.ts';

/** A text in each language; blank where there is none. */
export type Texts = Record<Locale, string>;

/** The values of the form of a method, as its fields have them. */
export type MethodValues = VersionValues & {
  name: Texts;
  steps: Texts;
  accounts: { label: Texts; value: string }[];
  min: string;
  max: string;
  proof: TopupProof;
  is_active: boolean;
};

const noTexts: Texts = { en: '', fr: '', ar: '' };
export const noAccount: MethodValues['accounts'][number] = { label: noTexts, value: '' };

const textsOf = (texts: Translated): Texts => ({ en: texts.en ?? '', fr: texts.fr ?? '', ar: texts.ar ?? '' });

/** Returns the values of a method for the form; without one, those of a new method. */
export const valuesOf = (method: TopupMethodRow | null): MethodValues =>
  method
    ? {
        name: textsOf(method.name),
        steps: textsOf(method.steps),
        accounts: method.accounts.map(({ label, value }) => ({ label: textsOf(label), value })),
        min: method.min.toFixed(2),
        max: method.max.toFixed(2),
        proof: method.proof,
        is_active: method.is_active,
        rev: method.rev,
        sent: null,
      }
    : {
        name: noTexts,
        steps: noTexts,
        accounts: [noAccount],
        min: '',
        max: '',
        proof: 'either',
        is_active: true,
        rev: null,
        sent: null,
      };

/** An amount as the contract checks it: missing where nothing was typed, no number where it is not valid. */
export const amountIn = (typed: string): number | undefined =>
  typed.trim() === '' ? undefined : (readAmount(typed) ?? Number.NaN);

/** Returns the fields that the server stores. */
export const storedFields = ({ name, steps, accounts, min, max, proof, is_active }: MethodValues) => ({
  name,
  steps,
  accounts,
  min: amountIn(min) as number,
  max: amountIn(max) as number,
  proof,
  is_active,
});

/** Checks the values of the form with the rules of the contract; a new method has no id yet. */
export const MethodForm = z.pipe(
  z.transform((values: MethodValues) => ({ id: 1, ...storedFields(values) })),
  updateTopupMethod.input as never,
);

/** Returns the languages in which at least one text of a method is refused. */
export const refusedLocales = (values: MethodValues, errorOf: (path: string) => string | undefined): Locale[] =>
  localeCodes.filter(
    (locale) =>
      errorOf(`name.${locale}`) ??
      errorOf(`steps.${locale}`) ??
      values.accounts.some((_, at) => errorOf(`accounts.${at}.label.${locale}`)),
  );
