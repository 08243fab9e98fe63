import { LoadFailure, Spinner } from 'shared-ui';
import { postCriteriaCalls } from '../post-criteria/post-criteria.api';

/** The company's criteria, beside what is judged by them. */
export function ReviewCriteria({ companyId }: { companyId: number }) {
  const { data, error, refetch } = postCriteriaCalls.list.useQuery({ company_id: companyId, page: 1, page_size: 1 });
  const [criteria] = data?.items ?? [];
  return (
    <section className="review-card review-criteria" aria-label="Criteria">
      <h2>Criteria</h2>
      {error !== undefined && !data ? (
        <LoadFailure message="Failed to load the criteria" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Spinner />
      ) : (
        <p dir="auto">{criteria?.description ?? 'This company has no criteria.'}</p>
      )}
    </section>
  );
}
