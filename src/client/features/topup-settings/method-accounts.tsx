import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useController, useFieldArray, type UseFieldArrayReturn } from 'react-hook-form';
import { topupAccountsMax, topupLabelMax, topupValueMax } from '../../../contract/limits.ts';
import type { Locale } from '../../../contract/locales.ts';
import { dirOf, locales } from '../../text/locales.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { TextField } from '../../ui/fields.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { chakra, Muted, Stack, Wrap } from '../../ui/theme/styled.tsx';
import { ThreeLanguages } from '../../forms/three-languages.tsx';
import { noAccount, type MethodValues } from './method-form-data.ts';
import type { TextsProps } from './method-texts.tsx';

/** The accounts of a method: each a label in three languages and a value, which customers copy. */
export function AccountFields(props: TextsProps) {
  const { form, errorOf } = props;
  const list = useFieldArray({ control: form.control, name: 'accounts' });
  const problem = errorOf('accounts');
  return (
    <Stack gap="4">
      {list.fields.length === 0 ? (
        <Muted>
          <Trans>No account: customers copy nothing but their reference.</Trans>
        </Muted>
      ) : (
        <chakra.ol display="flex" flexDirection="column" gap="4">
          {list.fields.map(({ id }, at) => (
            <AccountRow key={id} {...props} at={at} list={list} />
          ))}
        </chakra.ol>
      )}
      {problem ? <FieldError>{problem}</FieldError> : null}
      <div>
        <Button
          variant="outline"
          size="sm"
          disabled={list.fields.length >= topupAccountsMax}
          onClick={() =>
            list.append(noAccount, { shouldFocus: true, focusName: `accounts.${list.fields.length}.value` })
          }
        >
          <Plus aria-hidden="true" />
          <Trans>Add an account</Trans>
        </Button>
        {list.fields.length >= topupAccountsMax ? (
          <Muted textStyle="xs" mt="1">
            <Trans>At most {topupAccountsMax} accounts.</Trans>
          </Muted>
        ) : null}
      </div>
    </Stack>
  );
}

type Accounts = UseFieldArrayReturn<MethodValues, 'accounts'>;

interface RowProps extends TextsProps {
  at: number;
  list: Accounts;
}

function AccountRow({ form, errorOf, locale, at, list }: RowProps) {
  const { t } = useLingui();
  const { field: value } = useController({ control: form.control, name: `accounts.${at}.value` });
  return (
    <chakra.li borderTopWidth={at === 0 ? '0' : '1px'} borderColor="border.muted" pt={at === 0 ? '0' : '4'}>
      <Stack gap="3">
        <ThreeLanguages locale={locale}>
          {(one) => <LabelField form={form} errorOf={errorOf} at={at} one={one} />}
        </ThreeLanguages>
        <Wrap gap="2" alignItems="flex-end">
          <chakra.div flex="1 1 12rem" minW="0">
            <TextField
              {...value}
              label={t`Value`}
              dir="auto"
              max={topupValueMax}
              autoComplete="off"
              error={errorOf(`accounts.${at}.value`)}
            />
          </chakra.div>
          <RowButtons at={at} list={list} />
        </Wrap>
      </Stack>
    </chakra.li>
  );
}

function RowButtons({ at, list }: Pick<RowProps, 'at' | 'list'>) {
  const { t } = useLingui();
  const place = at + 1;
  return (
    <chakra.span display="inline-flex">
      <IconButton label={t`Move account ${place} up`} disabled={at === 0} onClick={() => list.move(at, at - 1)}>
        <ArrowUp size={18} />
      </IconButton>
      <IconButton
        label={t`Move account ${place} down`}
        disabled={at === list.fields.length - 1}
        onClick={() => list.move(at, at + 1)}
      >
        <ArrowDown size={18} />
      </IconButton>
      <IconButton label={t`Remove account ${place}`} onClick={() => list.remove(at)}>
        <Trash2 size={18} />
      </IconButton>
    </chakra.span>
  );
}

interface LabelProps extends Pick<TextsProps, 'form' | 'errorOf'> {
  at: number;
  one: Locale;
}

function LabelField({ form: { control }, errorOf, at, one }: LabelProps) {
  const { t } = useLingui();
  const { field } = useController({ control, name: `accounts.${at}.label.${one}` });
  const inLanguage = locales[one];
  return (
    <TextField
      {...field}
      lang={one}
      dir={dirOf(one)}
      label={t`Label · ${inLanguage}`}
      max={topupLabelMax}
      autoComplete="off"
      error={errorOf(`accounts.${at}.label.${one}`) ?? errorOf(`accounts.${at}.label`)}
    />
  );
}
