import { Trans } from '@lingui/react/macro';
import { chakra } from '../../ui/theme/styled.tsx';

const Anchor = chakra('a', {
  base: {
    position: 'fixed',
    insetStart: '2',
    zIndex: 'skipNav',
    px: '4',
    py: '3',
    bg: 'brand.solid',
    color: 'brand.contrast',
    borderRadius: 'md',
    fontWeight: 'medium',
  },
});

/** Links are outside the screen until they have the focus; one in the sidebar is at its lower end, which nothing covers. */
const aboveScreen = { top: '2', translate: '0 -200%', _focus: { translate: 'none' } } as const;
const belowScreen = { bottom: '2', translate: '0 200%', _focus: { translate: 'none' } } as const;

/** The last link of the sidebar: from the page's start it is the shortest way back to the menu and the header. */
export function MenuLink() {
  return (
    <Anchor
      {...belowScreen}
      href="#menu"
      onClick={(event) => {
        event.preventDefault();
        document.querySelector<HTMLElement>('#menu a')?.focus();
      }}
    >
      <Trans>Skip to the menu</Trans>
    </Anchor>
  );
}

/** The first link of the page, which skips the header and the sidebar. */
export function SkipLink() {
  return (
    <Anchor
      {...aboveScreen}
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
    >
      <Trans>Skip to the content</Trans>
    </Anchor>
  );
}
