import type { StatusLook } from '../../text/statuses.ts';
import type { SelectOption } from '../../ui/fields.tsx';

/** A badge in each tone. */
export const statusesForDev: readonly StatusLook[] = (
  ['neutral', 'brand', 'blue', 'violet', 'green', 'amber', 'red'] as const
).map((tone) => ({ tone, label: tone }));

const names = ['Netflix', 'Spotify', 'Élan TV', 'أحمد', 'إبراهيم', 'Crédit mobile', 'PlayStation', 'لعبة'];

/** More choices than a list shows at once. */
export const manyChoices: readonly SelectOption[] = Array.from({ length: 130 }, (_, at) => ({
  value: String(at + 1),
  label: `${names[at % names.length]} ${at + 1}`,
}));

export const fewChoices: readonly SelectOption[] = manyChoices.slice(0, 4);
