import { chakra } from '@chakra-ui/react/styled-system';
import { recipes } from './recipes.ts';

/** The bare controls in the look of the house; screens use them through `fields.tsx`. */
export const InputBox = chakra('input', recipes.input);
export const TextAreaBox = chakra('textarea', recipes.textarea);
export const SelectBox = chakra('select', recipes.select);
