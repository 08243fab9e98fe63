import type { KeyboardEvent } from 'react';
import { Alert, formatNumber, LoadFailure, PageTitle, Spinner } from 'shared-ui';
import { CompanySelect, useChosenCompany } from 'shared-ui/companies';
import { ReviewActions } from './review-actions';
import { ReviewCriteria } from './review-criteria';
import { ReviewedPost } from './reviewed-post';
import { reviewCalls } from './review.api';
import './review.css';
import { useReview } from './use-review';

/** Review Posts (DECISIONS §16): the pending posts of a company, one after the other, beside the company's criteria. */
export default function ReviewScreen() {
  const { companyId, chooseCompany } = useChosenCompany();
  return (
    <div className="review">
      <PageTitle title="Review Posts" />
      <div className="review-company">
        <CompanySelect label="Company" value={companyId} onChange={chooseCompany} />
      </div>
      {companyId === null ? (
        <section className="review-card">
          <h2>Select a Company</h2>
          <p>Choose a company to review its posts.</p>
        </section>
      ) : (
        <Review key={companyId} companyId={companyId} />
      )}
    </div>
  );
}

/** After a company was chosen the keys decide; they are not typed into its field. */
const focus = (element: HTMLElement | null) => element?.focus();

/** Escape in the tags' field; where their list is open the first one closes that alone. */
const leaveTags = ({ key, currentTarget, defaultPrevented }: KeyboardEvent<HTMLElement>) => {
  if (key === 'Escape' && !defaultPrevented) currentTarget.focus();
};

function Review({ companyId }: { companyId: number }) {
  const review = useReview(companyId);
  const { queue, batch, pending, loadError, failure } = review;
  const pictures = reviewCalls.pictures.useQuery(batch, { skip: batch.length === 0 });
  const [post] = queue ?? [];
  if (loadError !== undefined && !post)
    return <LoadFailure message="Failed to load the posts" error={loadError} onRetry={review.load} />;
  if (!queue) return <Spinner label="Loading the posts..." />;
  const picture = pictures.data?.items.find(({ id }) => id === post?.id)?.picture;
  return (
    <>
      {failure !== null && <Alert type="error">{failure}</Alert>}
      <p className="review-left" role="status">
        {pending === 1 ? '1 post left' : `${formatNumber(pending)} posts left`}
      </p>
      <div className="review-columns" ref={focus} tabIndex={-1} onKeyDown={leaveTags}>
        {post ? (
          <ReviewedPost key={post.id} post={post} picture={picture} />
        ) : (
          <section className="review-card">
            <h2>Nothing to review</h2>
            <p>{pending > 0 ? 'The other pending posts are before somebody else now.' : 'No post is pending.'}</p>
          </section>
        )}
        <ReviewCriteria companyId={companyId} />
      </div>
      <ReviewActions review={review} post={post} />
    </>
  );
}
