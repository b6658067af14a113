import type { ReactNode } from 'react';
import { chakra } from '../../ui/theme/styled.tsx';

/** A row with the name of a setting or fact at the start and its value at the end. */
export const SettingLine = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: '4',
    rowGap: '1',
    minH: '11',
    py: '1.5',
    borderTopWidth: '1px',
    borderColor: 'border.muted',
    _first: { borderTopWidth: '0' },
  },
});

interface Props {
  name: string;
  children?: ReactNode;
  /** The button that changes the fact. */
  action?: ReactNode;
}

/** A row of a list of facts, with a button at the end where the fact can be changed. */
export function FactLine({ name, children, action }: Props) {
  // On phones, a value with a button stands below its name, as a choice does.
  const isTall = Boolean(children && action);
  return (
    <SettingLine>
      <chakra.dt color="fg.muted">{name}</chakra.dt>
      <chakra.dd
        minW="0"
        flex={{ base: isTall ? '1 0 100%' : '0 1 auto', sm: '0 1 auto' }}
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent={{ base: isTall ? 'space-between' : 'flex-end', sm: 'flex-end' }}
        columnGap="4"
        fontWeight="medium"
        overflowWrap="anywhere"
        css={{ '& > bdi': { minW: '0', maxW: 'full' } }}
      >
        {children}
        {action}
      </chakra.dd>
    </SettingLine>
  );
}
