import { Trans } from '@lingui/react/macro';
import { CirclePlay, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { recipes } from './theme/recipes.ts';
import { chakra, Wrap } from './theme/styled.tsx';

interface Props {
  /** Null and undefined: no such link. */
  product: { video_url?: string | null | undefined; store_url?: string | null | undefined };
}

/** The links of a product to its video and its shop page, which open apart from the app; nothing without them. */
export function ProductLinks({ product: { video_url: video, store_url: store } }: Props) {
  if (!video && !store) return null;
  return (
    <Wrap columnGap="4">
      {video ? (
        <Outside to={video} icon={<CirclePlay size="1rem" aria-hidden="true" />}>
          <Trans>Video</Trans>
        </Outside>
      ) : null}
      {store ? (
        <Outside to={store} icon={<ExternalLink size="1rem" aria-hidden="true" />}>
          <Trans>Shop page</Trans>
        </Outside>
      ) : null}
    </Wrap>
  );
}

function Outside({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <Anchor
      href={to}
      target="_blank"
      rel="noopener noreferrer"
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      minH={{ base: '11', md: '8' }}
      textStyle="sm"
    >
      {icon}
      {children}
    </Anchor>
  );
}

const Anchor = chakra('a', recipes.link);
