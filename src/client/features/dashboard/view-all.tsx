import { Trans } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { PlainLink } from '../../ui/app-link.tsx';

/** The link "View all" beside a list's title; `label` names the list for screen readers. */
export function ViewAll({ to, label }: { to: string; label: string }) {
  return (
    <PlainLink
      to={to}
      aria-label={label}
      display="inline-flex"
      alignItems="center"
      gap="0.5"
      // 2 px more than a touch needs, so that no rounding takes from it.
      minH={{ base: 'calc(2.75rem + 2px)', md: '8' }}
      my={{ base: 'calc(-0.5rem - 1px)', md: '-2' }}
      textStyle="sm"
      fontWeight="medium"
      color="brand.fg"
      borderRadius="xs"
      focusVisibleRing="outside"
      _hover={{ textDecoration: 'underline' }}
    >
      <Trans>View all</Trans>
      <ChevronRight size={16} data-mirror="" aria-hidden="true" />
    </PlainLink>
  );
}
