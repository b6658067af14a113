import type { LucideIcon } from 'lucide-react';
import { Check } from 'lucide-react';
import { useEffect } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { PopoverPanel } from './popover-panel.tsx';
import { usePopover } from './use-popover.ts';
import { chakra } from './theme/styled.tsx';

export interface MenuItem {
  id: string;
  label: ReactNode;
  icon?: LucideIcon;
  /** The icon has a direction, so it is mirrored in Arabic. */
  isDirected?: boolean;
  tone?: 'danger';
  /** Set for a choice of a group: whether it is the chosen one. */
  checked?: boolean;
  disabled?: boolean;
  onSelect: () => void;
}

interface TriggerProps {
  ref: RefObject<HTMLButtonElement | null>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

interface Props {
  /** The menu's name for screen readers. */
  label: string;
  items: readonly MenuItem[];
  /** The button that opens the menu: `(props) => <Button {...props}>…</Button>`. */
  trigger: (props: TriggerProps) => ReactNode;
  align?: 'start' | 'end';
  /** Above the entries. */
  header?: ReactNode;
}

const Entry = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    w: 'full',
    minH: { base: '11', md: '9' },
    px: '3',
    py: '1.5',
    borderRadius: 'sm',
    textAlign: 'start',
    textStyle: 'sm',
    cursor: 'pointer',
    outline: 'none',
    _hover: { bg: 'bg.hover' },
    _focusVisible: { bg: 'bg.hover', boxShadow: 'inset 0 0 0 2px var(--c-colors-brand-focus-ring)' },
    _disabled: { opacity: 0.55, cursor: 'not-allowed' },
  },
});

/**
 * A menu of actions under a button: arrow keys, Home, End, the first character of an entry, Escape; the focus returns
 * to the button.
 */
export function Menu({ label, items, trigger, align = 'end', header }: Props) {
  const { isOpen, open, close, anchor, panel } = usePopover(align);
  useEffect(() => {
    if (isOpen) focusAt(panel.current, 'first');
  }, [isOpen, panel]);
  const onTriggerKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    open();
  };
  return (
    <>
      {trigger({
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: () => (isOpen ? close() : open()),
        onKeyDown: onTriggerKey,
      })}
      {isOpen ? (
        <PopoverPanel ref={panel} w="max-content">
          {header}
          <chakra.div
            role="menu"
            aria-label={label}
            p="1.5"
            onKeyDown={(event) => onMenuKey(event, panel.current, close)}
          >
            {items.map((item) => (
              <MenuEntry key={item.id} item={item} close={close} />
            ))}
          </chakra.div>
        </PopoverPanel>
      ) : null}
    </>
  );
}

function MenuEntry({ item, close }: { item: MenuItem; close: () => void }) {
  const { icon: Icon, checked } = item;
  const choice =
    checked === undefined
      ? ({ role: 'menuitem' } as const)
      : ({ role: 'menuitemradio', 'aria-checked': checked } as const);
  const choose = () => {
    close();
    item.onSelect();
  };
  return (
    <Entry
      type="button"
      tabIndex={-1}
      {...choice}
      disabled={item.disabled}
      color={item.tone === 'danger' ? 'fg.error' : 'fg'}
      onClick={choose}
    >
      {Icon ? (
        <Icon
          size="1rem"
          aria-hidden="true"
          data-mirror={item.isDirected ? '' : undefined}
          style={{ flexShrink: 0, opacity: 0.8 }}
        />
      ) : null}
      <chakra.span flex="1">{item.label}</chakra.span>
      {checked ? <Check size="1rem" aria-hidden="true" /> : null}
    </Entry>
  );
}

const entriesOf = (panel: HTMLElement | null) => [
  ...(panel?.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)') ?? []),
];

function focusAt(panel: HTMLElement | null, where: 'first' | 'last' | 1 | -1) {
  const entries = entriesOf(panel);
  const at = entries.indexOf(document.activeElement as HTMLElement);
  const steps = { first: 0, last: entries.length - 1, '1': at + 1, '-1': at - 1 };
  entries.at(steps[where] % Math.max(entries.length, 1))?.focus();
}

function onMenuKey(
  event: KeyboardEvent,
  panel: HTMLElement | null,
  close: (options?: { returnsFocus?: boolean }) => void,
) {
  const moves = { ArrowDown: 1, ArrowUp: -1, Home: 'first', End: 'last' } as const;
  const move = moves[event.key as keyof typeof moves];
  if (move) {
    event.preventDefault();
    focusAt(panel, move);
  } else if (event.key === 'Tab') close({ returnsFocus: false });
  else if (/^\p{L}$/u.test(event.key)) {
    entriesOf(panel)
      .find((entry) => entry.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()))
      ?.focus();
  }
}
