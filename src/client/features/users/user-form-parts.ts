import type { ServerForm } from '../../forms/use-server-form.ts';
import type { UserFields } from './user-form-fields.ts';

/** The fields that are texts. */
export type TextName = Exclude<keyof UserFields, 'is_active'>;

/** Returns the attributes that connect a text field with the form; `onChange` gets the text. */
export function register(form: ServerForm<UserFields>['form'], name: TextName) {
  const { onChange, onBlur, ref } = form.register(name);
  return {
    name,
    ref,
    onBlur,
    onChange: (value: string) => void onChange({ target: { name, value }, type: 'change' }),
  };
}

/** Whether the server has refused the PIN: its sentence is under that field. */
export const isPinRefused = ({ failure }: Pick<ServerForm<UserFields>, 'failure'>): boolean =>
  failure?.code === 'INVALID_PIN';
