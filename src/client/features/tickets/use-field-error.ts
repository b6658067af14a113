import type { FieldErrors } from '../../../contract/refusals.ts';
import { useRefusalText } from '../../text/refusals.ts';

/** The sentence under a field: its first code, with the field's name (S8-03). */
export function useFieldError(errors: FieldErrors): (field: string, label: string) => string | null {
  const { field: say } = useRefusalText();
  return (field, label) => {
    const code = errors[field]?.[0];
    return code ? say(code, label) : null;
  };
}
