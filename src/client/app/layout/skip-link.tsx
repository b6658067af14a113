import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';

const Anchor = chakra('a', {
  base: {
    position: 'fixed',
    top: '2',
    insetStart: '2',
    zIndex: 'skipNav',
    px: '4',
    py: '3',
    bg: 'brand.solid',
    color: 'brand.contrast',
    borderRadius: 'md',
    fontWeight: 'medium',
    translate: '0 -200%',
    _focus: { translate: 'none' },
  },
});

/** The first link of the page, which skips the header and the sidebar. */
export function SkipLink() {
  return (
    <Anchor
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
