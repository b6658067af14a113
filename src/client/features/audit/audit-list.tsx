import { Trans, useLingui } from '@lingui/react/macro';
import { FileText, FolderTree, Headset, History, MapPin, Package, ShoppingBag, Store, Truck, User } from 'lucide-react';
import type { AuditEntry } from '../../../contract/audit.ts';
import { skeletonRows } from '../../../contract/limits.ts';
import { useAuditWords } from '../../text/audit-words.ts';
import { IsolatedText } from '../../ui/free-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { chakra } from '../../ui/theme/styled.tsx';

/** Rows of the audit log: what was changed, by whom and when; a row opens its values. */
export function AuditList({ entries, onOpen }: { entries: readonly AuditEntry[]; onOpen: (id: number) => void }) {
  const { t } = useLingui();
  const words = useAuditWords();
  return (
    <List aria-label={t`Changes`}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <Row type="button" aria-haspopup="dialog" onClick={() => onOpen(entry.id)}>
            <Mark entity={entry.entity} />
            <chakra.span gridArea="who" fontWeight="medium" overflowWrap="anywhere">
              <Author entry={entry} />
            </chakra.span>
            <chakra.span gridArea="what" overflowWrap="anywhere">
              {words.what(entry)}
            </chakra.span>
            <RelativeTime
              at={entry.created_at}
              gridArea="when"
              textStyle="xs"
              color="fg.muted"
              textAlign="end"
              className="numbers"
            />
          </Row>
        </li>
      ))}
    </List>
  );
}

/** The placeholder of the first page, in the place of the list. */
export function AuditSkeleton() {
  return (
    <List aria-hidden="true" mt="-3">
      {Array.from({ length: skeletonRows.table }, (_, at) => (
        <li key={at}>
          <Row as="div" cursor="default">
            <SkeletonBlock gridArea="mark" boxSize="4" />
            <SkeletonBlock gridArea="who" h="3.5" w="28" />
            <SkeletonBlock gridArea="what" h="3.5" w={`${35 + ((at * 3) % 5) * 6}%`} />
            <SkeletonBlock gridArea="when" h="3" w="12" />
          </Row>
        </li>
      ))}
    </List>
  );
}

/** The user who made a change; a change without a signed-in user was made by the shop itself. */
export function Author({ entry: { actor_id: id, actor_name: name } }: { entry: AuditEntry }) {
  if (name !== null) return <IsolatedText>{name}</IsolatedText>;
  return id === null ? <Trans>Without sign-in</Trans> : <IsolatedText>{`#${id}`}</IsolatedText>;
}

/** The icon of the kind of record that was changed; the sentence names it. */
function Mark({ entity }: { entity: string }) {
  const Icon = Object.hasOwn(icons, entity) ? icons[entity]! : History;
  return (
    <chakra.span gridArea="mark" color="fg.subtle" aria-hidden="true">
      <Icon size="1rem" />
    </chakra.span>
  );
}

const icons: Readonly<Record<string, typeof History>> = {
  orders: ShoppingBag,
  tickets: Headset,
  users: User,
  products: Package,
  categories: FolderTree,
  articles: FileText,
  deliveries: Truck,
  cities: MapPin,
  shop: Store,
};

const List = chakra('ul', {
  base: { bg: 'bg.panel', borderWidth: '1px', borderColor: 'border.muted', borderRadius: 'lg', overflow: 'clip' },
});

/** One line on wide screens, two on phones. */
const Row = chakra('button', {
  base: {
    display: 'grid',
    w: 'full',
    minH: '11',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '0.5',
    px: '4',
    py: '2',
    textAlign: 'start',
    textStyle: 'sm',
    cursor: 'pointer',
    focusVisibleRing: 'inside',
    _hover: { bg: 'bg.hover' },
    'li:not(:last-child) > &': { borderBottomWidth: '1px', borderColor: 'border.muted' },
    gridTemplateAreas: { base: '"mark what what" "mark who when"', md: '"mark who what when"' },
    gridTemplateColumns: { base: '1rem 1fr auto', md: '1rem minmax(8rem, 14rem) 1fr auto' },
  },
});
