import type { OrderField } from '../../src/contract/order-fields.ts';

/** A field that an order of a product has; without limits, and required unless something else is given. */
export const anOrderField = (key: string, more: Partial<OrderField> = {}): OrderField => ({
  key,
  kind: 'text',
  label: { en: key },
  hint: {},
  required: true,
  min: null,
  max: null,
  starts: [],
  choices: [],
  save_as: null,
  ...more,
});

export const aPlayerId = anOrderField('player_id', {
  kind: 'digits',
  label: { en: 'Player id', ar: 'رقم اللاعب' },
  hint: { en: 'In the game’s settings' },
  min: 6,
  save_as: 'player_id',
});
