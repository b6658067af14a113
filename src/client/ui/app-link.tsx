import type { HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { createLink } from '@tanstack/react-router';
import type { Ref } from 'react';
import { recipes } from './theme/recipes.ts';
import { chakra } from './theme/styled.tsx';

const Anchor = chakra('a', recipes.link);
const PlainAnchor = chakra('a');

const touchHeight = { base: '11', md: '0' };

interface AnchorProps extends HTMLChakraProps<'a'> {
  ref?: Ref<HTMLAnchorElement>;
}

/** A link inside text to a page of the app: `<AppLink to="/user/orders">…</AppLink>`. Takes Chakra's style props. */
export const AppLink = createLink((props: AnchorProps) => <Anchor {...props} />);

/** An `AppLink` in a line of its own, with a touch target of 44 px on phones. */
export const TouchLink = createLink((props: AnchorProps) => (
  <Anchor display="inline-flex" alignItems="center" minH={touchHeight} {...props} />
));

/** A link without styles: for cards, menu entries and buttons that are links. */
export const PlainLink = createLink((props: AnchorProps) => <PlainAnchor {...props} />);

/** A link that looks like a button: `<ButtonLink to="/user/tickets/create" variant="outline">…</ButtonLink>`. */
export const ButtonLink = createLink(chakra('a', recipes.button));
