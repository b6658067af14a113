/** A name as it is written, isolated so that its direction never turns the words around it. */
export function PersonName({ children }: { children: string | number | null | undefined }) {
  return <bdi>{children}</bdi>;
}
