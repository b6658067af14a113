import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, BookOpen, Pencil, Trash2, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useOnline } from '../../sync/use-sync-status.ts';
import { isolated } from '../../text/isolated.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { MenuItem } from '../../ui/menu.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { Switch } from '../../ui/switch.tsx';
import { cardWidths, useMedia } from '../../ui/use-media.ts';
import { useUrlDialogOpener } from '../../ui/use-url-dialog.ts';
import { useMoveArticle, usePublish } from './admin-help-changes.ts';
import type { ListedArticle } from './admin-help-source.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';

/** The id of the reason why articles cannot be changed, while the device is offline. */
export const offlineReasonId = 'articles-offline';

interface Props {
  article: ListedArticle;
  title: string;
}

/** Whether readers see an article; it shows the choice at once, and the old one after a refusal. Needs a connection. */
export function PublishedSwitch({ article, title }: Props) {
  const { t } = useLingui();
  const online = useOnline();
  const publish = usePublish();
  /** The choice that the list does not show yet, and the revision that it was made from. */
  const [choice, setChoice] = useState<{ rev: number; to: boolean; isSending: boolean } | null>(null);
  const isChosen = choice?.rev === article.rev;
  const isAlwaysActive = article.kind === 'balance';
  const choose = async (to: boolean) => {
    setChoice({ rev: article.rev, to, isSending: true });
    setChoice((await publish(article, to)) ? { rev: article.rev, to, isSending: false } : null);
  };
  return (
    <Switch
      label={t`${{ title: isolated(title) }} is published`}
      hideLabel
      checked={isChosen ? choice.to : article.is_active}
      disabled={!online || isAlwaysActive || (isChosen && choice.isSending)}
      title={isAlwaysActive ? t`Customers always see this text where they add balance.` : undefined}
      aria-describedby={online ? undefined : offlineReasonId}
      onChange={(to) => void choose(to)}
    />
  );
}

type Direction = 'up' | 'down';

/** The moves of an article in its group, which need a connection; the pressed button keeps the focus. */
function useMoves({ article, title }: Props) {
  const { t } = useLingui();
  const online = useOnline();
  const move = useMoveArticle();
  const { id, place, moves } = article;
  const [note, setNote] = useState('');
  const [isMoving, setMoving] = useState(false);
  const pressed = useRef<HTMLElement>(null);
  useEffect(() => {
    // The browser takes the focus from a row that changes its place.
    if (document.activeElement === document.body) pressed.current?.focus();
    pressed.current = null;
  }, [place]);
  const isUsable = (direction: Direction) => moves[direction] !== null && online;
  const press = async (direction: Direction, button: HTMLElement | null) => {
    const to = moves[direction];
    if (!to || !online || isMoving) return;
    pressed.current = button;
    const next = place + (direction === 'up' ? -1 : 1);
    setMoving(true);
    const isDone = await move(id, to);
    setMoving(false);
    setNote(isDone ? t`${{ title: isolated(title) }}: place ${next}` : '');
  };
  return { note, isUsable, press };
}

/** Moves an article in its group; not on cards, which have the moves in `ArticleMenu`. */
export function MoveButtons(props: Props) {
  const { t } = useLingui();
  const online = useOnline();
  const { note, isUsable, press } = useMoves(props);
  const { title } = props;
  const buttons = [
    { direction: 'up', label: t`Move ${{ title: isolated(title) }} up`, icon: <ArrowUp size={18} /> },
    { direction: 'down', label: t`Move ${{ title: isolated(title) }} down`, icon: <ArrowDown size={18} /> },
  ] as const;
  return (
    <Box display={{ base: 'none', sm: 'inline-flex' }}>
      {buttons.map(({ direction, label, icon }) => (
        <IconButton
          key={direction}
          label={label}
          size="xs"
          minW={{ base: '11', md: '8' }}
          h={{ base: '11', md: '8' }}
          color="fg.muted"
          aria-disabled={isUsable(direction) ? undefined : true}
          aria-describedby={online ? undefined : offlineReasonId}
          opacity={isUsable(direction) ? 1 : 0.35}
          onClick={(event) => void press(direction, event.currentTarget)}
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

/** The further actions of an article; on a card, which has no `MoveButtons`, also its moves. */
export function ArticleMenu({ article, title, canMove }: Props & { canMove: boolean }) {
  const { id, kind } = article;
  const { t } = useLingui();
  const online = useOnline();
  const navigate = useNavigate();
  const remove = useUrlDialogOpener('delete');
  const { note, isUsable, press } = useMoves({ article, title });
  const isCard = useMedia(cardWidths);
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const moveItem = (direction: Direction, label: string, icon: LucideIcon): MenuItem | false =>
    canMove &&
    isCard && {
      id: direction,
      label,
      icon,
      disabled: !isUsable(direction),
      onSelect: () => void press(direction, box?.querySelector('button') ?? null),
    };
  const items: (MenuItem | false)[] = [
    kind !== 'reply' && {
      id: 'read',
      label: t`Read`,
      icon: BookOpen,
      onSelect: () => void navigate({ to: `/dashboard/help/${id}` }),
    },
    { id: 'edit', label: t`Edit`, icon: Pencil, onSelect: () => void navigate({ to: `/admin/help/${id}/edit` }) },
    moveItem('up', t`Move up`, ArrowUp),
    moveItem('down', t`Move down`, ArrowDown),
    kind !== 'balance' && {
      id: 'delete',
      label: t`Delete`,
      icon: Trash2,
      tone: 'danger',
      disabled: !online,
      onSelect: () => remove(id),
    },
  ];
  return (
    <Box ref={setBox}>
      <RowMenu label={t`Actions for ${{ title: isolated(title) }}`} items={items.filter((item) => item !== false)} />
      <chakra.span role="status" srOnly>
        {note}
      </chakra.span>
    </Box>
  );
}
