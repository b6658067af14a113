import { FreeText, oneLine } from '../../ui/free-text.tsx';
import type { PaletteGroup, PaletteItem } from './palette-items.ts';
import { Box, chakra, MutedSpan } from '../../ui/theme/styled.tsx';

interface Props {
  /** The beginning of the ids of the options, which the field refers to. */
  id: string;
  groups: readonly PaletteGroup[];
  /** The number of the active option over all groups. */
  active: number;
  onPoint: (at: number) => void;
  onChoose: (item: PaletteItem) => void;
}

/** The options of the palette in their groups. */
export function PaletteRows({ id, groups, active, onPoint, onChoose }: Props) {
  const firsts = groups.map((_, index) => groups.slice(0, index).reduce((sum, { items }) => sum + items.length, 0));
  return (
    <Box
      role="listbox"
      id={`${id}-list`}
      aria-labelledby={`${id}-title-0`}
      tabIndex={-1}
      minH="0"
      overflowY="auto"
      overscrollBehavior="contain"
      p="2"
    >
      {groups.map(({ title, items }, group) => (
        <Box key={title} role="group" aria-labelledby={`${id}-title-${group}`} mb="2">
          <chakra.div id={`${id}-title-${group}`} px="3" pt="2" pb="1" textStyle="label" color="fg.subtle">
            {title}
          </chakra.div>
          {items.map((item, index) => {
            const at = firsts[group]! + index;
            return (
              <Option
                key={item.id}
                id={`${id}-${at}`}
                role="option"
                aria-selected={at === active}
                onMouseMove={() => at !== active && onPoint(at)}
                // The focus stays in the field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(item)}
              >
                <Content item={item} />
              </Option>
            );
          })}
        </Box>
      ))}
    </Box>
  );
}

function Content({ item: { icon: Icon, label, note, shortcut } }: { item: PaletteItem }) {
  return (
    <>
      <MutedSpan display="inline-flex" flexShrink="0" aria-hidden="true">
        <Icon size="1.125rem" />
      </MutedSpan>
      <Words>
        <FreeText css={clipped} flex="0 1 auto" maxW="full">
          {label}
        </FreeText>
        {note ? (
          <FreeText css={clipped} flex="1 1 4.5rem" color="fg.muted" textStyle="xs">
            {note}
          </FreeText>
        ) : null}
      </Words>
      {shortcut ? (
        <chakra.kbd ms="auto" fontFamily="inherit" textStyle="xs" color="fg.muted">
          {shortcut}
        </chakra.kbd>
      ) : null}
    </>
  );
}

const clipped = { ...oneLine, w: 'auto', minW: '0' } as const;

/** A note that has no space for a word beside its label is in the second line, which is not seen. */
const Words = chakra('span', {
  base: {
    display: 'flex',
    flex: '1',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    minW: '0',
    h: '1lh',
    overflow: 'hidden',
  },
});

const Option = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: { base: '11', md: '9' },
    px: '3',
    py: '1.5',
    borderRadius: 'md',
    textStyle: 'sm',
    cursor: 'pointer',
    '&[aria-selected=true]': { bg: 'bg.selected' },
  },
});
