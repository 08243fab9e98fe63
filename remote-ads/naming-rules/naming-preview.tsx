import type { NamingPreview as Preview } from 'contract/ads/naming-rules';
import { serverMessage } from 'shared-auth';
import { formatNumber, LoadFailure, shape, Spinner } from 'shared-ui';
import { TagChip } from 'shared-ui/tags';
import './naming-preview.css';
import { namingRuleCalls } from './naming-rules.api';

const counted = (count: number, one: string, many = `${one}s`) => `${formatNumber(count)} ${count === 1 ? one : many}`;

/** In words, what a pattern makes of a company's ads. */
function inWords({ ad_count, matched_count, changed_count, tag_count, new_tag_count }: Preview): string {
  if (ad_count === 0) return 'This company has no ads yet.';
  const ads = `${formatNumber(matched_count)} of ${counted(ad_count, 'name')} ${matched_count === 1 ? 'matches' : 'match'}`;
  if (matched_count === 0) return `${ads}.`;
  const fresh = new_tag_count === 0 ? 'none' : new_tag_count === tag_count ? 'all' : formatNumber(new_tag_count);
  const tags = `${counted(tag_count, 'tag')}, ${fresh} of them new`;
  const get =
    changed_count === 0
      ? 'All that match carry their tags already'
      : `${counted(changed_count, 'ad gets', 'ads get')} tags that ${changed_count === 1 ? 'it does' : 'they do'} not carry`;
  return `${ads}: ${tags}. ${get}.`;
}

/** The outcome of a pattern on all ads of a company: counts, some names with their tags, and the tags by how often they come. */
export function NamingPreview({ companyId: company_id, pattern }: { companyId: number; pattern: string }) {
  const { currentData, error, isFetching, refetch } = namingRuleCalls.preview.useQuery({ company_id, pattern });
  if (error !== undefined && !isFetching)
    return isRefusal(error) ? (
      <p className={shape.quiet} role="status">
        {serverMessage(error).replace('pattern: ', '')}
      </p>
    ) : (
      <LoadFailure message="Failed to try the pattern" error={error} onRetry={() => void refetch()} />
    );
  if (!currentData)
    return (
      <div className="naming-preview">
        <Spinner label="Trying it on all names..." />
      </div>
    );
  const { examples, unmatched, tags, tag_count, unfit_count } = currentData;
  return (
    <section className="naming-preview" aria-label="What this pattern does">
      <p role="status">{inWords(currentData)}</p>
      {unfit_count > 0 && (
        <p>{`${counted(unfit_count, 'part is longer than 50 characters and becomes', 'parts are longer than 50 characters and become')} no tag.`}</p>
      )}
      <Names title="Such as" names={examples} />
      <Names title="Do not match" names={unmatched} />
      {tags.length > 0 && (
        <>
          <h3>{tags.length < tag_count ? `The ${tags.length} tags of most ads` : 'All tags'}</h3>
          <ul className="naming-preview__tags">
            {tags.map(({ name, ad_count, is_new }) => (
              <li key={name}>
                <TagChip name={name} /> {formatNumber(ad_count)}
                {is_new && ', new'}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Whether the service understood the question and finds the pattern to be none. */
const isRefusal = (error: unknown) => (error as { status?: unknown }).status === 422;

function Names({ title, names }: { title: string; names: readonly { id: number; name: string; tags?: string[] }[] }) {
  if (names.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {names.map(({ id, name, tags }) => (
          <li key={id}>
            <bdi>{name}</bdi>
            {tags && (
              <span className={shape.row}>
                {tags.map((tag) => (
                  <TagChip key={tag} name={tag} />
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
