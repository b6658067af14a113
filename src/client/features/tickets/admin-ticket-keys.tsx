import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { readPreference, writePreference } from '../../local/preferences.ts';
import { usePageActions } from '../../ui/page-actions.ts';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { controlKeys, elementWithKey, presentControls, type ControlName } from './ticket-control-keys.ts';
import { chakra, HStack } from '../../ui/theme/styled.tsx';

/** The actions of the single keys of a ticket; the list of tickets has fewer. */
export interface TicketKeys {
  next?: () => void;
  previous?: () => void;
  reply?: () => void;
  note?: () => void;
  resolve?: () => void;
  takeOver?: () => void;
  attach?: () => void;
  help: () => void;
}

const names: Record<string, keyof TicketKeys> = {
  j: 'next',
  k: 'previous',
  r: 'reply',
  n: 'note',
  e: 'resolve',
  i: 'takeOver',
  f: 'attach',
  '?': 'help',
};

/**
 * Listens to single keys on a ticket or the list of tickets, also on keyboards of other alphabets. They do nothing with
 * a modifier, in a field, in a menu, or while a dialog is open, and can be turned off (`TicketKeysDialog`).
 */
export function useTicketKeys(keys: TicketKeys): void {
  useActionsInPalette(keys);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const character = characterOf(event);
    const action = keys[names[character] ?? 'help'];
    const control = names[character] ? null : elementWithKey(character);
    if (!(names[character] ? action : control) || !isForPage(event) || !areSingleKeysOn()) return;
    event.preventDefault();
    if (control) control.click();
    else action?.();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Offers the actions and the controls that have a key in the palette, too (S2V-02). */
function useActionsInPalette(keys: TicketKeys): void {
  const rows = useActionRows(false);
  const words = useControlWords();
  usePageActions(() => [
    ...rows.flatMap(([label = '', shortcut = '', ...more]) => {
      const run = keys[names[shortcut.toLowerCase()] ?? 'help'];
      return run && more.length === 0 ? [{ id: shortcut, label, shortcut, run }] : [];
    }),
    ...presentControls().map((control) => ({
      id: control,
      label: words[control],
      shortcut: controlKeys[control].toUpperCase(),
      run: () => elementWithKey(controlKeys[control])?.click(),
    })),
  ]);
}

const isForPage = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.isComposing &&
  !event.repeat &&
  !(event.ctrlKey || event.metaKey || event.altKey) &&
  document.querySelector('dialog[open]') === null &&
  !(event.target instanceof Element && event.target.closest(fields));

const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable], dialog, [popover], [role=menu]';

/** Returns the character of a key; of a keyboard with another alphabet, the Latin one in the same place. */
function characterOf({ key, code }: KeyboardEvent): string {
  if (key === '؟') return '?';
  if (/^[\u0020-\u024f]$/.test(key)) return key.toLowerCase();
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : '';
}

const areSingleKeysOn = (): boolean => readPreference('cod_single_keys') !== 'off';

/** The keys of a ticket or of the list of tickets, with a switch for the single ones. */
export function TicketKeysDialog({ isList = false, onClose }: { isList?: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const [isOn, setOn] = useState(areSingleKeysOn);
  const inText = isList ? [] : [[t`Canned replies, in an answer`, '/']];
  const rows = [...useActionRows(isList), ...inText, ...useControlRows(), [t`Show these keys`, '?']];
  return (
    <SheetDialog open onClose={onClose} title={t`Keys`} size="sm">
      <Switch
        label={t`Keys without Ctrl`}
        checked={isOn}
        data-autofocus=""
        onChange={(on) => {
          writePreference('cod_single_keys', on ? 'on' : 'off');
          setOn(on);
        }}
      />
      <chakra.dl mt="3">
        {rows.map(([name, ...keys]) => (
          <HStack key={name} gap="3" minH="9" borderTopWidth="1px" borderColor="border.muted">
            <chakra.dt flex="1">{name}</chakra.dt>
            <chakra.dd display="flex" gap="1" dir="ltr">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </chakra.dd>
          </HStack>
        ))}
      </chakra.dl>
    </SheetDialog>
  );
}

function useActionRows(isList: boolean): string[][] {
  const { t } = useLingui();
  const control = isApple() ? '⌘' : t`Ctrl`;
  const enter = t`Enter`;
  if (isList)
    return [
      [t`Next ticket`, 'J'],
      [t`Previous ticket`, 'K'],
      [t`Open the ticket`, enter],
      [t`Select the ticket`, 'X'],
    ];
  return [
    [t`Next ticket`, 'J'],
    [t`Previous ticket`, 'K'],
    [t`Reply`, 'R'],
    [t`Internal note`, 'N'],
    [t`Send`, control, enter],
    [t`Reply and set resolved`, control, t`Shift`, enter],
    [t`Set resolved`, 'E'],
    [t`Assign to me`, 'I'],
    [t`Attach files`, 'F'],
  ];
}

/** Returns the names of the controls that the page behind the dialog has, with their keys. */
function useControlRows(): string[][] {
  const words = useControlWords();
  const [present] = useState(presentControls);
  return present.map((control) => [words[control], controlKeys[control].toUpperCase()]);
}

function useControlWords(): Record<ControlName, string> {
  const { t } = useLingui();
  return {
    status: t`Set status`,
    priority: t`Set priority`,
    assignee: t`Assign`,
    tags: t`Tags`,
    snooze: t`Snooze`,
    merge: t`Merge with another ticket`,
    details: t`Details`,
    answerNext: t`Answer next`,
  };
}

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

const Key = chakra('kbd', {
  base: {
    minW: '6',
    px: '1.5',
    py: '0.5',
    borderWidth: '1px',
    borderRadius: 'sm',
    bg: 'bg.sunken',
    fontFamily: 'inherit',
    textStyle: 'xs',
    textAlign: 'center',
  },
});
