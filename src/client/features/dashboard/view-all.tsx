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
      minH={{ base: '11', md: '8' }}
      my="-2"
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
