import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Box, chakra, Wrap } from './theme/styled.tsx';

interface Props {
  tone?: 'info' | 'warning' | 'error' | 'success';
  title?: ReactNode;
  children?: ReactNode;
  /** A button or link at the end. */
  action?: ReactNode;
}

const looks = {
  info: { palette: 'blue', Icon: Info },
  warning: { palette: 'amber', Icon: TriangleAlert },
  error: { palette: 'red', Icon: CircleAlert },
  success: { palette: 'green', Icon: CircleCheck },
};

/** A message in the page, shown as long as its cause lasts. */
export function Notice({ tone = 'info', title, children, action }: Props) {
  const { palette, Icon } = looks[tone];
  return (
    <Wrap
      ref={passFocusOn}
      role={tone === 'error' ? 'alert' : 'status'}
      colorPalette={palette}
      alignItems="center"
      gap="3"
      px="4"
      py="3"
      bg="colorPalette.subtle"
      borderWidth="1px"
      borderColor="colorPalette.border"
      borderRadius="lg"
      textStyle="sm"
    >
      <Box display="flex" gap="3" flex="1 1 14rem" minW="0">
        <Box color="colorPalette.fg" flexShrink={0} pt="px" aria-hidden="true">
          <Icon size="1.125rem" />
        </Box>
        <Box flex="1" minW="0">
          {title ? (
            <chakra.p fontWeight="semibold" color="fg">
              {title}
            </chakra.p>
          ) : null}
          {children ? <Box color={title ? 'fg.muted' : 'fg'}>{children}</Box> : null}
        </Box>
      </Box>
      {action}
    </Wrap>
  );
}

/** When the notice goes with the focus in it, moves the focus to the control after it, or to the start of the page or dialog. */
function passFocusOn(notice: HTMLElement | null) {
  return () => {
    if (!notice?.contains(document.activeElement)) return;
    const place = notice.closest('dialog, main');
    const controls = [...(place?.querySelectorAll<HTMLElement>(focusable) ?? [])];
    const after = controls.find((one) => isAfter(notice, one) && one.checkVisibility());
    const start = place?.matches('main') ? place : place?.querySelector('[data-title]');
    (after ?? (start as HTMLElement | null | undefined))?.focus({ preventScroll: true });
  };
}

const focusable = ':is(a[href], button, input, select, textarea):not(:disabled, [tabindex="-1"])';

const isAfter = (notice: HTMLElement, one: HTMLElement): boolean =>
  !notice.contains(one) && Boolean(notice.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
