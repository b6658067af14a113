import { useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, Pencil, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { usePerform } from '../../forms/use-perform.ts';
import { isolated } from '../../text/isolated.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { MenuItem } from '../../ui/menu.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { useUrlDialogOpener } from '../../ui/use-url-dialog.ts';
import type { ListedCategory, Move } from './admin-categories-source.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';

type Direction = 'up' | 'down';

interface Props {
  category: ListedCategory;
}

/** The moves of a category among those of its parent, also offline; the pressed button keeps the focus (S2H-06). */
function useMoves({ id, place, moves, title }: ListedCategory) {
  const { t } = useLingui();
  const [note, setNote] = useState('');
  const pressed = useRef<HTMLElement>(null);
  const move = useMove();
  useEffect(() => {
    // The browser takes the focus from a row that changes its place.
    if (document.activeElement === document.body) pressed.current?.focus();
    pressed.current = null;
  }, [place]);
  const press = (direction: Direction, button: HTMLElement | null) => {
    const to = moves[direction];
    if (!to) return;
    pressed.current = button;
    const next = place + (direction === 'up' ? -1 : 1);
    setNote(t`${{ title: isolated(title) }}: place ${next}`);
    void move(id, to);
  };
  return { note, press };
}

/** Moves a category; not on cards, which have the moves in `CategoryMenu`. */
export function MoveButtons({ category }: Props) {
  const { t } = useLingui();
  const { note, press } = useMoves(category);
  const title = isolated(category.title);
  const buttons = [
    { direction: 'up', label: t`Move ${title} up`, icon: <ArrowUp size={18} /> },
    { direction: 'down', label: t`Move ${title} down`, icon: <ArrowDown size={18} /> },
  ] as const;
  return (
    <Box display="inline-flex">
      {buttons.map(({ direction, label, icon }) => (
        <IconButton
          key={direction}
          label={label}
          size="xs"
          minW={{ base: '11', md: '8' }}
          h={{ base: '11', md: '8' }}
          color="fg.muted"
          aria-disabled={category.moves[direction] ? undefined : true}
          opacity={category.moves[direction] ? 1 : 0.35}
          onClick={(event) => press(direction, event.currentTarget)}
        >
          {icon}
        </IconButton>
      ))}
      <chakra.span role="status" srOnly>
        {note}
      </chakra.span>
    </Box>
  );
}

/** The actions of a category on a card, in its corner. */
export function CategoryMenu({ category, canMove }: Props & { canMove: boolean }) {
  const { t } = useLingui();
  const open = useUrlDialogOpener('edit');
  const { note, press } = useMoves(category);
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const moveItem = (direction: Direction, label: string, icon: LucideIcon): MenuItem => ({
    id: direction,
    label,
    icon,
    disabled: category.moves[direction] === null,
    onSelect: () => press(direction, box?.querySelector('button') ?? null),
  });
  const items: MenuItem[] = [
    { id: 'edit', label: t`Edit`, icon: Pencil, onSelect: () => open(category.id) },
    ...(canMove ? [moveItem('up', t`Move up`, ArrowUp), moveItem('down', t`Move down`, ArrowDown)] : []),
  ];
  return (
    <Box ref={setBox} hideFrom="sm">
      <RowMenu label={t`Actions for ${{ title: isolated(category.title) }}`} items={items} />
      <chakra.span role="status" srOnly>
        {note}
      </chakra.span>
    </Box>
  );
}

/** Returns a function that queues a move; the list shows it at once, so that only a refusal is reported. */
function useMove(): (id: number, to: Move) => Promise<unknown> {
  const { t } = useLingui();
  const act = usePerform();
  return (id, to) =>
    act(
      'category.move',
      { category_id: id, ...to },
      { done: null, refused: t`The category could not be moved.`, isAccepted: async () => true },
    );
}
