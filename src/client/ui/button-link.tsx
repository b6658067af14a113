import { chakra } from '@chakra-ui/react/styled-system';
import { createLink } from '@tanstack/react-router';
import { recipes } from './theme/recipes.ts';

/** A link that looks like a button: `<ButtonLink to="/user/tickets/create" variant="outline">…</ButtonLink>`. */
export const ButtonLink = createLink(chakra('a', recipes.button));
