import { useLingui } from '@lingui/react/macro';
import type { MailSettings } from '../../../contract/mail.ts';
import { emailKindNames } from '../../text/email-kinds.ts';
import { dirOf, locales } from '../../text/locales.ts';
import { VersionConflict } from '../../ui/version-conflict.tsx';
import { differences, valueAt, valuesOf, type EditedField, type MailValues } from './mail-form-data.ts';
import { chakra } from '../../ui/theme/styled.tsx';

interface Props {
  mine: MailValues;
  saved: MailSettings;
  busy: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** The values of the form and those that another admin has saved meanwhile, field by field. */
export function MailConflict({ mine, saved, ...rest }: Props) {
  const nameOf = useFieldName();
  const theirs = valuesOf(saved);
  const fields = differences(mine, theirs).map((field) => ({
    label: nameOf(field),
    mine: <Value value={valueAt(mine, field)} field={field} />,
    theirs: <Value value={valueAt(theirs, field)} field={field} />,
  }));
  return <VersionConflict fields={fields} {...rest} />;
}

function useFieldName() {
  const { t, i18n } = useLingui();
  const names: Record<EditedField['name'], string> = {
    sender_name: t`Name`,
    reply_to: t`Address for replies`,
    subject: t`Subject`,
    body: t`Text`,
  };
  return ({ name, choice }: EditedField): string =>
    choice ? `${i18n._(emailKindNames[choice.kind])} · ${locales[choice.locale]} · ${names[name]}` : names[name];
}

function Value({ value, field }: { value: string; field: EditedField }) {
  const { t } = useLingui();
  if (value === '') return field.choice ? t`Standard text` : '–';
  if (!field.choice) return value;
  const { locale } = field.choice;
  return (
    <chakra.span lang={locale} dir={dirOf(locale)} whiteSpace="pre-wrap">
      {value}
    </chakra.span>
  );
}
