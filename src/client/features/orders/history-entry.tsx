import { chakra } from '../../ui/theme/styled.tsx';

/** A change on a line that connects it with the next one. */
export const HistoryEntry = chakra('li', {
  base: {
    colorPalette: 'brand',
    position: 'relative',
    ps: '6',
    pb: '4',
    _before: {
      content: '""',
      position: 'absolute',
      insetStart: '1',
      top: '1.5',
      boxSize: '2.5',
      borderRadius: 'full',
      bg: 'colorPalette.dot',
    },
    _after: { content: '""', position: 'absolute', insetStart: '9px', top: '5', bottom: '0', w: '1px', bg: 'border' },
    _last: { pb: '1', _after: { content: 'none' } },
  },
});
