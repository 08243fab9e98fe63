import { companyNoun, type Company } from 'contract/company/companies';
import { injectEndpoints, resourceEndpoints, useCurrentUser } from 'shared-auth';
import { Button, formatNumber, LoadFailure, PageTitle, Spinner, useToast } from 'shared-ui';
import './notes.css';

const companiesApi = injectEndpoints(['notes'], (build) => ({
  listNotedCompanies: resourceEndpoints(build, { path: '/companies', tag: 'notes' }).list<Company>(),
}));

/** A screen that a team of its own has built: the person's companies, and a greeting. */
export default function NotesScreen() {
  const { username } = useCurrentUser();
  const toast = useToast();
  const { data, error, refetch } = companiesApi.useListNotedCompaniesQuery({
    page: 1,
    page_size: 25,
    sort_by: companyNoun.defaultSort,
  });
  if (error) return <LoadFailure message="Failed to load companies" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Spinner page />;
  return (
    <>
      <PageTitle title="Notes from outside" />
      <p>{formatNumber(data.total)} companies</p>
      {data.items.map(({ id, name }) => (
        <p key={id} className="notes-company">
          {name}
        </p>
      ))}
      <Button onClick={() => toast.show({ type: 'success', message: `Hello, ${username}` })}>Greet</Button>
    </>
  );
}
