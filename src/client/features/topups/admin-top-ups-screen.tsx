import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { ListPage } from '../../lists/list-page.tsx';
import { useHomeCrumb } from '../../lists/use-home-crumb.ts';
import { allTopups } from './admin-top-ups-list.tsx';

/** The top-up requests of all customers; without a filter in the address those that wait. */
export function AdminTopUpsScreen() {
  const navigate = useNavigate();
  const breadcrumb = useHomeCrumb();
  const isUnfiltered = useSearch({ strict: false, select: (search) => Object.keys(search).length === 0 });
  if (isUnfiltered) return <Navigate to="." search={{ status: 'waiting' } as never} replace />;
  return (
    <ListPage
      list={allTopups}
      breadcrumb={breadcrumb}
      onOpen={({ id }) => void navigate({ to: `/admin/top-ups/${id}` as never })}
    />
  );
}
