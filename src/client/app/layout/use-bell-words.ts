import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

/** The number on the bell and its button's name, which contains it: who says what they see reaches the button. */
export function useBellWords(unread: number): { shown: string; label: string } {
  const { t } = useLingui();
  const shown = unread > 99 ? '99+' : String(unread);
  const label =
    unread > 0
      ? t`${plural(unread, { one: `Notifications, ${shown} unread`, other: `Notifications, ${shown} unread` })}`
      : t`Notifications`;
  return { shown, label };
}
