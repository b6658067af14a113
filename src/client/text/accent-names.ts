import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Accent } from '../../contract/shop.ts';

const names: Readonly<Record<Accent, MessageDescriptor>> = {
  teal: msg`Teal`,
  green: msg`Green`,
  blue: msg`Blue`,
  indigo: msg`Indigo`,
  violet: msg`Violet`,
  pink: msg`Pink`,
  copper: msg`Copper`,
  slate: msg`Slate`,
};

/** Returns a function that names the colours of which an admin chooses one for the shop. */
export function useAccentName(): (accent: string) => string {
  const { i18n } = useLingui();
  return (accent) => (Object.hasOwn(names, accent) ? i18n._(names[accent as Accent]) : accent);
}
