import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { usePerform } from '../../forms/use-perform.ts';
import { isolated } from '../../text/isolated.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { ListedCategory, Move } from './admin-categories-source.ts';

type Direction = 'up' | 'down';

/** Moves a category among those of its parent, also offline; the pressed button keeps the focus (S2H-06). */
export function MoveButtons({ category }: { category: ListedCategory }) {
  const { t } = useLingui();
  const { id, place, moves } = category;
  const title = isolated(category.title);
  const [note, setNote] = useState('');
  const pressed = useRef<HTMLButtonElement>(null);
  const move = useMove();
  useEffect(() => {
    // The browser takes the focus from a row that changes its place.
    if (document.activeElement === document.body) pressed.current?.focus();
    pressed.current = null;
  }, [place]);
  const press = (direction: Direction, button: HTMLButtonElement) => {
    const to = moves[direction];
    if (!to) return;
    pressed.current = button;
    const next = place + (direction === 'up' ? -1 : 1);
    setNote(t`${title}: place ${next}`);
    void move(id, to);
  };
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
          aria-disabled={moves[direction] ? undefined : true}
          opacity={moves[direction] ? 1 : 0.35}
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
